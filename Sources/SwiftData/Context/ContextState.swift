import Foundation

/// What a ``ModelContext`` knows: the objects of rows that are in memory, and those with changes.
///
/// Objects refer to it strongly, so that they can be read as long as they live; it refers to them strongly only while they
/// have changes, which its context drops when it ends.
final class ContextState {
    weak var handle: ModelContext?
    let container: ModelContainer
    private(set) var inserted: [any PersistentModel] = []
    private(set) var changed: [any PersistentModel] = []
    private(set) var deleted: [any PersistentModel] = []
    /// The first failure of a getter, which could not throw it.
    private var failure: ContextFailure?
    /// For each root entity the objects in memory by `Z_PK`. An object takes itself out when it ends.
    private var registry: [[Int64: Unmanaged<_ModelStorage>]]

    init(_ container: ModelContainer) {
        self.container = container
        registry = Array(repeating: [:], count: container.entities.count)
    }

    var hasChanges: Bool { !inserted.isEmpty || !changed.isEmpty || !deleted.isEmpty }

    func note(_ failure: ContextFailure) {
        self.failure = self.failure ?? failure
    }

    /// Throws what a getter could not.
    func throwFailure() throws {
        guard let failure else { return }
        self.failure = nil
        throw failure.swiftDataError
    }
}

// MARK: Objects in memory

extension ContextState {
    /// The object of a row, if it is in memory and of the entity.
    func registered(_ entity: EntityStorage, _ key: Int64) -> (any PersistentModel)? {
        guard let storage = registry[entity.family][key]?.takeUnretainedValue() else { return nil }
        if entity.hasSuperentity, let own = storage.entity, !own.isKind(of: entity) { return nil }
        return storage.object
    }

    /// The object of a row, which is of exactly that entity: the one in memory, or a new one whose values are still in the
    /// store.
    func object(_ entity: EntityStorage, _ key: Int64) -> any PersistentModel {
        if let known = registered(entity, key) { return known }
        let object = entity.type.init(_fault: _Fault())
        attach(object, entity)
        object._modelStorage.key = key
        object._modelStorage.isFault = true
        // An object of another class may stand for the row, where an identifier does not say what the row is.
        if registry[entity.family][key] == nil { register(object) }
        return object
    }

    func attach(_ object: any PersistentModel, _ entity: EntityStorage) {
        let storage = object._modelStorage
        storage.context = self
        storage.object = object
        storage.entity = entity
    }

    func register(_ object: any PersistentModel) {
        guard let entity = object._modelStorage.entity else { return }
        registry[entity.family][object._modelStorage.key] = Unmanaged.passUnretained(object._modelStorage)
    }

    /// An object's storage ends, or its row does.
    func forget(_ storage: _ModelStorage) {
        guard let entity = storage.entity else { return }
        // Another object may have taken the row over.
        guard registry[entity.family][storage.key]?.toOpaque() == Unmanaged.passUnretained(storage).toOpaque() else {
            return
        }
        registry[entity.family][storage.key] = nil
    }

    /// Every object in memory whose row is in the store.
    var registeredObjects: [any PersistentModel] {
        registry.flatMap { $0.values.compactMap { $0.takeUnretainedValue().object } }
    }
}

// MARK: Changes

extension ContextState {
    func didChange(_ object: any PersistentModel) {
        let storage = object._modelStorage
        guard !storage.isListed, !storage.isInserted, !storage.isDeleted else { return }
        storage.isListed = true
        changed.append(object)
    }

    func didInsert(_ object: any PersistentModel) {
        object._modelStorage.isInserted = true
        inserted.append(object)
    }

    func didDelete(_ object: any PersistentModel) {
        let storage = object._modelStorage
        storage.isDeleted = true
        if storage.isInserted {
            inserted.removeAll { $0 === object }
            storage.isInserted = false
            storage.context = nil
        } else {
            if storage.isListed { changed.removeAll { $0 === object } }
            storage.isListed = false
            deleted.append(object)
        }
    }

    /// Puts the relationships of objects back into the store. Objects that refer to each other hold each other in memory,
    /// and through their context its connection; what anyone still holds reads them again.
    func releaseRelationships() {
        var drop = DropValue()
        for object in registeredObjects {
            for (index, property) in (object._modelStorage.entity?.properties ?? []).enumerated()
            where property.relationship != nil {
                object._visit(index, &drop)
            }
        }
    }

    /// Forgets what was to be saved: it has been, or is not to be.
    func clearChanges() {
        inserted = []
        changed = []
        deleted = []
    }

    /// Makes every change undone: new objects are on their own again, others go back to their rows.
    func rollback() {
        for object in inserted {
            object._modelStorage.isInserted = false
            object._modelStorage.context = nil
            object._modelStorage.changed = PropertySet()
        }
        for object in changed + deleted {
            object._modelStorage.isDeleted = false
            turnIntoFault(object)
        }
        clearChanges()
        failure = nil
    }

    /// Drops an object's values, which its next reader takes from the row.
    func turnIntoFault(_ object: any PersistentModel) {
        let storage = object._modelStorage
        storage.changed = PropertySet()
        storage.isListed = false
        storage.isFault = true
        var drop = DropValue()
        for index in (storage.entity?.properties ?? []).indices {
            PropertyNotice.willSet(object, index)
            object._visit(index, &drop)
            PropertyNotice.didSet(object, index)
        }
    }
}
