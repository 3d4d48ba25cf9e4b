import Foundation
import PermafrostStore

extension ModelContext {
    /// The objects that a descriptor asks for.
    ///
    /// - Throws: `SwiftDataError.unsupportedPredicate` or `unsupportedSortDescriptor` where SQL has no form of it, and
    ///   `modelValidationFailure` where a row does not fit its class.
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
    ///   - batchSize: how many objects are fetched at once.
    ///   - allowEscapingMutations: whether changes may stay unsaved in the context; else the code must leave none.
    /// - Throws: what the code throws, and as ``fetch(_:)-(FetchDescriptor<T>)`` does.
    public func enumerate<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, batchSize: Int = 5000, allowEscapingMutations: Bool = false,
        block: (T) throws -> Void
    ) throws {
        // The identifiers fix the set and the order, whatever the code changes.
        let identifiers = try fetchIdentifiers(descriptor)
        let entity = try container.entity(of: T.self)
        let size = max(1, batchSize)
        for start in stride(from: 0, to: identifiers.count, by: size) {
            let hadChanges = hasChanges
            for identifier in identifiers[start..<min(start + size, identifiers.count)] {
                guard let object = try state.object(of: identifier, entity) as? T else { continue }
                try block(object)
            }
            if !allowEscapingMutations, !hadChanges, hasChanges { try save() }
        }
    }

    /// The object of an identifier: one in memory, or one whose values are read when they are needed.
    ///
    /// An identifier of another container's class has no object, and the call no error to throw: it ends the process, as
    /// on Apple's platforms. ``registeredModel(for:)`` and a fetch by identifier answer nil there.
    public func model(for identifier: PersistentIdentifier) -> any PersistentModel {
        if let known = state.known(identifier) { return known }
        guard let entity = container.entity(named: identifier.entityName), case .row(let key) = identifier.key
        else { fatalError("\(identifier) is not of this context's container.") }
        return state.object(state.concrete(entity, key), key)
    }

    /// The object of an identifier, if it is in memory.
    public func registeredModel<T: PersistentModel>(for identifier: PersistentIdentifier) -> T? {
        state.known(identifier) as? T
    }

    private func wrapping<Result>(_ body: () throws -> Result) throws -> Result {
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
            guard let entity = container.entity(named: identifier.entityName) else { return nil }
            return registered(entity, key)
        case .temporary: return inserted.first { $0.persistentModelID == identifier }
        }
    }

    /// The object of an identifier; nil where its row is gone.
    func object(of identifier: PersistentIdentifier, _ entity: EntityStorage) throws -> (any PersistentModel)? {
        if let known = known(identifier), !known._modelStorage.isFault { return known }
        guard case .row(let key) = identifier.key else { return nil }
        return try objects(entity, entity.rows(where: "t.Z_PK = ?"), [.integer(key)]).first
    }
}
