#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// An error from SQLite.
package struct SQLiteError: Error, Sendable, Hashable {
    /// The extended result code.
    package var code: Int32
    /// The message from SQLite.
    package var message: String
    /// The statement, if one was involved.
    package var sql: String?
    /// The path of the file.
    package var path: String
    /// The system's error number if SQLite couldn't open, read or write a file; 0 for every other failure.
    package var systemError: Int32 = 0

    package init(code: Int32, message: String, sql: String? = nil, path: String) {
        self.code = code
        self.message = message
        self.sql = sql
        self.path = path
    }

    /// Whether the system denied this process access to an existing file. The cause is either the file's permissions
    /// (`EACCES`), or its data protection until the device is unlocked (`EPERM`, or SQLite's own code on Apple's
    /// platforms).
    package var isDenied: Bool { isProtected || systemError == EACCES }

    /// Whether the volume is full or the user's quota is used up.
    ///
    /// SQLite doesn't keep the system's error number if it can't enlarge the index of a `-wal`
    /// (`SQLITE_IOERR_SHMSIZE`).
    package var isFullDisk: Bool {
        primaryCode == 13 || code == 10 | 19 << 8
            || [10, 14].contains(primaryCode) && [ENOSPC, EDQUOT].contains(systemError)
    }

    /// Whether the file's data protection, or another system rule, currently denies every process access to it.
    package var isProtected: Bool { systemError == EPERM || primaryCode == 23 }

    /// The primary result code, which is the extended code without its detail.
    package var primaryCode: Int32 { code & 0xFF }
}

extension SQLiteError: CustomStringConvertible {
    package var description: String { "\(message) (SQLite \(code))" }
}
