import PermafrostModel

/// A summary of a store's persistent history: the times and numbers of transactions and changes, and the recorded
/// names.
package struct HistorySummary: Sendable, Hashable {
    /// The number of recorded transactions.
    package var transactionCount: Int
    /// The time of the earliest transaction, in seconds since 2001-01-01 UTC, or nil if there are no transactions.
    package var firstTime: Double?
    /// The time of the latest transaction, in seconds since 2001-01-01 UTC, or nil if there are no transactions.
    package var lastTime: Double?
    /// The number of recorded inserts.
    package var insertCount: Int
    /// The number of recorded updates.
    package var updateCount: Int
    /// The number of recorded deletes.
    package var deleteCount: Int
    /// The recorded bundle identifiers, and the names of processes, contexts and authors, up to a total of 100.
    package var names: [String]

    static let nameLimit = 100
}
