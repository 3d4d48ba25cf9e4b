/// A collection with any element type.
protocol CollectionType {
    static var kind: CollectionKind { get }
}
