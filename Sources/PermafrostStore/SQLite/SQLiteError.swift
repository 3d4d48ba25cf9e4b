#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// What SQLite answered where it could not do what was asked.
package struct SQLiteError: Error, Sendable, Hashable {
    /// SQLite's extended result code.
    package var code: Int32
    /// SQLite's own message.
    package var message: String
    /// The statement, where one was involved.
    package var sql: String?
    /// The file's path.
    package var path: String
    /// The system's error number if SQLite couldn't open, read or write a file; 0 for every other failure.
    package var systemError: Int32 = 0

    /// An error of the given facts.
    package init(code: Int32, message: String, sql: String? = nil, path: String) {
        self.code = code
        self.message = message
        self.sql = sql
        self.path = path
    }

    /// Whether the system kept this process from a file that is there: its permissions do (`EACCES`), or its data protection
    /// does (`EPERM`, or SQLite's own code on Apple's platforms) until the device is unlocked.
    package var isDenied: Bool { isProtected || systemError == EACCES }

    /// Whether the volume has no space left, or the user none of his share.
    ///
    /// SQLite doesn't keep the system's number if it can't enlarge the index of a -wal (`SQLITE_IOERR_SHMSIZE`).
    package var isFullDisk: Bool {
        primaryCode == 13 || code == 10 | 19 << 8
            || [10, 14].contains(primaryCode) && [ENOSPC, EDQUOT].contains(systemError)
    }

    /// Whether the file's data protection, or another rule of the system, keeps every process from it for now.
    package var isProtected: Bool { systemError == EPERM || primaryCode == 23 }

    /// The primary result code: the extended one without its detail.
    package var primaryCode: Int32 { code & 0xFF }
}
