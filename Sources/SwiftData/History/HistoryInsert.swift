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

/// An insertion of an object, as the history of a container's store keeps it.
public struct DefaultHistoryInsert<Model: PersistentModel>: HistoryInsert {
    /// Identifies the change in its store.
    public typealias ChangeIdentifier = Int64
    /// Identifies the transaction in its store.
    public typealias TransactionIdentifier = Int64

    /// The transaction's number in its store.
    public let transactionIdentifier: Int64
    /// The change's number in its store.
    public let changeIdentifier: Int64
    /// The object.
    public let changedPersistentIdentifier: PersistentIdentifier

    /// Whether both are one change of one store.
    public static func == (left: DefaultHistoryInsert, right: DefaultHistoryInsert) -> Bool {
        left.changeIdentifier == right.changeIdentifier
            && left.changedPersistentIdentifier == right.changedPersistentIdentifier
    }

    /// Adds number and object.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(changeIdentifier)
        hasher.combine(changedPersistentIdentifier)
    }
}
