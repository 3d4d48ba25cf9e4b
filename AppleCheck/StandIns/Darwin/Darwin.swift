// swift-format-ignore-file
// The names match the C library.

// A stand-in for the C library of Apple platforms: glibc's functions, and the functions that only Darwin has.
// `AppleRules.cNames` lists the glibc names that Darwin also has, and `DarwinHeaders` gives them Darwin's types.
@_exported import Glibc

// MARK: File times

extension stat {
    /// The time of the last access.
    public var st_atimespec: timespec {
        get { st_atim }
        set { st_atim = newValue }
    }
    /// The time of the last change to the contents.
    public var st_mtimespec: timespec {
        get { st_mtim }
        set { st_mtim = newValue }
    }
    /// The time of the last change to the contents or the metadata.
    public var st_ctimespec: timespec {
        get { st_ctim }
        set { st_ctim = newValue }
    }
    /// The time when the file was created.
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

/// A signal handler.
public struct __sigaction_u {
    /// The function that is called with the signal's number.
    public var __sa_handler: (@convention(c) (Int32) -> Void)!
}

extension sigaction {
    /// The signal handler.
    public var __sigaction_u: __sigaction_u {
        get { Darwin.__sigaction_u(__sa_handler: __sigaction_handler.sa_handler) }
        set { __sigaction_handler.sa_handler = newValue.__sa_handler }
    }
}

// MARK: Files

/// The `fcntl` command that writes a file to the storage medium.
public var F_FULLFSYNC: Int32 { 51 }
/// The `fcntl` command that orders earlier writes before later ones.
public var F_BARRIERFSYNC: Int32 { 85 }
/// The `fcntl` command that returns the path of an open file.
public var F_GETPATH: Int32 { 50 }
/// The `fcntl` command that turns off caching.
public var F_NOCACHE: Int32 { 48 }
/// The `fcntl` command that reserves space for a file.
public var F_PREALLOCATE: Int32 { 42 }

/// The `renamex_np` flag that exchanges two paths.
public var RENAME_SWAP: Int32 { 2 }
/// The `renamex_np` flag that fails if the new path exists.
public var RENAME_EXCL: Int32 { 4 }
/// Renames a file with flags.
public func renamex_np(_ from: UnsafePointer<CChar>!, _ to: UnsafePointer<CChar>!, _ flags: UInt32) -> Int32 { 0 }
/// Renames a file with flags. The paths are relative to open folders.
public func renameatx_np(
    _ fromFolder: Int32, _ from: UnsafePointer<CChar>!, _ toFolder: Int32, _ to: UnsafePointer<CChar>!, _ flags: UInt32
) -> Int32 { 0 }
/// Clones a file if the volume supports it.
public func clonefile(_ from: UnsafePointer<CChar>!, _ to: UnsafePointer<CChar>!, _ flags: UInt32) -> Int32 { 0 }
/// Clones an open file if the volume supports it.
public func fclonefileat(
    _ from: Int32, _ toFolder: Int32, _ to: UnsafePointer<CChar>!, _ flags: UInt32
) -> Int32 { 0 }
/// The `clonefile` flag that doesn't follow symbolic links.
public var CLONE_NOFOLLOW: UInt32 { 1 }
/// The error if a file lacks the extended attribute.
public var ENOATTR: Int32 { 93 }
/// Lists the names of a file's extended attributes.
public func listxattr(
    _ path: UnsafePointer<CChar>!, _ names: UnsafeMutablePointer<CChar>!, _ size: Int, _ options: Int32
) -> Int { 0 }
/// Lists the names of an open file's extended attributes.
public func flistxattr(
    _ descriptor: Int32, _ names: UnsafeMutablePointer<CChar>!, _ size: Int, _ options: Int32
) -> Int { 0 }
/// Reads the value of an open file's extended attribute.
public func fgetxattr(
    _ descriptor: Int32, _ name: UnsafePointer<CChar>!, _ value: UnsafeMutableRawPointer!, _ size: Int,
    _ position: UInt32, _ options: Int32
) -> Int { 0 }
/// Reads the value of an extended attribute.
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
/// Returns the resources that a process has used. The process is a number here and an enumeration in glibc.
public func getrusage(_ who: Int32, _ usage: UnsafeMutablePointer<rusage>) -> Int32 { -1 }
/// The maximum number of open files (`getrlimit`).
public var RLIMIT_NOFILE: Int32 { 8 }
/// Initializes the file actions for a new process. They are a pointer here and a structure in glibc.
public func posix_spawn_file_actions_init(_ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>!) -> Int32 { -1 }
/// Destroys the file actions.
@discardableResult
public func posix_spawn_file_actions_destroy(
    _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>!
) -> Int32 { -1 }
/// Duplicates a descriptor to another number in the new process.
public func posix_spawn_file_actions_adddup2(
    _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>!, _ descriptor: Int32, _ number: Int32
) -> Int32 { -1 }
/// Initializes the attributes of a new process.
public func posix_spawnattr_init(_ attributes: UnsafeMutablePointer<posix_spawnattr_t?>!) -> Int32 { -1 }
/// Destroys the attributes.
@discardableResult
public func posix_spawnattr_destroy(_ attributes: UnsafeMutablePointer<posix_spawnattr_t?>!) -> Int32 { -1 }
/// Sets the signals that the process blocks.
public func posix_spawnattr_setsigmask(
    _ attributes: UnsafeMutablePointer<posix_spawnattr_t?>!, _ signals: UnsafePointer<sigset_t>!
) -> Int32 { -1 }
/// Sets the signals that the process handles in the default way.
public func posix_spawnattr_setsigdefault(
    _ attributes: UnsafeMutablePointer<posix_spawnattr_t?>!, _ signals: UnsafePointer<sigset_t>!
) -> Int32 { -1 }
/// Sets the attributes that apply.
public func posix_spawnattr_setflags(_ attributes: UnsafeMutablePointer<posix_spawnattr_t?>!, _ flags: Int16) -> Int32 {
    -1
}
/// Starts a program.
public func posix_spawn(
    _ identifier: UnsafeMutablePointer<pid_t>!, _ path: UnsafePointer<CChar>!,
    _ actions: UnsafePointer<posix_spawn_file_actions_t?>!, _ attributes: UnsafePointer<posix_spawnattr_t?>!,
    _ arguments: UnsafePointer<UnsafeMutablePointer<CChar>?>!, _ environment: UnsafePointer<UnsafeMutablePointer<CChar>?>!
) -> Int32 { -1 }
/// The flag that prevents the process from inheriting other descriptors.
public var POSIX_SPAWN_CLOEXEC_DEFAULT: Int32 { 0x4000 }
/// A stream socket. It is a number here and an enumeration in glibc.
public var SOCK_STREAM: Int32 { 1 }
/// The option that makes writing to a closed socket an error instead of a signal.
public var SO_NOSIGPIPE: Int32 { 0x1022 }
/// The user's folder for temporary files (`confstr`).
public var _CS_DARWIN_USER_TEMP_DIR: Int32 { 65537 }
/// Writes the path of the running program.
public func _NSGetExecutablePath(
    _ path: UnsafeMutablePointer<CChar>!, _ size: UnsafeMutablePointer<UInt32>!
) -> Int32 { 0 }
/// Reads or sets a system value by name.
public func sysctlbyname(
    _ name: UnsafePointer<CChar>!, _ value: UnsafeMutableRawPointer!, _ size: UnsafeMutablePointer<Int>!,
    _ newValue: UnsafeMutableRawPointer!, _ newSize: Int
) -> Int32 { 0 }
/// The clock that no one sets. It is a member of an enumeration here and a number in glibc.
public var CLOCK_MONOTONIC: clockid_t { _CLOCK_MONOTONIC }
/// Returns the system clock's value in its own ticks.
public func mach_absolute_time() -> UInt64 { 0 }
