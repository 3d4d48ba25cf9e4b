/// The state of a ``ModelContext``: the objects in memory, and the objects with changes.
///
/// Objects own the state, so that they can be read for as long as they exist. The state owns objects only while they
/// have changes. When the context ends, the state releases these objects.
final class ContextState {
    weak var handle: ModelContext?
    let container: OpenContainer
    private(set) var deleted: [any PersistentModel] = []
    // A list never calls other code, so accesses can't overlap.
    @exclusivity(unchecked) private var insertedList = ChangeList()
    @exclusivity(unchecked) private var changedList = ChangeList()
    /// The first error of a getter or another call that can't throw. Nil if no such call has failed since the last
    /// fetch, save or rollback.
    private var failure: ContextFailure?
    /// Whether ``throwFailure()`` keeps the failure for its next call. It's true during an automatic save, which
    /// ignores errors.
    var keepsFailure = false
    /// The scheduler of automatic saves, or nil if the context doesn't save automatically.
    var autosave: Autosave?
    /// The registries of the objects in memory, one for each of the container's entities, in the same order. All
    /// entities of a class hierarchy use the registry of the root entity. An object removes itself when it's
    /// deallocated.
    private let registry: [ObjectRegistry]
    /// A probe that detects whether the read of a property is observed, or nil if that can't be detected. The probe has
    /// the state's lifetime, so that objects can keep the probe's address.
    let probe: UnsafeMutablePointer<ObservationProbe>?
    /// The number of the current batch of `enumerate`. It marks the objects that are added to the context during the
    /// batch.
    private(set) var generation: UInt32 = 0
    /// The memberships of the objects that are added to the context, one for each of the container's entities, in the
    /// same order. A membership is created when it's first needed. The array is empty after the context has ended,
    /// because a membership owns the state.
    @exclusivity(unchecked) private var memberships: [Membership?]
    /// The membership that an object was last inserted with, or nil after the context has ended.
    @exclusivity(unchecked) private var lastMembership: Membership?

    init(_ container: OpenContainer) {
        self.container = container
        registry = container.entities.map { _ in ObjectRegistry() }
        probe = ObservationProbe.make()
        memberships = Array(repeating: nil, count: container.entities.count)
    }

    deinit {
        probe?.deinitialize(count: 1)
        probe?.deallocate()
    }

    /// The inserted objects that aren't in a store yet.
    var inserted: [any PersistentModel] { insertedList.objects { $0.isInserted && $0.context === self } }
    /// The objects from a store that have unsaved changes, except for deleted objects.
    var changed: [any PersistentModel] { changedList.objects { $0.isListed } }

    var hasChanges: Bool { insertedList.count > 0 || changedList.count > 0 || !deleted.isEmpty }

    /// Whether a getter or another call that can't throw has failed since the last fetch, save or rollback.
    var hasFailure: Bool { failure != nil }

    func note(_ failure: ContextFailure) {
        self.failure = self.failure ?? failure
    }

    /// Throws the recorded error of a getter or another call that can't throw, and clears it unless ``keepsFailure`` is
    /// true. Does nothing if no error is recorded.
    func throwFailure() throws {
        guard let failure else { return }
        if !keepsFailure { self.failure = nil }
        throw failure.swiftDataError
    }
}

// MARK: Objects in memory

extension ContextState {
    /// Returns the object of a row. Returns nil if the object isn't in memory, or if it belongs to neither the entity
    /// nor a subentity.
    func registered(_ entity: EntityStorage, _ key: Int64) -> (any PersistentModel)? {
        guard let storage = registry[entity.family][key], isOf(entity, storage) else { return nil }
        return storage.object
    }

    private func isOf(_ entity: EntityStorage, _ storage: _ModelStorage) -> Bool {
        guard entity.hasSuperentity else { return true }
        return storage.entity?.isKind(of: entity) ?? true
    }

    /// Returns the object of a row, which must be a row of exactly the given entity. Creates the object if it isn't in
    /// memory. The values of a created object are read only if its class has a constant.
    func object(_ entity: EntityStorage, _ key: Int64) -> any PersistentModel {
        object(membership(of: entity), key, isRead: false).object
    }

    /// Returns the object of a row and its storage. The row must be a row of exactly the membership's entity. Creates the
    /// object if it isn't in memory. The values of a created object are read only if its class has a constant and `isRead` is false.
    ///
    /// - Parameter isRead: whether the caller reads the object's values.
    func object(
        _ membership: Membership, _ key: Int64, isRead: Bool
    ) -> (object: any PersistentModel, storage: _ModelStorage) {
        let entity = membership.entity
        let known = membership.registered(key)
        if let known, isOf(entity, known), let object = known.object { return (object, known) }
        let object = entity.type.init(_fault: _Fault())
        let storage = object._modelStorage
        storage.join(membership, object)
        storage.key = key
        storage.isFault = true
        // If an identifier doesn't show the row's class, an object of a different class may represent the row.
        if known == nil || !entity.hasSuperentity { membership.register(storage, at: key) }
        if entity.hasConstants, !isRead { load(object) }
        return (object, storage)
    }

    /// Returns the membership of the entity's objects that are added to the context now.
    func membership(of entity: EntityStorage) -> Membership {
        guard !memberships.isEmpty else { return Membership(in: self, of: entity) }
        if let known = memberships[entity.index] { return known }
        let made = Membership(in: self, of: entity)
        memberships[entity.index] = made
        return made
    }

    /// Returns the membership of a class's objects that are inserted now.
    ///
    /// - Throws: `SwiftDataError.unknownSchema` if the container's schema doesn't have the class.
    func membership(ofClass type: any PersistentModel.Type) throws -> Membership {
        // Consecutive objects usually have the same class.
        if let lastMembership, lastMembership.entity.type == type { return lastMembership }
        let membership = membership(of: try container.entity(of: type))
        if !memberships.isEmpty { lastMembership = membership }
        return membership
    }

    /// The registry of an entity's objects.
    func registry(of entity: EntityStorage) -> ObjectRegistry { registry[entity.family] }

    /// Starts a batch and returns its number. ``endBatch(_:)`` releases the relationships of the batch's objects.
    func beginBatch() -> UInt32 {
        generation &+= 1
        for index in memberships.indices { memberships[index] = nil }
        lastMembership = nil
        return generation
    }

    /// Releases the memberships, because the context has ended.
    func endMemberships() {
        memberships = []
        lastMembership = nil
    }

    /// Adds the object with the given storage to the registry.
    func register(_ storage: _ModelStorage) {
        storage.membership?.register(storage, at: storage.key)
    }

    /// All saved objects in memory.
    var registeredObjects: [any PersistentModel] {
        registry.flatMap { $0.values.compactMap(\.object) }
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

    func didInsert(_ object: any PersistentModel, _ storage: _ModelStorage) {
        // An object that was inserted and then deleted may still be on the list.
        if insertedList.hasInvalidEntries { insertedList = ChangeList(inserted) }
        storage.isInserted = true
        insertedList.append(object)
        autosave?.schedule()
    }

    func didDelete(_ object: any PersistentModel) {
        let storage = object._modelStorage
        storage.isDeleted = true
        if storage.isInserted {
            storage.isInserted = false
            storage.leaveContext()
            insertedList.leave()
        } else {
            if storage.isListed { changedList.leave() }
            storage.isListed = false
            deleted.append(object)
        }
        autosave?.schedule()
    }

    /// Records that an object is now in its store, so that it isn't saved again if writing to another store fails.
    /// Returns whether the object was new.
    func didSave(_ storage: _ModelStorage) -> Bool {
        let isNew = storage.isInserted
        if isNew { insertedList.leave() }
        if storage.isListed { changedList.leave() }
        storage.isInserted = false
        storage.isListed = false
        return isNew
    }

    /// Removes objects from ``deleted`` if they no longer belong to the context, because their rows were deleted.
    func didSaveDeletions() {
        deleted.removeAll { $0._modelStorage.context !== self }
    }

    /// Clears the lists of changes after the changes were saved or discarded.
    func clearChanges() {
        insertedList = ChangeList()
        changedList = ChangeList()
        deleted = []
        autosave?.release()
    }

    /// Discards all changes and the recorded error. New objects leave the context, and changed and deleted objects read
    /// their rows again when they're used.
    func rollback() {
        for object in inserted {
            object._modelStorage.isInserted = false
            object._modelStorage.leaveContext()
            object._modelStorage.changed = PropertySet()
        }
        for object in changed + deleted {
            object._modelStorage.isDeleted = false
            turnIntoFault(object)
        }
        clearChanges()
        failure = nil
    }

    /// Drops an object's values and unsaved changes, and notifies observers. The next read loads the values from
    /// the row.
    func turnIntoFault(_ object: any PersistentModel) {
        let storage = object._modelStorage
        storage.changed = PropertySet()
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

/// A list of objects with changes, in the order of the changes. Removing an object only decreases ``count``, so that
/// removing many objects is fast. The object's entry stays in the list, but ``objects(_:)`` skips it.
private struct ChangeList {
    private var entries: [any PersistentModel] = []
    /// The number of valid entries.
    private(set) var count = 0

    init(_ objects: [any PersistentModel] = []) {
        entries = objects
        count = objects.count
    }

    /// Whether some entries are no longer valid.
    var hasInvalidEntries: Bool { count < entries.count }

    mutating func append(_ object: any PersistentModel) {
        entries.append(object)
        count += 1
    }

    /// Records that one of the entries is no longer valid.
    mutating func leave() {
        count -= 1
        if count == 0 { entries = [] }
    }

    /// Returns the valid entries.
    ///
    /// - Parameter counts: a function that returns whether the object with the given storage still has a valid entry.
    func objects(_ counts: (_ModelStorage) -> Bool) -> [any PersistentModel] {
        hasInvalidEntries ? entries.filter { counts($0._modelStorage) } : entries
    }
}
