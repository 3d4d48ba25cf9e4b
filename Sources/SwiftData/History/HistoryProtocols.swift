import Foundation

/// One save, as a store's history keeps it.
public protocol HistoryTransaction: Hashable, Identifiable, Sendable {
    /// What marks a place in the history.
    associatedtype TokenType: Comparable, Hashable, Identifiable, Sendable
    /// Identifies the transaction in its store.
    associatedtype TransactionIdentifier: Comparable, Hashable, Sendable

    /// The author of the context that saved; nil if it had none.
    var author: String? { get }
    /// What was saved, in order.
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

/// A place in a history: what comes after it is new to the app that kept it.
public protocol HistoryToken: Comparable, Codable, Hashable, Identifiable, Sendable {
    /// What the place is told by.
    associatedtype TokenType: Codable, Hashable, Sendable

    /// What the place is told by.
    var tokenValue: TokenType? { get }
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

/// An insertion of an object.
public protocol HistoryInsert<Model>: Sendable {
    /// The object's class.
    associatedtype Model: PersistentModel
    /// Identifies the change in its store.
    associatedtype ChangeIdentifier: Comparable, Hashable, Sendable
    /// Identifies the transaction in its store.
    associatedtype TransactionIdentifier: Comparable, Hashable, Sendable

    /// The transaction's identity in its store.
    var transactionIdentifier: TransactionIdentifier { get }
    /// The change's identity in its store.
    var changeIdentifier: ChangeIdentifier { get }
    /// The object.
    var changedPersistentIdentifier: PersistentIdentifier { get }
}

/// A change of an object's properties.
public protocol HistoryUpdate<Model>: Sendable {
    /// The object's class.
    associatedtype Model: PersistentModel
    /// Identifies the change in its store.
    associatedtype ChangeIdentifier: Comparable, Hashable, Sendable
    /// Identifies the transaction in its store.
    associatedtype TransactionIdentifier: Comparable, Hashable, Sendable
    /// A property that was changed.
    typealias PropertyUpdate = PartialKeyPath<Model> & Sendable

    /// The transaction's identity in its store.
    var transactionIdentifier: TransactionIdentifier { get }
    /// The change's identity in its store.
    var changeIdentifier: ChangeIdentifier { get }
    /// The object.
    var changedPersistentIdentifier: PersistentIdentifier { get }
    /// The properties that were changed, relationships among them.
    var updatedAttributes: [any PartialKeyPath<Model> & Sendable] { get }
}

/// A deletion of an object.
public protocol HistoryDelete<Model>: Sendable {
    /// The object's class.
    associatedtype Model: PersistentModel
    /// Identifies the change in its store.
    associatedtype ChangeIdentifier: Comparable, Hashable, Sendable
    /// Identifies the transaction in its store.
    associatedtype TransactionIdentifier: Comparable, Hashable, Sendable

    /// The transaction's identity in its store.
    var transactionIdentifier: TransactionIdentifier { get }
    /// The change's identity in its store.
    var changeIdentifier: ChangeIdentifier { get }
    /// The object.
    var changedPersistentIdentifier: PersistentIdentifier { get }
    /// The values that `@Attribute(.preserveValueOnDeletion)` asks to keep.
    var tombstone: HistoryTombstone<Model> { get }
}
