import Foundation
import PermafrostStore

/// The other users of a store, who must do no harm while the store moves.
struct StoreUsers {
    let store: String

    /// The time in seconds to wait for other connections that have the store open.
    private static let timeout = 1.0

    /// The number of times that opening the store is tried.
    private static let attempts = 3

    private var hasBytes: Bool { FileStatus(at: store).map { $0.isRegular && $0.bytes > 0 } ?? false }

    /// Switches the store from write-ahead logging to another journal mode. A process that has opened the store's file
    /// and hasn't read it yet then does no harm after the move. With write-ahead logging, it would create its
    /// `-wal` next to the restored store, and SQLite would replay it there. Without write-ahead logging, SQLite refuses
    /// to write to a file that was moved.
    ///
    /// A store that can't be opened stays unchanged. So does a store that others continue to use after a rollback has
    /// waited for them: their `-wal` moves with the store. A call that fails once is tried again.
    ///
    /// - Throws: ``MigrationError`` with `.busy(.inUse)` if others have the store open and `refusesUsers` is true.
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

    /// Overwrites what a failed commit may have left in the `-wal`, so that no later opening finds it.
    ///
    /// If a sync of the `-wal` fails, the commit throws, but its frames can be complete nevertheless. Nobody sees them
    /// as long as the store is open. If all processes end without closing it, SQLite reads the `-wal` again, finds the
    /// frames, and the commit takes effect. A commit that changes nothing is written over the first of these frames,
    /// which prevents that. If nobody has the store open, the frames are found at once and take effect.
    ///
    /// - Throws: `SQLiteError` if this can't be done now. A file that isn't a sound store stays unchanged; this isn't
    ///   an error.
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

    /// Returns a connection that prevents others from writing to the store while it moves, or nil if it can't be opened
    /// or others write all the time. A call that fails once is tried again, so that it doesn't let others write.
    ///
    /// The connection is closed after the move. SQLite then notices that the file has left its place, and leaves the
    /// `-wal` unchanged.
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
