import Foundation
import PermafrostModel
import PermafrostStore

/// Functions that protect a store from the writes of other connections while a restore moves the store.
struct StoreUsers {
    let store: String
    /// The time that is left to wait for other connections.
    var patience = Patience()

    /// The maximum time that the functions which share this value wait for other connections together. A restore has one
    /// value for all of its steps.
    final class Patience: Sendable {
        /// The maximum time in seconds that one function waits.
        private static let timeout = 1.0

        private let left: Locked<Double>

        /// Creates a limit in seconds.
        init(_ limit: Double = 4) {
            left = Locked(limit)
        }

        /// Calls `body` with the time in seconds that it may wait, and subtracts the time that it takes.
        func wait<Result>(_ body: (_ timeout: Double) throws -> Result) rethrows -> Result {
            let start = ContinuousClock.now
            defer {
                let passed = (ContinuousClock.now - start) / .seconds(1)
                left.withLock { $0 = max(0, $0 - passed) }
            }
            return try body(min(left.withLock { $0 }, Self.timeout))
        }
    }

    /// The maximum number of attempts to open the store.
    private static let attempts = 3

    private var hasBytes: Bool { FileStatus(at: store).map { $0.isRegular && $0.bytes > 0 } ?? false }

    /// Switches the store from write-ahead logging to a rollback journal, before the store's files are moved.
    ///
    /// Another process may have opened the store's file without reading it yet. If the moved store used write-ahead
    /// logging, that process would create a `-wal` next to the restored store, and SQLite would replay it there. With a
    /// rollback journal, SQLite refuses to write to a file that was moved.
    ///
    /// An attempt that fails for a reason other than a busy store is repeated. If the last attempt fails too, the store
    /// stays unchanged.
    ///
    /// - Parameter refusesUsers: whether to throw an error if other connections still use the store after the timeout.
    ///   If false, the store stays unchanged, and its `-wal` moves with it.
    /// - Throws: ``MigrationError`` with `.busy(.inUse)` if another connection has the store open and `refusesUsers` is
    ///   true.
    func leaveLog(refusesUsers: Bool) throws(MigrationError) {
        guard hasBytes else { return }
        for _ in 0..<Self.attempts {
            do {
                let alone = try patience.wait { try StoreOpening(path: store).connectExclusively(timeout: $0) }
                _ = try alone.rows("PRAGMA journal_mode=DELETE")
                return
            } catch {
                guard let error = error as? SQLiteError, [5, 6].contains(error.primaryCode) else { continue }
                guard refusesUsers else { return }
                throw MigrationError(.busy(.inUse), underlying: error)
            }
        }
    }

    /// Switches the store back to write-ahead logging after a restore is given up. If a store uses a rollback journal,
    /// ``StoreOpening/isOpen()`` doesn't detect that another process has it open.
    ///
    /// Tries repeatedly, because SQLite rejects the change while another connection reads. If no attempt succeeds, the
    /// store keeps its rollback journal, and stays usable.
    func returnToLog() {
        guard hasBytes else { return }
        patience.wait { timeout in
            let end = ContinuousClock.now + .seconds(timeout)
            repeat {
                do {
                    let connection = try SQLiteConnection(path: store, mode: .create)
                    try connection.requireDurableCommits()
                    _ = try connection.rows("PRAGMA journal_mode=WAL")
                    return
                } catch {
                    guard let error = error as? SQLiteError, [5, 6].contains(error.primaryCode) else { return }
                }
                Thread.sleep(forTimeInterval: 0.01)
            } while ContinuousClock.now < end
        }
    }

    /// Overwrites the frames that a failed commit may have left in the `-wal`, so that SQLite doesn't apply them later.
    ///
    /// If a sync of the `-wal` fails, the commit throws, but its frames may be complete. While the store is open, no
    /// connection sees them. If all processes end without closing the store, SQLite reads the `-wal` again and finds
    /// the frames, and the commit takes effect. To prevent that, this function overwrites the first of these frames
    /// with a commit that changes nothing. If nothing has the store open, the frames take effect at once.
    ///
    /// - Throws: `SQLiteError` if this can't be done now. A file that isn't a sound store stays unchanged; this isn't
    ///   an error.
    func settleLog() throws {
        guard hasBytes, FileStatus.bytes(at: store + "-wal") > 0 else { return }
        do {
            try patience.wait { timeout in
                let connection = try SQLiteConnection(path: store, mode: .create)
                connection.setBusyTimeout(milliseconds: Int(timeout * 1000))
                try connection.requireDurableCommits()
                let version = try connection.rows("PRAGMA user_version").first?.first
                guard case .integer(let number)? = version else { return }
                try connection.execute("BEGIN IMMEDIATE; PRAGMA user_version=\(number); COMMIT")
            }
        } catch let error as SQLiteError {
            guard StoreFacts.isDamage(error) else { throw error }
        }
    }

    /// Returns a connection that prevents other connections from writing to the store while the store moves. Returns
    /// nil if the store can't be opened, or if another connection still writes during the last attempt. An attempt that
    /// fails because another connection writes is repeated.
    ///
    /// The connection is closed after the move. SQLite then detects that the file has moved, and leaves the `-wal`
    /// unchanged.
    func keepWritersOut() -> SQLiteConnection? {
        guard hasBytes else { return nil }
        for _ in 0..<Self.attempts {
            do {
                return try patience.wait { timeout in
                    let connection = try SQLiteConnection(path: store, mode: .create)
                    connection.setBusyTimeout(milliseconds: Int(timeout * 1000))
                    try connection.execute("BEGIN IMMEDIATE")
                    return connection
                }
            } catch {
                guard let error = error as? SQLiteError, [5, 6].contains(error.primaryCode) else { return nil }
            }
        }
        return nil
    }
}
