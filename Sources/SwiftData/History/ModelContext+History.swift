extension ModelContext {
    /// The transactions that a descriptor asks for: what any context, of any process, has saved to the container's stores.
    ///
    /// - Throws: `SwiftDataError.historyTokenExpired` where the predicate asks for what comes after a token, and some of that
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
