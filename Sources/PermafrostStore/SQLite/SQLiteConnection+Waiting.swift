import Foundation

#if canImport(SQLite3)
    import SQLite3
#else
    import CSQLite
#endif

extension SQLiteConnection {
    /// Waits for other connections' locks up to a time, instead of failing at once.
    ///
    /// SQLite's own waiting looks again after up to 100 ms, and a process that saves without a pause leaves the store for
    /// less than one: a second process could wait for ten seconds in vain. This one looks every few milliseconds, at
    /// moments that no two processes share.
    ///
    /// - Parameter milliseconds: the longest time to wait in one step of a statement, what it does between two waits not
    ///   counted; then it fails with code 5.
    package func waitForOthers(milliseconds: Int) {
        patience.limit = .milliseconds(milliseconds)
        sqlite3_busy_handler(
            handle,
            { context, count in
                guard let context else { return 0 }
                return Unmanaged<Patience>.fromOpaque(context).takeUnretainedValue().wait(isFirst: count == 0) ? 1 : 0
            }, Unmanaged.passUnretained(patience).toOpaque())
    }

    /// How long a connection waits in one step of a statement.
    final class Patience {
        var limit = Duration.zero
        private var waited = Duration.zero

        /// Waits a little; false where the time is over.
        func wait(isFirst: Bool) -> Bool {
            if isFirst { waited = .zero }
            guard waited < limit else { return false }
            waited += ContinuousClock().measure { usleep(.random(in: 500...4000)) }
            return true
        }
    }
}
