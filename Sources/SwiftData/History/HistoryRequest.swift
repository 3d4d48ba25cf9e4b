import Foundation
import PermafrostStore

/// A fetch or deletion of transactions in the history of a container's stores.
struct HistoryRequest {
    private let descriptor: HistoryDescriptor<DefaultHistoryTransaction>

    /// Creates a request from a descriptor.
    ///
    /// - Throws: `SwiftDataError.invalidTransactionFetchRequest` if the descriptor's type of transaction isn't
    ///   supported.
    init<T: HistoryTransaction>(_ descriptor: HistoryDescriptor<T>) throws {
        guard let descriptor = descriptor as? HistoryDescriptor<DefaultHistoryTransaction> else {
            throw SwiftDataError(
                .invalidTransactionFetchRequest, "The history consists of DefaultHistoryTransaction, not \(T.self).")
        }
        self.descriptor = descriptor
    }

    /// Returns the matching transactions in the descriptor's order. Without an order, the transactions of one store are
    /// sorted by number, and the transactions of several stores by time.
    func transactions(_ container: OpenContainer) throws -> [DefaultHistoryTransaction] {
        let histories = try container.stores.map { store in
            try store.snapshot { try read(HistoryTables(store: store, container: container)) }
        }
        var result = merged(histories)
        if !descriptor.sortBy.isEmpty { result.sort(using: descriptor.sortBy) }
        if descriptor.fetchLimit > 0 { result = Array(result.prefix(Int(clamping: descriptor.fetchLimit))) }
        return result
    }

    /// Deletes the matching transactions in each store.
    ///
    /// - Throws: `ContextFailure.readOnly` if a store's configuration doesn't allow saving.
    func delete(_ container: OpenContainer) throws {
        for store in container.stores {
            guard store.configuration.allowsSave else { throw ContextFailure.readOnly }
            try store.transaction {
                let history = HistoryTables(store: store, container: container)
                try history.delete(read(history).map(\.transactionIdentifier))
            }
        }
    }

    /// The tokens in the predicate that every matching transaction must come after.
    private var tokens: [DefaultHistoryToken] {
        (descriptor.predicate?.expression as? any HistoryBound)?.tokens ?? []
    }

    /// Returns the transactions of one store that match the predicate.
    ///
    /// - Throws: `SwiftDataError.historyTokenExpired` if one of ``tokens`` has expired or belongs to a different
    ///   history.
    private func read(_ history: HistoryTables) throws -> [DefaultHistoryTransaction] {
        for token in tokens { try history.check(token) }
        let first = tokens.map { $0.number(in: history.store.identifier) }.max() ?? 0
        let heads = try history.transactions(after: first)
        guard let predicate = descriptor.predicate else { return try heads.map(history.withChanges) }
        // Read only the changes of matching transactions, unless the predicate depends on changes.
        guard !Self.mentions(\DefaultHistoryTransaction.changes, predicate.expression) else {
            return try heads.map(history.withChanges).filter { try predicate.evaluate($0) }
        }
        return try heads.filter { try predicate.evaluate($0) }.map(history.withChanges)
    }

    private static func mentions(_ keyPath: AnyKeyPath, _ expression: any PredicateExpression) -> Bool {
        Mirror(reflecting: expression).children.contains { child in
            child.value as? AnyKeyPath == keyPath
                || (child.value as? any PredicateExpression).map { mentions(keyPath, $0) } ?? false
        }
    }

    /// Merges the transactions of all stores by timestamp. If there are several stores, each transaction gets a new
    /// token. For each other store, the token contains the number of the preceding transaction or, if no transaction
    /// precedes, the number from the predicate's tokens.
    private func merged(_ histories: [[DefaultHistoryTransaction]]) -> [DefaultHistoryTransaction] {
        guard histories.count > 1 else { return histories.first ?? [] }
        var numbers = tokens.reduce(into: DefaultHistoryToken.TokenType()) { numbers, token in
            numbers.merge(token.tokenValue ?? [:], uniquingKeysWith: max)
        }
        return histories.joined().sorted { $0.timestamp < $1.timestamp }.map { transaction in
            let store = transaction.storeIdentifier
            numbers[store] = max(numbers[store] ?? 0, transaction.transactionIdentifier)
            return transaction.with(token: DefaultHistoryToken(numbers, storeIdentifier: store))
        }
    }
}

/// A part of a predicate, such as `$0.token > token`, that can require a later position than a token's.
private protocol HistoryBound {
    /// The tokens that every transaction comes after if it matches this part of the predicate.
    var tokens: [DefaultHistoryToken] { get }
}

extension PredicateExpressions.Comparison: HistoryBound {
    var tokens: [DefaultHistoryToken] {
        typealias Transaction = PredicateExpressions.Variable<DefaultHistoryTransaction>
        typealias Place = PredicateExpressions.KeyPath<Transaction, DefaultHistoryToken>
        typealias Token = PredicateExpressions.Value<DefaultHistoryToken>
        switch op {
        case .greaterThan:
            guard let place = lhs as? Place, place.keyPath == \.token, let token = rhs as? Token else { return [] }
            return [token.value]
        case .lessThan:
            guard let place = rhs as? Place, place.keyPath == \.token, let token = lhs as? Token else { return [] }
            return [token.value]
        default: return []
        }
    }
}

extension PredicateExpressions.Conjunction: HistoryBound {
    var tokens: [DefaultHistoryToken] {
        ((lhs as? any HistoryBound)?.tokens ?? []) + ((rhs as? any HistoryBound)?.tokens ?? [])
    }
}
