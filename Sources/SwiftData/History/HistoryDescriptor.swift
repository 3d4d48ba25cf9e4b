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

extension ModelContext {
    /// The transactions that a descriptor asks for: what any context, of any process, has saved to the container's stores.
    ///
    /// - Throws: `SwiftDataError.historyTokenExpired` if the predicate asks for what comes after a token, and some of that
    ///   has been deleted; `invalidTransactionFetchRequest` for a type of transaction that is not
    ///   ``DefaultHistoryTransaction``, as the stores here have no other.
    public func fetchHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T] {
        let request = try HistoryRequest(descriptor)
        return try wrapping { try request.transactions(container) } as? [T] ?? []
    }

    /// Deletes the transactions that a descriptor's predicate asks for, of every store. The objects stay as they are.
    ///
    /// - Throws: as ``fetchHistory(_:)`` does, and where a store cannot be written.
    public func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws {
        let request = try HistoryRequest(descriptor)
        try wrapping { try request.delete(container) }
    }
}
