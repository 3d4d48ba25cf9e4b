/// The state of a ``ModelContext``: the objects of rows that are in memory, and those with changes.
///
/// Objects own the state, so that they can be read as long as they live. The state owns objects only while they have
/// changes. The context drops those when it ends.
final class ContextState {
    weak var handle: ModelContext?
    let container: ModelContainer
    private(set) var deleted: [any PersistentModel] = []
    private var insertedList = ChangeList()
    private var changedList = ChangeList()
    /// The first failure of a getter, which couldn't throw it.
    private var failure: ContextFailure?
    /// Whether ``throwFailure()`` keeps the failure for the next caller too.
    var keepsFailure = false
    /// The automatic saves; nil if they're off.
    var autosave: Autosave?
    /// The objects in memory by `Z_PK`, for each root entity. An object removes itself when it ends.
    private let registry: [ObjectRegistry]
    /// Detects for objects whether a read is observed; nil if that can't be detected. It lives as long as this state,
    /// so that objects can keep its address.
    let probe: UnsafeMutablePointer<ObservationProbe>?
    /// The number of the current batch of ``enumerate``. It identifies the objects that came with the batch.
    var generation: UInt32 = 0

    init(_ container: ModelContainer) {
        self.container = container
        registry = container.entities.map { _ in ObjectRegistry() }
        probe = ObservationProbe.make()
    }

    deinit {
        probe?.deinitialize(count: 1)
        probe?.deallocate()
    }

    /// The objects that aren't in a store yet.
    var inserted: [any PersistentModel] { insertedList.objects { $0.isInserted && $0.context === self } }
    /// The objects with changes.
    var changed: [any PersistentModel] { changedList.objects { $0.isListed } }

    var hasChanges: Bool { insertedList.count > 0 || changedList.count > 0 || !deleted.isEmpty }

    /// Whether a getter has failed since the last fetch or save.
    var hasFailure: Bool { failure != nil }

    func note(_ failure: ContextFailure) {
        self.failure = self.failure ?? failure
    }

    /// Throws the error that a getter couldn't throw.
    func throwFailure() throws {
        guard let failure else { return }
        if !keepsFailure { self.failure = nil }
        throw failure.swiftDataError
    }
}

// MARK: Objects in memory

extension ContextState {
    /// Returns the object of a row, if it's in memory and belongs to the entity.
    func registered(_ entity: EntityStorage, _ key: Int64) -> (any PersistentModel)? {
        guard let storage = registry[entity.family][key], isOf(entity, storage) else { return nil }
        return storage._withUnsafeGuaranteedRef { $0.object }
    }

    private func isOf(_ entity: EntityStorage, _ storage: Unmanaged<_ModelStorage>) -> Bool {
        guard entity.hasSuperentity else { return true }
        return storage._withUnsafeGuaranteedRef { $0.entity?.isKind(of: entity) ?? true }
    }

    /// Returns the object of a row that belongs to exactly this entity: the one in memory, or a new one whose values
    /// are still in the store.
    ///
    /// - Parameter isRead: whether the caller sets the object's values.
    func object(_ entity: EntityStorage, _ key: Int64, isRead: Bool = false) -> any PersistentModel {
        let registry = registry[entity.family]
        let known = registry[key]
        if let known, isOf(entity, known), let object = known._withUnsafeGuaranteedRef({ $0.object }) { return object }
        let object = entity.type.init(_fault: _Fault())
        let storage = object._modelStorage
        attach(object, storage, entity)
        storage.key = key
        storage.isFault = true
        // An object of another class may represent the row if an identifier doesn't show the row's class.
        if known == nil || !entity.hasSuperentity { registry[key] = Unmanaged.passUnretained(storage) }
        if entity.hasConstants, !isRead { load(object) }
        return object
    }

    func attach(_ object: any PersistentModel, _ storage: _ModelStorage, _ entity: EntityStorage) {
        storage.context = self
        storage.object = object
        storage.entity = entity
        storage.generation = generation
    }

    func register(_ object: any PersistentModel) {
        guard let entity = object._modelStorage.entity else { return }
        registry[entity.family][object._modelStorage.key] = Unmanaged.passUnretained(object._modelStorage)
    }

    /// Removes an object whose storage ends, or whose row is gone.
    func forget(_ storage: _ModelStorage) {
        guard let entity = storage.entity else { return }
        // Another object may have taken over the row.
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
        autosave?.schedule()
        let storage = object._modelStorage
        guard !storage.isListed, !storage.isInserted, !storage.isDeleted else { return }
        storage.isListed = true
        changedList.append(object)
    }

    func didInsert(_ object: any PersistentModel) {
        // An object that was inserted before, and deleted, may still be on the list.
        if insertedList.hasLeavers { insertedList = ChangeList(inserted) }
        object._modelStorage.isInserted = true
        insertedList.append(object)
        autosave?.schedule()
    }

    func didDelete(_ object: any PersistentModel) {
        let storage = object._modelStorage
        storage.isDeleted = true
        if storage.isInserted {
            storage.isInserted = false
            storage.context = nil
            insertedList.leave()
        } else {
            if storage.isListed { changedList.leave() }
            storage.isListed = false
            deleted.append(object)
        }
        autosave?.schedule()
    }

    /// Registers that an object is in the store now. Other stores may still fail, and must not find it here again.
    /// Returns whether it's new.
    func didSave(_ storage: _ModelStorage) -> Bool {
        let isNew = storage.isInserted
        if isNew { insertedList.leave() }
        if storage.isListed { changedList.leave() }
        storage.isInserted = false
        storage.isListed = false
        return isNew
    }

    /// Forgets the deleted objects whose rows are gone.
    func didSaveDeletions() {
        deleted.removeAll { $0._modelStorage.context !== self }
    }

    /// Forgets the changes, after they were saved or discarded.
    func clearChanges() {
        insertedList = ChangeList()
        changedList = ChangeList()
        deleted = []
    }

    /// Undoes every change. New objects leave the context, and others read their rows again.
    func rollback() {
        for object in inserted {
            object._modelStorage.isInserted = false
            object._modelStorage.context = nil
            object._modelStorage.changed = EntityStorage.PropertySet()
        }
        for object in changed + deleted {
            object._modelStorage.isDeleted = false
            turnIntoFault(object)
        }
        clearChanges()
        failure = nil
    }

    /// Drops an object's values. The next read takes them from the row.
    func turnIntoFault(_ object: any PersistentModel) {
        let storage = object._modelStorage
        storage.changed = EntityStorage.PropertySet()
        storage.pending = [:]
        if storage.isListed { changedList.leave() }
        storage.isListed = false
        storage.isFault = true
        var drop = Slot.DropValue()
        for index in (storage.entity?.properties ?? []).indices {
            ObserverNotification.willSet(object, index)
            object._visit(index, &drop)
            ObserverNotification.didSet(object, index)
        }
    }
}

/// Objects with changes, in the order of the changes. An object that is removed is marked by its owner and dropped
/// later, so that many objects can be removed from a long list.
private struct ChangeList {
    private var entries: [any PersistentModel] = []
    /// The number of valid entries.
    private(set) var count = 0

    init(_ objects: [any PersistentModel] = []) {
        entries = objects
        count = objects.count
    }

    /// Whether some entries are no longer valid.
    var hasLeavers: Bool { count < entries.count }

    mutating func append(_ object: any PersistentModel) {
        entries.append(object)
        count += 1
    }

    /// Registers that one of the entries is no longer valid.
    mutating func leave() {
        count -= 1
        if count == 0 { entries = [] }
    }

    /// Returns the valid entries.
    func objects(_ counts: (_ModelStorage) -> Bool) -> [any PersistentModel] {
        hasLeavers ? entries.filter { counts($0._modelStorage) } : entries
    }
}
