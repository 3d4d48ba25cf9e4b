#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

package struct SQLiteError: Error, Sendable, Hashable {
    /// The extended result code.
    package var code: Int32
    package var message: String
    /// The statement that failed, or nil if a call without a statement failed.
    package var sql: String?
    package var path: String
    /// The system's error number if a file couldn't be opened, or couldn't grow because of a full disk or a limit. For
    /// any other failure, 0.
    package var systemError: Int32 = 0

    package init(code: Int32, message: String, sql: String? = nil, path: String) {
        self.code = code
        self.message = message
        self.sql = sql
        self.path = path
    }

    /// Whether the system denied this process access to an existing file, because of the file's permissions (`EACCES`)
    /// or its data protection.
    ///
    /// Data protection denies access until the device is unlocked. It causes the system error `EPERM` or, on Apple's
    /// platforms, SQLite's result code 23.
    package var isDenied: Bool { isProtected || systemError == EACCES }

    /// Whether the volume is full or the user's quota is used up.
    ///
    /// This includes every failure to enlarge the index of a `-wal` (`SQLITE_IOERR_SHMSIZE`), because SQLite doesn't
    /// keep the system's error number for it.
    package var isFullDisk: Bool {
        primaryCode == 13 || code == 10 | 19 << 8
            || [10, 14].contains(primaryCode) && [ENOSPC, EDQUOT].contains(systemError)
    }

    /// Whether the file's data protection, or another system rule, currently denies all processes access to the file.
    package var isProtected: Bool { systemError == EPERM || primaryCode == 23 }

    /// The primary result code, which is the extended code without its details.
    package var primaryCode: Int32 { code & 0xFF }
}

extension SQLiteError: CustomStringConvertible {
    package var description: String { "\(message) (SQLite \(code))" }
}
