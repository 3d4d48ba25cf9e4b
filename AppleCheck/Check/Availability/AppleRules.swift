/// Facts about Apple's platforms that the toolchain's files don't contain, listed by hand from Apple's documentation.
enum AppleRules {
    /// The minimum platform versions of the package.
    static let minimums: [String: Version] = [
        "iOS": Version(17), "macOS": Version(14), "tvOS": Version(17), "watchOS": Version(10), "visionOS": Version(1),
    ]

    /// The modules of Apple's platforms that sources may import.
    static let modules: Set<String> = [
        "AppleFoundation", "CoreGraphics", "CryptoKit", "Darwin", "Dispatch", "Foundation", "FoundationXML",
        "Observation", "PackageDescription", "PackagePlugin", "RegexBuilder", "SQLite3", "Swift", "SwiftData",
        "SwiftOnoneSupport", "SwiftUI", "Testing", "XCTest", "XcodeProjectPlugin", "_Concurrency",
        "_StringProcessing", "os",
    ]

    /// The modules that make C names available to a file.
    static let modulesWithC: Set<String> = [
        "CryptoKit", "CZlib", "Darwin", "Dispatch", "Foundation", "PackagePlugin", "SQLite3", "XCTest", "os",
    ]

    /// Types of Foundation on Linux whose members are in another module on Apple's platforms.
    ///
    /// Foundation also declares these types on Apple's platforms, as C structs, so a file that only names them
    /// compiles. Their members and conformances, such as `Codable`, are in the other module. `CGFloat` isn't one of
    /// them: Foundation exports CoreFoundation, which contains its conformances.
    static let completedTypes: [String: String] = [
        "CGPoint": "CoreGraphics", "CGSize": "CoreGraphics", "CGRect": "CoreGraphics", "CGRectEdge": "CoreGraphics",
        "CGVector": "CoreGraphics", "CGAffineTransform": "CoreGraphics", "NSPoint": "CoreGraphics",
        "NSSize": "CoreGraphics", "NSRect": "CoreGraphics",
    ]

    /// Returns the module that a file must import to use a symbol of ``completedTypes``; nil for any other symbol.
    ///
    /// - Parameter symbol: the symbol's identifier in Foundation on Linux, such as `s:10Foundation6CGRectV4zeroACvpZ`.
    static func completingModule(of symbol: String) -> String? {
        guard symbol.hasPrefix("s:10Foundation") else { return nil }
        let name = symbol.dropFirst("s:10Foundation".count)
        let length = name.prefix(while: \.isNumber)
        guard let count = Int(length) else { return nil }
        return completedTypes[String(name.dropFirst(length.count).prefix(count))]
    }

    /// The modules that need newer platform versions than the package, with these versions.
    static let newerModules: [String: String] = [
        "Synchronization": "iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2"
    ]

    /// Symbols that need newer platform versions, but whose uses also compile with an older symbol: a protocol
    /// requirement whose protocol extension has always had the same operator.
    static let servedByOlder: Set<String> = ["Swift.FixedWidthInteger.&*(_:_:)"]

    /// The parts of Foundation that iOS, tvOS, watchOS, and visionOS lack, by their names in the module.
    static let macOnly: Set<String> = [
        "Foundation.Process", "Foundation.FileManager.homeDirectoryForCurrentUser",
        "Foundation.FileManager.homeDirectory(forUser:)", "Foundation.Host", "Foundation.NSUserName()",
        "Foundation.XMLDocument", "Foundation.XMLElement", "Foundation.XMLNode", "Foundation.XMLDTD",
    ]

    /// The functions of the C library that a platform doesn't allow.
    static let missingFunctions: [ApplePlatform: Set<String>] = {
        let programs: Set = [
            "fork", "vfork", "system", "execl", "execv", "execve", "execvp", "posix_spawn", "posix_spawnp",
            "posix_spawn_file_actions_init", "posix_spawn_file_actions_destroy", "posix_spawn_file_actions_adddup2",
            "posix_spawnattr_init", "posix_spawnattr_destroy", "posix_spawnattr_setflags",
            "posix_spawnattr_setsigdefault", "posix_spawnattr_setsigmask",
        ]
        let small = programs.union(["sigaltstack"])
        return [.iOS: programs, .visionOS: programs, .tvOS: small, .watchOS: small]
    }()

    /// Functions of SQLite that iOS 17's version (3.39.5) lacks, and functions that Apple's SQLite lacks or refuses in
    /// every version. The values are the reasons.
    static let sqlite: [String: String] = [
        "sqlite3_load_extension": "Apple's SQLite doesn't include it",
        "sqlite3_enable_load_extension": "Apple's SQLite doesn't include it",
        "sqlite3_auto_extension": "Apple's SQLite doesn't support it",
        "sqlite3_cancel_auto_extension": "Apple's SQLite doesn't support it",
        "sqlite3_is_interrupted": "it needs SQLite 3.41, but iOS 17 has 3.39",
        "sqlite3_stmt_explain": "it needs SQLite 3.43, but iOS 17 has 3.39",
        "sqlite3_get_clientdata": "it needs SQLite 3.44, but iOS 17 has 3.39",
        "sqlite3_set_clientdata": "it needs SQLite 3.44, but iOS 17 has 3.39",
        "sqlite3_value_encoding": "it needs SQLite 3.40, but iOS 17 has 3.39",
        "sqlite3_setlk_timeout": "it needs SQLite 3.50, but iOS 17 has 3.39",
    ]

    /// The C names that the package uses and that have the same meaning on Apple's platforms. ``DarwinHeaders`` changes
    /// the types that differ. Any other name is
    /// reported because glibc has many names of its own. Look up a name in Apple's manual pages before adding it.
    static let cNames: Set<String> = Set(
        """
        AT_FDCWD AT_REMOVEDIR AT_SYMLINK_NOFOLLOW DIR DT_DIR DT_FIFO DT_LNK DT_REG DT_UNKNOWN E2BIG EACCES EAGAIN
        EBADF EBUSY ECANCELED ECHILD EDEADLK EDOM EDQUOT EEXIST EFAULT EFBIG EILSEQ EINTR EINVAL EIO EISDIR ELOOP
        EMFILE EMLINK ENAMETOOLONG ENFILE ENODEV ENOENT ENOLCK ENOMEM ENOSPC ENOSYS ENOTDIR ENOTEMPTY ENOTSUP ENOTTY
        ENXIO EOPNOTSUPP EOVERFLOW EPERM EPIPE ERANGE EROFS ESPIPE ESRCH ESTALE ETIMEDOUT ETXTBSY EWOULDBLOCK EXDEV
        RTLD_LAZY dlopen dlsym
        EXIT_FAILURE EXIT_SUCCESS FD_CLOEXEC F_GETFL F_GETLK F_OK F_RDLCK F_SETFD F_SETFL F_SETLK F_SETLKW F_UNLCK F_WRLCK LOCK_EX
        LOCK_NB LOCK_SH LOCK_UN MAX_WBITS NAME_MAX O_ACCMODE O_APPEND O_CLOEXEC O_CREAT O_DIRECTORY O_EXCL O_NOFOLLOW
        O_NONBLOCK O_RDONLY O_RDWR O_TRUNC O_WRONLY PATH_MAX POLLIN RLIMIT_NOFILE RUSAGE_SELF R_OK SEEK_SET SIGABRT
        SIGCHLD SIGCONT SIGHUP SIGINT SIGKILL SIGPIPE SIGSEGV SIGSTOP SIGTERM SIGTRAP SIGUSR1 SIGUSR2 STDERR_FILENO
        STDIN_FILENO STDOUT_FILENO S_IFBLK S_IFCHR S_IFDIR S_IFIFO S_IFLNK S_IFMT S_IFREG S_IFSOCK W_OK X_OK
        ZLIB_VERSION Z_FINISH Z_NO_FLUSH Z_OK Z_STREAM_END access avail_in avail_out calloc chmod chown clock_gettime
        AF_UNIX F_DUPFD_CLOEXEC POLLOUT POSIX_SPAWN_SETSIGDEF POSIX_SPAWN_SETSIGMASK SOCK_STREAM SOL_SOCKET confstr dev_t
        faccessat fnmatch getrlimit nfds_t pipe posix_spawn posix_spawn_file_actions_adddup2
        posix_spawn_file_actions_destroy posix_spawn_file_actions_init posix_spawn_file_actions_t posix_spawnattr_destroy
        posix_spawnattr_init posix_spawnattr_setflags posix_spawnattr_setsigdefault posix_spawnattr_setsigmask
        posix_spawnattr_t rlim_cur rlim_max rlim_t rlimit send setrlimit setsockopt sigaddset sigemptyset sigset_t
        atexit makedev mknod socketpair socklen_t strdup
        gmtime_r log10 log2 time_t tm tm_hour tm_mday tm_min tm_mon tm_sec tm_year
        close closedir d_name d_type dirent errno events exit exp f_bavail f_frsize fchmod fchown fcntl fd fdopendir
        fileno flock floor fmod free fstat fstatat fsync ftruncate getcwd getenv geteuid getpgid getpid getppid getrusage
        getuid gid_t inflate inflateEnd inflateInit2_ isatty kill l_len l_pid l_start l_type l_whence link linkat log
        lseek lstat malloc memchr memcmp memcpy memmove memset mkdir mkdirat mkdtemp mkfifo mkstemp mmap mode_t munmap
        CLOCK_MONOTONIC SIGXFSZ _exit SA_ONSTACK SA_RESETHAND SIGBUS SIGFPE SIGILL SS_DISABLE pthread_equal pthread_self raise sa_flags
        sigaltstack ss_flags ss_size ss_sp stack_t TIOCGWINSZ winsize ws_col
        next_in next_out off_t open openat opendir pMethods pid_t poll pollfd pow pread pwrite read readdir readlink
        readlinkat realpath rename renameat revents rmdir ru_maxrss rusage setenv sigaction signal sleep sqrt st_dev st_gid
        st_ino st_mode st_nlink st_size st_uid stat statvfs strerror strlen symlink sysconf timespec truncate tv_nsec
        tv_sec uid_t umask unlink unlinkat unsetenv usleep utimes waitpid write xFileSize xRead z_stream z_stream_s
        """.split(whereSeparator: \.isWhitespace).map(String.init))
}

/// A version of a platform.
struct Version: Comparable, CustomStringConvertible, Sendable {
    let major, minor: Int

    init(_ major: Int, _ minor: Int = 0) { (self.major, self.minor) = (major, minor) }

    var description: String { minor == 0 ? "\(major)" : "\(major).\(minor)" }

    static func < (first: Version, second: Version) -> Bool {
        (first.major, first.minor) < (second.major, second.minor)
    }
}
