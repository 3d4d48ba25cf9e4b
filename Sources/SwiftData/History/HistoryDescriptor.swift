import Foundation

/// Which transactions of the history to fetch, or to delete.
public struct HistoryDescriptor<TransactionType: HistoryTransaction> {
    /// What the transactions must meet; nil for all.
    public var predicate: Predicate<TransactionType>?
    /// The order; empty for the order in which they were saved.
    public var sortBy: [SortDescriptor<TransactionType>] = []
    /// The most transactions to fetch; 0 for all.
    public var fetchLimit: UInt64 = 0

    /// A descriptor with that predicate.
    public init(predicate: Predicate<TransactionType>? = nil) {
        self.predicate = predicate
    }

    /// A descriptor with that predicate and order.
    public init(predicate: Predicate<TransactionType>? = nil, sortBy: [SortDescriptor<TransactionType>] = []) {
        self.predicate = predicate
        self.sortBy = sortBy
    }
}
