// swift-format-ignore-file
// The names are those of the C library.

// A stand-in for the C library of Apple platforms: glibc's functions, and what Darwin has beside them. Which of glibc's names
// Darwin has, too, is listed in `AppleRules.cNames`.
@_exported import Glibc

// MARK: Times of files

extension stat {
    /// When the file was read last.
    public var st_atimespec: timespec {
        get { st_atim }
        set { st_atim = newValue }
    }
    /// When the contents were changed last.
    public var st_mtimespec: timespec {
        get { st_mtim }
        set { st_mtim = newValue }
    }
    /// When the file, or what is known of it, was changed last.
    public var st_ctimespec: timespec {
        get { st_ctim }
        set { st_ctim = newValue }
    }
    /// When the file was made.
    public var st_birthtimespec: timespec {
        get { st_ctim }
        set { st_ctim = newValue }
    }
    /// The file's flags, such as `UF_IMMUTABLE`.
    public var st_flags: UInt32 {
        get { 0 }
        set {}
    }
}

// MARK: Signals

/// What handles a signal.
public struct __sigaction_u {
    /// The function that is called with the signal's number.
    public var __sa_handler: (@convention(c) (Int32) -> Void)!
}

extension sigaction {
    /// What handles the signal.
    public var __sigaction_u: __sigaction_u {
        get { Darwin.__sigaction_u(__sa_handler: __sigaction_handler.sa_handler) }
        set { __sigaction_handler.sa_handler = newValue.__sa_handler }
    }
}

// MARK: Files

/// Writes a file to the medium itself (`fcntl`).
public var F_FULLFSYNC: Int32 { 51 }
/// Orders what was written before what is written later (`fcntl`).
public var F_BARRIERFSYNC: Int32 { 85 }
/// The path of an open file (`fcntl`).
public var F_GETPATH: Int32 { 50 }
/// Reads past the cache (`fcntl`).
public var F_NOCACHE: Int32 { 48 }
/// Reserves space for a file (`fcntl`).
public var F_PREALLOCATE: Int32 { 42 }

/// Exchanges two paths (`renamex_np`).
public var RENAME_SWAP: Int32 { 2 }
/// Fails if the new path exists (`renamex_np`).
public var RENAME_EXCL: Int32 { 4 }
/// Renames a file with flags.
public func renamex_np(_ from: UnsafePointer<CChar>!, _ to: UnsafePointer<CChar>!, _ flags: UInt32) -> Int32 { 0 }
/// Renames a file with flags; the paths start from open folders.
public func renameatx_np(
    _ fromFolder: Int32, _ from: UnsafePointer<CChar>!, _ toFolder: Int32, _ to: UnsafePointer<CChar>!, _ flags: UInt32
) -> Int32 { 0 }
/// Copies a file by reference where the volume can.
public func clonefile(_ from: UnsafePointer<CChar>!, _ to: UnsafePointer<CChar>!, _ flags: UInt32) -> Int32 { 0 }
/// Copies an open file by reference where the volume can.
public func fclonefileat(
    _ from: Int32, _ toFolder: Int32, _ to: UnsafePointer<CChar>!, _ flags: UInt32
) -> Int32 { 0 }
/// Does not follow a symbolic link (`clonefile`).
public var CLONE_NOFOLLOW: UInt32 { 1 }
/// A file has no extended attribute of the name.
public var ENOATTR: Int32 { 93 }
/// The names of a file's extended attributes.
public func listxattr(
    _ path: UnsafePointer<CChar>!, _ names: UnsafeMutablePointer<CChar>!, _ size: Int, _ options: Int32
) -> Int { 0 }
/// The names of an open file's extended attributes.
public func flistxattr(
    _ descriptor: Int32, _ names: UnsafeMutablePointer<CChar>!, _ size: Int, _ options: Int32
) -> Int { 0 }
/// The value of an open file's extended attribute.
public func fgetxattr(
    _ descriptor: Int32, _ name: UnsafePointer<CChar>!, _ value: UnsafeMutableRawPointer!, _ size: Int,
    _ position: UInt32, _ options: Int32
) -> Int { 0 }
/// The value of an extended attribute.
public func getxattr(
    _ path: UnsafePointer<CChar>!, _ name: UnsafePointer<CChar>!, _ value: UnsafeMutableRawPointer!, _ size: Int,
    _ position: UInt32, _ options: Int32
) -> Int { 0 }
/// Sets an extended attribute of an open file.
public func fsetxattr(
    _ descriptor: Int32, _ name: UnsafePointer<CChar>!, _ value: UnsafeRawPointer!, _ size: Int, _ position: UInt32,
    _ options: Int32
) -> Int32 { 0 }

// MARK: Processes

/// This process (`getrusage`).
public var RUSAGE_SELF: Int32 { 0 }
/// This process's children (`getrusage`).
public var RUSAGE_CHILDREN: Int32 { -1 }
/// What a process has used of the machine: the process is a number here, an enumeration in glibc.
public func getrusage(_ who: Int32, _ usage: UnsafeMutablePointer<rusage>) -> Int32 { -1 }
/// How many files a process may have open (`getrlimit`).
public var RLIMIT_NOFILE: Int32 { 8 }
/// What a program is started with. It is a pointer here, and a structure in glibc.
public func posix_spawn_file_actions_init(_ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>!) -> Int32 { -1 }
/// Ends it.
@discardableResult
public func posix_spawn_file_actions_destroy(
    _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>!
) -> Int32 { -1 }
/// Gives the program a descriptor under another number.
public func posix_spawn_file_actions_adddup2(
    _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>!, _ descriptor: Int32, _ number: Int32
) -> Int32 { -1 }
/// Attributes of a program that is started.
public func posix_spawnattr_init(_ attributes: UnsafeMutablePointer<posix_spawnattr_t?>!) -> Int32 { -1 }
/// Ends them.
@discardableResult
public func posix_spawnattr_destroy(_ attributes: UnsafeMutablePointer<posix_spawnattr_t?>!) -> Int32 { -1 }
/// Sets the signals that the program blocks.
public func posix_spawnattr_setsigmask(
    _ attributes: UnsafeMutablePointer<posix_spawnattr_t?>!, _ signals: UnsafePointer<sigset_t>!
) -> Int32 { -1 }
/// Sets the signals that the program doesn't ignore.
public func posix_spawnattr_setsigdefault(
    _ attributes: UnsafeMutablePointer<posix_spawnattr_t?>!, _ signals: UnsafePointer<sigset_t>!
) -> Int32 { -1 }
/// Sets which attributes count.
public func posix_spawnattr_setflags(_ attributes: UnsafeMutablePointer<posix_spawnattr_t?>!, _ flags: Int16) -> Int32 {
    -1
}
/// Starts a program.
public func posix_spawn(
    _ identifier: UnsafeMutablePointer<pid_t>!, _ path: UnsafePointer<CChar>!,
    _ actions: UnsafePointer<posix_spawn_file_actions_t?>!, _ attributes: UnsafePointer<posix_spawnattr_t?>!,
    _ arguments: UnsafePointer<UnsafeMutablePointer<CChar>?>!, _ environment: UnsafePointer<UnsafeMutablePointer<CChar>?>!
) -> Int32 { -1 }
/// A program inherits no other descriptors.
public var POSIX_SPAWN_CLOEXEC_DEFAULT: Int32 { 0x4000 }
/// A socket of bytes, a number here and an enumeration in glibc.
public var SOCK_STREAM: Int32 { 1 }
/// Writing to a closed socket is an error instead of a signal.
public var SO_NOSIGPIPE: Int32 { 0x1022 }
/// The folder for this user's temporary files (`confstr`).
public var _CS_DARWIN_USER_TEMP_DIR: Int32 { 65537 }
/// The path of the running program.
public func _NSGetExecutablePath(
    _ path: UnsafeMutablePointer<CChar>!, _ size: UnsafeMutablePointer<UInt32>!
) -> Int32 { 0 }
/// A value of the system by its name.
public func sysctlbyname(
    _ name: UnsafePointer<CChar>!, _ value: UnsafeMutableRawPointer!, _ size: UnsafeMutablePointer<Int>!,
    _ newValue: UnsafeMutableRawPointer!, _ newSize: Int
) -> Int32 { 0 }
/// The system's clock in its own ticks.
public func mach_absolute_time() -> UInt64 { 0 }
