import Foundation

/// One save, as a store's history keeps it.
public protocol HistoryTransaction: Hashable, Identifiable, Sendable {
    /// The mark of a place in the history.
    associatedtype TokenType: Comparable, Hashable, Identifiable, Sendable
    /// Identifies the transaction in its store.
    associatedtype TransactionIdentifier: Comparable, Hashable, Sendable

    /// The author of the context that saved; nil if it had none.
    var author: String? { get }
    /// The saved changes, in order.
    var changes: [HistoryChange] { get }
    /// The UUID of the store.
    var storeIdentifier: String { get }
    /// When it was saved.
    var timestamp: Date { get }
    /// The place in the history behind this transaction.
    var token: TokenType { get }
    /// The transaction's identity in its store.
    var transactionIdentifier: TransactionIdentifier { get }
}

/// One save, as the history of a container's store keeps it.
public struct DefaultHistoryTransaction: HistoryTransaction {
    /// Identifies the transaction in its store.
    public typealias TransactionIdentifier = Int64
    /// The mark of a place in the history.
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

/// One change of a transaction.
public enum HistoryChange: Sendable {
    /// An object was inserted.
    case insert(any HistoryInsert)
    /// Properties of an object were changed.
    case update(any HistoryUpdate)
    /// An object was deleted.
    case delete(any HistoryDelete)

    /// The object.
    public var changedPersistentIdentifier: PersistentIdentifier {
        switch self {
        case .insert(let insert): insert.changedPersistentIdentifier
        case .update(let update): update.changedPersistentIdentifier
        case .delete(let delete): delete.changedPersistentIdentifier
        }
    }
}
