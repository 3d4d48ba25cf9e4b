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
        let entity = try container.entity(of: type)
        guard let (query, parameters) = container.predicates.query(of: predicate, entity, limits) else { return nil }
        var found = FetchedObjects(expecting: type)
        try wrapping { try state.collect(entity, query, parameters, into: &found) }
        try state.throwFailure()
        return found
    }
}

extension ModelContext {
    /// The numbers of objects to skip and to return.
    @usableFromInline
    struct FetchLimits: Equatable {
        /// The maximum number of objects, or nil for all.
        let limit: Int?
        /// The number of objects to skip, or nil to skip none.
        let offset: Int?

        /// Creates limits. Nil means that there is no limit.
        @usableFromInline
        init(limit: Int?, offset: Int?) {
            self.limit = limit
            self.offset = offset
        }

        /// The SQL clauses for the limits. A negative number counts as 0.
        var clause: String {
            switch (limit, offset) {
            case (nil, nil): ""
            case (let limit?, nil): " LIMIT " + String(max(0, limit))
            case (let limit?, let offset?): " LIMIT \(max(0, limit)) OFFSET \(max(0, offset))"
            case (nil, let offset?): " LIMIT -1 OFFSET \(max(0, offset))"
            }
        }
    }
}

extension ModelContext {
    /// The objects of a fetch.
    ///
    /// In generic code, an array looks up its own type for each appended object. To avoid that, the objects are collected in
    /// an array of references.
    @usableFromInline
    struct FetchedObjects: ContextState.ObjectCollector {
        /// The class that most objects are likely to have.
        private let expected: AnyClass
        /// Whether every object has exactly the expected class.
        @usableFromInline private(set) var areExpected = true
        /// The objects in the order of the fetch.
        @usableFromInline private(set) var found: [AnyObject] = []

        /// Creates an empty collection.
        ///
        /// - Parameter expected: the class that most objects are likely to have.
        init(expecting expected: AnyClass) { self.expected = expected }

        /// Adds an object. It must be an object of a model class.
        mutating func append(_ object: consuming any PersistentModel) {
            let reference: AnyObject = consume object
            if type(of: reference) != expected { areExpected = false }
            found.append(consume reference)
        }

        /// Returns the objects of a class and its subclasses.
        ///
        /// - Parameter type: the expected class.
        @inlinable
        consuming func objects<Model: PersistentModel>(of type: Model.Type) -> [Model] {
            guard areExpected else { return found.compactMap { $0 as? Model } }
            // The class of each object was checked. An array of references to any class has the same layout as an array of
            // references to a specific class, so the array doesn't need to be copied, which would double its memory.
            return unsafeBitCast(found, to: [Model].self)
        }
    }
}
