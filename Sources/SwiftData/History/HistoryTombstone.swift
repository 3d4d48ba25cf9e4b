/// The values that the history preserves when an object is deleted, as a sequence.
///
/// To preserve an attribute's value, mark the attribute with ``Schema/Attribute/Option/preserveValueOnDeletion``.
public struct HistoryTombstone<Model: PersistentModel>: Sequence, Sendable {
    /// The type of the values.
    public typealias Element = Any

    private let places: [PartialKeyPath<Model> & Sendable]
    private let values: [any Sendable]

    /// Creates a tombstone with preserved values.
    ///
    /// - Parameter kept: the key path and the value of each attribute with a preserved value, sorted by the attributes'
    ///   names.
    init(_ kept: [(keyPath: PartialKeyPath<Model> & Sendable, value: any Sendable)]) {
        places = kept.map(\.keyPath)
        values = kept.map(\.value)
    }

    /// Returns the value of an attribute. Returns nil if the value was nil, wasn't preserved, or doesn't match the
    /// attribute's current type.
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

        /// Returns the next value, or nil at the end.
        public mutating func next() -> Any? { rest.popFirst() }
    }
}
