import Foundation

// Generic code in this module looks up the types that it uses each time it runs, which takes longer than a fetch of one
// row. So the most common fetch has two parts: one that is compiled with the code that fetches, where the types are
// known, and one that isn't generic.

extension ModelContext {
    /// Returns the objects of a request whose SQL is already known. Returns nil if the request has an order or reads
    /// ahead, or if its SQL isn't known or unsaved changes must be included.
    @inlinable
    func known<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T]? {
        guard let predicate = descriptor.predicate, descriptor.sortBy.isEmpty,
            descriptor.relationshipKeyPathsForPrefetching.isEmpty
        else { return nil }
        let found = try known(
            T.self, PredicateParts(predicate),
            FetchLimits(limit: descriptor.fetchLimit, offset: descriptor.fetchOffset),
            includesPendingChanges: descriptor.includePendingChanges)
        return found?.objects(of: T.self)
    }

    /// Returns the objects of a request without an order whose SQL is already known. Returns nil if it isn't known, or if
    /// unsaved changes must be included.
    ///
    /// - Throws: the errors of ``fetch(_:)``.
    @usableFromInline
    func known(
        _ type: any PersistentModel.Type, _ predicate: PredicateParts, _ limits: FetchLimits,
        includesPendingChanges: Bool
    ) throws -> FetchedObjects? {
        try state.throwFailure()
        if includesPendingChanges, state.hasChanges { return nil }
        let entity = try state.container.entity(of: type)
        guard let (query, parameters) = state.container.predicates.query(of: predicate, entity, limits) else {
            return nil
        }
        var found = FetchedObjects(expecting: type)
        try wrapping { try state.collect(entity, query, parameters, into: &found) }
        try state.throwFailure()
        return found
    }
}
