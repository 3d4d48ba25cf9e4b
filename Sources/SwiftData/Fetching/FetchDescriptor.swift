import Foundation
import PermafrostStore

/// A description of a fetch: the objects of a class that meet a predicate, in an order.
public struct FetchDescriptor<T: PersistentModel>: @unchecked Sendable {
    // Key paths are why the compiler cannot tell; those of a model's properties hold nothing that could change.

    /// The condition that the objects must meet; nil for all.
    public var predicate: Predicate<T>?
    /// The order; empty for none in particular.
    public var sortBy: [SortDescriptor<T>]
    /// The most objects to fetch; nil for all.
    public var fetchLimit: Int?
    /// The number of objects to leave out at the start.
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

extension ModelContext {
    /// The objects that a descriptor asks for.
    ///
    /// - Throws: `SwiftDataError.unsupportedPredicate` or `unsupportedSortDescriptor` where SQL has no form of it, and
    ///   `modelValidationFailure` if a row does not fit its class.
    public func fetch<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [T] {
        try state.throwFailure()
        let request = try FetchRequest(descriptor, container)
        let objects: [T] = try wrapping { try request.objects(state) }
        for keyPath in descriptor.relationshipKeyPathsForPrefetching {
            guard let index = request.entity.property(at: keyPath) else { continue }
            for object in objects { state.resolve(object, index) }
        }
        try state.throwFailure()
        return objects
    }

    /// How many objects a descriptor asks for.
    ///
    /// - Throws: as ``fetch(_:)-(FetchDescriptor<T>)`` does.
    public func fetchCount<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> Int {
        try state.throwFailure()
        let request = try FetchRequest(descriptor, container)
        return try wrapping { try request.count(state) }
    }

    /// The identifiers of the objects that a descriptor asks for, whose values are not read.
    ///
    /// - Throws: as ``fetch(_:)-(FetchDescriptor<T>)`` does.
    public func fetchIdentifiers<T: PersistentModel>(_ descriptor: FetchDescriptor<T>) throws -> [PersistentIdentifier]
    {
        try state.throwFailure()
        let request = try FetchRequest(descriptor, container)
        return try wrapping { try request.identifiers(state) }
    }

    /// Runs code over the objects that a descriptor asks for, a batch at a time, so that memory does not grow with their
    /// number: no batch is kept for the next, unless its objects have changes or are held elsewhere.
    ///
    /// - Parameters:
    ///   - descriptor: what to fetch, and in which order.
    ///   - batchSize: how many objects are fetched at once.
    ///   - allowEscapingMutations: whether changes may stay unsaved in the context; else the code must leave none.
    ///   - block: the code, for each object.
    /// - Throws: what the code throws, and as ``fetch(_:)-(FetchDescriptor<T>)`` does.
    public func enumerate<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, batchSize: Int = 5000, allowEscapingMutations: Bool = false,
        block: (T) throws -> Void
    ) throws {
        try state.throwFailure()
        let request = try FetchRequest(descriptor, container)
        // The rows fix the set and the order, whatever the code changes.
        let rows = try wrapping { try request.rows(state) }
        for batch in rows.batches(of: max(1, batchSize)) {
            let hadChanges = hasChanges
            let mark = state.beginBatch()
            defer { state.endBatch(mark) }
            for object in try wrapping({ try request.objects(batch, state) }) where !object.isDeleted {
                try block(object)
            }
            if !allowEscapingMutations, !hadChanges, hasChanges { try save() }
        }
        try state.throwFailure()
    }

    /// The object of an identifier: one in memory, or one whose values are read when they are needed.
    ///
    /// The call has no error to throw. Where there is no such row, the object has no values; where the identifier's entity is
    /// not of the container, or it is the temporary one of an object that is not inserted here, the object is none of the
    /// app's classes, and belongs to no context. Either is reported by the next fetch or save. (Apple's framework ends the
    /// process there.) ``registeredModel(for:)`` and a fetch by identifier answer nil.
    public func model(for persistentModelID: PersistentIdentifier) -> any PersistentModel {
        if let known = state.known(persistentModelID) { return known }
        guard let entity = container.entity(of: persistentModelID), case .row(let key) = persistentModelID.key else {
            state.note(.unknownObject("\(persistentModelID)"))
            return UnknownModel()
        }
        do { return state.object(try state.concrete(entity, key), key) } catch {
            state.note(ContextFailure(error, reading: entity.name, key: key))
            return UnknownModel()
        }
    }

    /// The object of an identifier, if it is in memory.
    public func registeredModel<T: PersistentModel>(for persistentModelID: PersistentIdentifier) -> T? {
        state.known(persistentModelID) as? T
    }

    /// Runs `body` and gives its errors the forms that the API throws.
    func wrapping<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch let failure as ContextFailure {
            throw failure.swiftDataError
        } catch let error as SQLiteError {
            throw CoreDataError(code: 256, text: "SQLite could not read the store.", reason: error.message).error
        }
    }
}

extension ContextState {
    /// The object of an identifier, if it is in memory.
    func known(_ identifier: PersistentIdentifier) -> (any PersistentModel)? {
        switch identifier.key {
        case .row(let key):
            return container.entity(of: identifier).flatMap { registered($0, key) }
        case .temporary: return inserted.first { $0.persistentModelID == identifier }
        }
    }

    /// The object of an identifier; nil if its row is gone.
    func object(of identifier: PersistentIdentifier, _ entity: EntityStorage) throws -> (any PersistentModel)? {
        if let known = known(identifier), !known._modelStorage.isFault { return known }
        guard case .row(let key) = identifier.key else { return nil }
        return try objects(entity, entity.rows(where: "t.Z_PK = ?"), [.integer(key)]).first
    }
}

extension ModelContext {
    /// The object that ``ModelContext/model(for:)`` returns for an identifier without a row in the container: it must return one.
    @Model final class UnknownModel {
        init() {}
    }
}
