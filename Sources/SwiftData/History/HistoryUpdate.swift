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

/// A change of an object's properties, as the history of a container's store keeps it.
public struct DefaultHistoryUpdate<Model: PersistentModel>: HistoryUpdate {
    /// Identifies the change in its store.
    public typealias ChangeIdentifier = Int64
    /// Identifies the transaction in its store.
    public typealias TransactionIdentifier = Int64
    /// A property that was changed.
    public typealias PropertyUpdate = PartialKeyPath<Model> & Sendable

    /// The transaction's number in its store.
    public let transactionIdentifier: Int64
    /// The change's number in its store.
    public let changeIdentifier: Int64
    /// The object.
    public let changedPersistentIdentifier: PersistentIdentifier
    /// The properties that were changed, relationships among them, in declaration order.
    public let updatedAttributes: [any PartialKeyPath<Model> & Sendable]

    /// Whether both are one change of one store.
    public static func == (left: DefaultHistoryUpdate, right: DefaultHistoryUpdate) -> Bool {
        left.changeIdentifier == right.changeIdentifier
            && left.changedPersistentIdentifier == right.changedPersistentIdentifier
    }

    /// Adds number and object.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(changeIdentifier)
        hasher.combine(changedPersistentIdentifier)
    }
}
