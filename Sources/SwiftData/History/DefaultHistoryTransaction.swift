import Foundation

/// One save, as the history of a container's store keeps it.
public struct DefaultHistoryTransaction: HistoryTransaction {
    /// Identifies the transaction in its store.
    public typealias TransactionIdentifier = Int64
    /// What marks a place in the history.
    public typealias TokenType = DefaultHistoryToken
    /// The transaction's number.
    public typealias ID = Int64

    /// The author of the context that saved; nil if it had none.
    public let author: String?
    /// The program that saved: on Linux its process's name.
    public let bundleIdentifier: String
    /// What was saved, in order. Changes of classes that are no longer of the schema are left out.
    public let changes: [HistoryChange]
    /// The name of the process that saved.
    public let processIdentifier: String
    /// The UUID of the store.
    public let storeIdentifier: String
    /// When it was saved.
    public let timestamp: Date
    /// The place in the history behind this transaction.
    public let token: DefaultHistoryToken
    /// The transaction's number in its store, higher than those of all before.
    public let transactionIdentifier: Int64

    func with(changes: [HistoryChange]? = nil, token: DefaultHistoryToken? = nil) -> DefaultHistoryTransaction {
        DefaultHistoryTransaction(
            author: author, bundleIdentifier: bundleIdentifier, changes: changes ?? self.changes,
            processIdentifier: processIdentifier, storeIdentifier: storeIdentifier, timestamp: timestamp,
            token: token ?? self.token, transactionIdentifier: transactionIdentifier)
    }

    /// The transaction's number in its store.
    public var id: Int64 { transactionIdentifier }

    /// Whether both are one transaction.
    public static func == (left: DefaultHistoryTransaction, right: DefaultHistoryTransaction) -> Bool {
        left.storeIdentifier == right.storeIdentifier && left.transactionIdentifier == right.transactionIdentifier
    }

    /// Adds store and number.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(storeIdentifier)
        hasher.combine(transactionIdentifier)
    }
}

/// A place in the histories of a container's stores: the number of each one's last transaction before it.
///
/// It is read with transactions, can be kept as JSON, and stays good until ``ModelContext/deleteHistory(_:)`` deletes what
/// comes after it; a fetch by it then throws `SwiftDataError.historyTokenExpired`.
public struct DefaultHistoryToken: HistoryToken {
    /// The number of the last transaction of each store, by the store's UUID.
    public typealias TokenType = [String: Int64]
    /// A number.
    public typealias ID = Int

    /// The number of the last transaction of each store, by the store's UUID.
    public let tokenValue: TokenType?
    /// The store of the transaction that the token came with.
    private let storeIdentifier: String

    init(_ numbers: TokenType, storeIdentifier: String) {
        tokenValue = numbers
        self.storeIdentifier = storeIdentifier
    }

    /// The number of the transaction that the token came with.
    public var id: Int { Int(clamping: number(in: storeIdentifier)) }

    func number(in store: String) -> Int64 { tokenValue?[store] ?? 0 }

    /// Whether the transaction that the right token came with is new to who holds the left one.
    public static func < (left: DefaultHistoryToken, right: DefaultHistoryToken) -> Bool {
        left.number(in: right.storeIdentifier) < right.number(in: right.storeIdentifier)
    }
}
