import Foundation

/// A request for transactions in the history.
///
/// Pass a descriptor to ``ModelContext/fetchHistory(_:)`` to read the saves of other contexts and processes, or to
/// ``ModelContext/deleteHistory(_:)``. Keep the last transaction's token, and fetch only later transactions the next
/// time:
///
/// ```swift
/// import Foundation
/// import SwiftData
///
/// func transactions(
///     after token: DefaultHistoryToken, in context: ModelContext
/// ) throws -> [DefaultHistoryTransaction] {
///     let descriptor = HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.token > token })
///     return try context.fetchHistory(descriptor)
/// }
/// ```
///
/// If the predicate requires a later token in this way, only the transactions after the token are read. All other
/// conditions are evaluated in memory for each transaction that is read.
public struct HistoryDescriptor<TransactionType: HistoryTransaction> {
    /// The condition that transactions must satisfy, or nil for all transactions.
    public var predicate: Predicate<TransactionType>?
    /// The order, or an empty array for the order of the saves.
    public var sortBy: [SortDescriptor<TransactionType>] = []
    /// The maximum number of transactions to fetch, or 0 for all. It's applied after sorting.
    public var fetchLimit: UInt64 = 0

    /// Creates a request with a condition.
    ///
    /// - Parameter predicate: the condition, or nil for all transactions.
    public init(predicate: Predicate<TransactionType>? = nil) {
        self.predicate = predicate
    }

    /// Creates a request with a condition and an order.
    ///
    /// - Parameters:
    ///   - predicate: the condition, or nil for all transactions.
    ///   - sortBy: the order, or an empty array for the order of the saves.
    public init(predicate: Predicate<TransactionType>? = nil, sortBy: [SortDescriptor<TransactionType>] = []) {
        self.predicate = predicate
        self.sortBy = sortBy
    }
}

extension ModelContext {
    /// Returns the transactions that match a descriptor, including the saves of other contexts and other processes.
    ///
    /// If there are several stores, their transactions are merged by timestamp.
    ///
    /// > Important: The call reads the stores and blocks. Without a predicate, it reads the complete history into
    /// > memory.
    ///
    /// - Parameter descriptor: the request. Its transactions must be ``DefaultHistoryTransaction``.
    /// - Returns: the transactions with their changes, in the order of the request.
    /// - Throws: `SwiftDataError.historyTokenExpired` if the predicate requires transactions after a token that has
    ///   expired or belongs to a different history. Throws `invalidTransactionFetchRequest` if the request's
    ///   transactions aren't ``DefaultHistoryTransaction``. Throws an `NSError` with Core Data's code if SQLite fails.
    public func fetchHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws -> [T] {
        let request = try HistoryRequest(descriptor)
        return try wrapping { try request.transactions(state.container) } as? [T] ?? []
    }

    /// Deletes the transactions that match a request's predicate, in every store. Objects aren't affected.
    ///
    /// A store keeps its history until you delete it. Delete transactions after every program that reads the history
    /// has processed them:
    ///
    /// ```swift
    /// import Foundation
    /// import SwiftData
    ///
    /// func deleteHistory(before date: Date, in context: ModelContext) throws {
    ///     let descriptor = HistoryDescriptor<DefaultHistoryTransaction>(predicate: #Predicate { $0.timestamp < date })
    ///     try context.deleteHistory(descriptor)
    /// }
    /// ```
    ///
    /// > Warning: Without a predicate, the complete history is deleted. The request's order and limit are ignored. The
    /// > rows are deleted immediately and can't be restored.
    ///
    /// > Warning: If the first transaction after a token and all earlier transactions are deleted, the token expires.
    /// > This also affects tokens that other programs keep.
    ///
    /// - Parameter descriptor: the request. Its transactions must be ``DefaultHistoryTransaction``.
    /// - Throws: the errors of ``fetchHistory(_:)``, and `SwiftDataError.modelValidationFailure` if a store's
    ///   configuration doesn't allow saving. The transactions of the preceding stores are then already deleted.
    public func deleteHistory<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws {
        let request = try HistoryRequest(descriptor)
        try wrapping { try request.delete(state.container) }
    }
}
