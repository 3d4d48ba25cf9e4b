/// The values that the history keeps of a deleted object.
///
/// Mark the attributes whose values you need after a deletion with ``Schema/Attribute/Option/preserveValueOnDeletion``,
/// and read them here. A tombstone is a sequence of the values.
public struct HistoryTombstone<Model: PersistentModel>: Sequence, Sendable {
    /// The type of the values.
    public typealias Element = Any

    private let places: [PartialKeyPath<Model> & Sendable]
    private let values: [any Sendable]

    /// Creates a tombstone.
    ///
    /// - Parameter kept: the attributes that have a value, with the value.
    init(_ kept: [(keyPath: PartialKeyPath<Model> & Sendable, value: any Sendable)]) {
        places = kept.map(\.keyPath)
        values = kept.map(\.value)
    }

    /// Returns the value of an attribute; nil if the object had none, or if the history doesn't keep it.
    ///
    /// - Parameter keyPath: the key path of the attribute.
    public subscript(keyPath: PartialKeyPath<Model>) -> (any Sendable)? {
        places.firstIndex { $0 == keyPath }.map { values[$0] }
    }

    /// Returns an iterator over the values, in the order of the attributes' names.
    public func makeIterator() -> Iterator { Iterator(rest: values[...]) }

    /// An iterator over the values of a tombstone. A `for` loop over a ``HistoryTombstone`` creates it.
    public struct Iterator: IteratorProtocol {
        /// The type of the values.
        public typealias Element = Any

        fileprivate var rest: ArraySlice<any Sendable>

        /// Returns the next value; nil at the end.
        public mutating func next() -> Any? { rest.popFirst() }
    }
}
