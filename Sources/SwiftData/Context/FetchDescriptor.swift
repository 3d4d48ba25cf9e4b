import Foundation

/// What to fetch: the objects of a class that meet a predicate, in an order.
public struct FetchDescriptor<T: PersistentModel>: @unchecked Sendable {
    // Key paths are why the compiler cannot tell; those of a model's properties hold nothing that could change.

    /// What the objects must meet; nil for all.
    public var predicate: Predicate<T>?
    /// The order; empty for none in particular.
    public var sortBy: [SortDescriptor<T>]
    /// The most objects to fetch; nil for all.
    public var fetchLimit: Int?
    /// How many objects to leave out at the start.
    public var fetchOffset: Int?
    /// Whether changes count that are not saved.
    public var includePendingChanges = true
    /// The properties that will be read. An object's own values always come at once, so that this changes nothing.
    public var propertiesToFetch: [PartialKeyPath<T>] = []
    /// The relationships that will be read, fetched along with the objects.
    public var relationshipKeyPathsForPrefetching: [PartialKeyPath<T>] = []

    /// A descriptor with that predicate and order.
    public init(predicate: Predicate<T>? = nil, sortBy: [SortDescriptor<T>] = []) {
        self.predicate = predicate
        self.sortBy = sortBy
    }
}
