import Foundation
import PermafrostStore

/// Keeps those who have a store open from doing harm while the store moves.
struct StoreUsers {
    let store: String

    /// How long others may still take that have the store open, in seconds.
    private static let timeout = 1.0

    /// How often the store is opened that others are to be kept from.
    private static let attempts = 3

    private var hasBytes: Bool { FileStatus(at: store).map { $0.isRegular && $0.bytes > 0 } ?? false }

    /// Lets the store leave write-ahead logging, so that who has opened its file, and has read nothing of it yet, does no harm
    /// once it is moved: such a one would make its -wal beside the restored store, and SQLite would replay it there. Without
    /// write-ahead logging SQLite refuses to write to a file that was moved.
    ///
    /// A store that cannot be opened stays as it is, and so does one that others go on using whom a rollback does not wait for
    /// any longer: theirs is a -wal that moves with the store. A call that fails once is tried again.
    ///
    /// - Throws: ``MigrationError`` with `.busy(.inUse)` if others have the store open, and that is a reason not to go on.
    func leaveLog(refusesUsers: Bool) throws(MigrationError) {
        guard hasBytes else { return }
        for _ in 0..<Self.attempts {
            do {
                let alone = try StoreOpening(path: store).connectAlone(timeout: Self.timeout)
                _ = try alone.rows("PRAGMA journal_mode=DELETE")
                return
            } catch {
                guard let error = error as? SQLiteError, [5, 6].contains(error.primaryCode) else { continue }
                guard refusesUsers else { return }
                throw MigrationError(.busy(.inUse), underlying: error)
            }
        }
    }

    /// Takes the place of what a commit that failed may have left in the `-wal`, so that no later opening finds it.
    ///
    /// If a sync of the `-wal` fails, the commit throws, and its frames can be whole nevertheless. As long as somebody has the
    /// store open, nobody sees them. Once they are gone without having closed it, SQLite reads the `-wal` anew, finds the frames,
    /// and the commit stands. A commit that changes nothing is written over the first of them, and ends that. If nobody has the
    /// store open, the frames are found at once, and stand.
    ///
    /// - Throws: `SQLiteError` if that cannot be done now. A file that is not a sound store stays as it is; that is no error.
    func settleLog() throws {
        guard hasBytes, FileStatus.bytes(at: store + "-wal") > 0 else { return }
        do {
            let connection = try SQLiteConnection(path: store, mode: .create)
            connection.setBusyTimeout(milliseconds: Int(Self.timeout * 1000))
            try connection.requireDurableCommits()
            guard case .integer(let version)? = try connection.rows("PRAGMA user_version").first?.first else { return }
            try connection.execute("BEGIN IMMEDIATE; PRAGMA user_version=\(version); COMMIT")
        } catch {
            guard StoreFacts.isDamage(error) else { throw error }
        }
    }

    /// A connection that lets nobody else write to the store while it moves; nil if it cannot be opened, or others write all
    /// the time. A call that fails once does not let others write: it is tried again.
    ///
    /// It ends after the move. SQLite then sees that the file has left its place, and leaves the `-wal` alone.
    func keepWritersOut() -> SQLiteConnection? {
        guard hasBytes else { return nil }
        for _ in 0..<Self.attempts {
            do {
                let connection = try SQLiteConnection(path: store, mode: .create)
                connection.setBusyTimeout(milliseconds: Int(Self.timeout * 1000))
                try connection.execute("BEGIN IMMEDIATE")
                return connection
            } catch {
                guard ![5, 6].contains(error.primaryCode) else { return nil }
            }
        }
        return nil
    }
}
