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
    /// - Parameter milliseconds: the longest time to wait; then the statement fails with code 5.
    package func waitForOthers(milliseconds: Int) {
        patience.limit = .milliseconds(milliseconds)
        sqlite3_busy_handler(
            handle,
            { context, count in
                guard let context else { return 0 }
                return Unmanaged<Patience>.fromOpaque(context).takeUnretainedValue().wait(isFirst: count == 0) ? 1 : 0
            }, Unmanaged.passUnretained(patience).toOpaque())
    }

    /// How long a connection waits for one lock.
    final class Patience {
        var limit = Duration.zero
        private var start = ContinuousClock.now

        /// Waits a little; false where the time is over.
        func wait(isFirst: Bool) -> Bool {
            if isFirst { start = .now }
            guard ContinuousClock.now - start < limit else { return false }
            usleep(.random(in: 500...4000))
            return true
        }
    }
}
