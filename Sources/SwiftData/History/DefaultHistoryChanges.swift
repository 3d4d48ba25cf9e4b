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

/// A deletion of an object, as the history of a container's store keeps it.
public struct DefaultHistoryDelete<Model: PersistentModel>: HistoryDelete {
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
    /// The values that `@Attribute(.preserveValueOnDeletion)` asks to keep.
    public let tombstone: HistoryTombstone<Model>

    /// Whether both are one change of one store.
    public static func == (left: DefaultHistoryDelete, right: DefaultHistoryDelete) -> Bool {
        left.changeIdentifier == right.changeIdentifier
            && left.changedPersistentIdentifier == right.changedPersistentIdentifier
    }

    /// Adds number and object.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(changeIdentifier)
        hasher.combine(changedPersistentIdentifier)
    }
}

/// What the history keeps of a deleted object: the values of the attributes with `.preserveValueOnDeletion`.
public struct HistoryTombstone<Model: PersistentModel>: Sequence, Sendable {
    /// A value.
    public typealias Element = Any

    private let places: [PartialKeyPath<Model> & Sendable]
    private let values: [any Sendable]

    /// - Parameter kept: the attributes that have a value, with it.
    init(_ kept: [(keyPath: PartialKeyPath<Model> & Sendable, value: any Sendable)]) {
        places = kept.map(\.keyPath)
        values = kept.map(\.value)
    }

    /// The value of an attribute; nil if the object had none, or the history keeps none.
    public subscript(keyPath: PartialKeyPath<Model>) -> (any Sendable)? {
        places.firstIndex { $0 == keyPath }.map { values[$0] }
    }

    /// The values, in the order of the attributes' names.
    public func makeIterator() -> Iterator { Iterator(rest: values[...]) }

    /// The values of a tombstone, one after another.
    public struct Iterator: IteratorProtocol {
        /// A value.
        public typealias Element = Any

        fileprivate var rest: ArraySlice<any Sendable>

        /// The next value.
        public mutating func next() -> Any? { rest.popFirst() }
    }
}
