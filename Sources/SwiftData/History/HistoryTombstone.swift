/// The part of a deleted object that the history keeps: the values of the attributes with `.preserveValueOnDeletion`.
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
