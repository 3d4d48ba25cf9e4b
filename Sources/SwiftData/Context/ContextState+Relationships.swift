// A change to one side of a relationship also changes the other side, without reading the objects that the other side
// refers to. If the other side is a to-many relationship that hasn't been read, the change is kept as ``PendingLinks``.
// If the other side is a to-one relationship, the property is set.

extension ContextState {
    /// Returns a relationship's objects. Fetches the objects of a to-many relationship that hasn't been read.
    func related(_ object: any PersistentModel, _ index: Int) -> [any PersistentModel] {
        guard object._modelStorage.entity?.isToMany(index) ?? true else {
            return reference(object, index).map { [$0] } ?? []
        }
        resolve(object, index)
        var related = Slot.RelatedObjects()
        object._visit(index, &related)
        return related.objects ?? []
    }

    /// Returns the object that a to-one relationship refers to, if any. Reads the object's values only if its class has
    /// a constant.
    func reference(_ object: any PersistentModel, _ index: Int) -> (any PersistentModel)? {
        load(object)
        var related = Slot.RelatedObjects()
        object._visit(index, &related)
        return related.objects.map(\.first) ?? storedReference(object, index)
    }

    /// Returns the object that a to-one relationship refers to in the store, if any. Reads the object's values only if
    /// its class has a constant.
    private func storedReference(_ object: any PersistentModel, _ index: Int) -> (any PersistentModel)? {
        let storage = object._modelStorage
        guard let entity = storage.entity, let relationship = entity.properties[index].relationship,
            let ordinal = entity.ordinal(of: index), storage.references.indices.contains(ordinal),
            storage.references[ordinal] != 0
        else { return nil }
        let (destination, key) = (container.entities[relationship.destination], storage.references[ordinal])
        return noting(storage, or: nil) {
            try registered(destination, key) ?? self.object(concrete(destination, key), key)
        }
    }

    /// Inserts an object, and all objects that it directly or indirectly refers to.
    ///
    /// - Parameter owner: the object whose relationship was just set to the new object, or nil if no relationship was
    ///   set. The new object doesn't necessarily refer back to the owner yet.
    /// - Throws: `SwiftDataError.unknownSchema` if an object's class isn't in the container's schema. The objects that
    ///   were inserted before the error stay inserted.
    func insert(_ object: any PersistentModel, for owner: (any PersistentModel)? = nil) throws {
        let storage = object._modelStorage
        guard storage.membership?.context !== self else { return }
        let membership = try membership(ofClass: type(of: object))
        // An object without relationships is inserted alone.
        guard !membership.entity.relationshipNumbers.isEmpty else { return join(object, storage, membership) }
        var queue: [any PersistentModel] = [object]
        /// The objects that this call has inserted, and the owner. Only these can refer to an object that doesn't refer
        /// back yet.
        var fresh = NewLinks(owner: owner)
        while let next = queue.popLast() {
            let storage = next._modelStorage
            if storage.context === self { continue }
            let membership = try self.membership(ofClass: type(of: next))
            let entity = membership.entity
            join(next, storage, membership)
            guard !entity.relationshipNumbers.isEmpty else { continue }
            fresh.insert(next)
            for index in entity.relationshipNumbers {
                guard let relationship = entity.properties[index].relationship else { continue }
                var related = Slot.RelatedObjects()
                next._visit(index, &related)
                for target in related.objects ?? [] {
                    if target._modelStorage.context == nil { queue.append(target) }
                    if let inverse = relationship.inverse, fresh.isLinked(next, from: target, inverse) { continue }
                    link(next, relationship, with: target)
                }
            }
        }
    }

    private func join(_ object: any PersistentModel, _ storage: _ModelStorage, _ membership: Membership) {
        storage.join(membership, object)
        storage.isDeleted = false
        didInsert(object, storage)
    }

    /// Updates the inverse relationships after a relationship was set. Inserts new objects that the relationship refers
    /// to.
    ///
    /// - Parameters:
    ///   - old: the objects that the relationship no longer refers to, or nil if its previous value wasn't in memory.
    ///   - new: the objects that were added, or all objects if `old` is nil.
    func didRelate(
        _ object: any PersistentModel, _ index: Int, old: [any PersistentModel]?, new: [any PersistentModel]
    ) {
        guard let relationship = object._modelStorage.entity?.properties[index].relationship else { return }
        let previous = old ?? previousObjects(object, index, relationship)
        let before = Set(previous.map(ObjectIdentifier.init))
        let after = Set(new.map(ObjectIdentifier.init))
        for target in previous where !after.contains(ObjectIdentifier(target)) {
            unlink(object, relationship, from: target)
        }
        for target in new where !before.contains(ObjectIdentifier(target)) {
            if target._modelStorage.context == nil {
                do { try insert(target, for: object) } catch {
                    note(.unknownClass("\(type(of: target))"))
                }
                // The target may already have referred to the object.
                if let inverse = relationship.inverse, refers(target, inverse, to: object) { continue }
            }
            link(object, relationship, with: target)
        }
    }

    /// Returns the objects that a relationship referred to before it was set, including unsaved changes that were made
    /// to the inverse. Call this function only if the previous value wasn't in memory.
    private func previousObjects(
        _ object: any PersistentModel, _ index: Int, _ relationship: RelationshipStorage
    ) -> [any PersistentModel] {
        guard relationship.isToMany else { return storedReference(object, index).map { [$0] } ?? [] }
        var current = Slot.RelatedObjects()
        object._visit(index, &current)
        var drop = Slot.DropValue()
        object._visit(index, &drop)
        let previous = related(object, index)
        var restore = Slot.SetRelatedObjects(objects: current.objects ?? [])
        object._visit(index, &restore)
        return previous
    }

    /// Makes the target's inverse relationship refer to the object. If the inverse is to-one, the target and its
    /// previous object no longer refer to each other.
    private func link(
        _ object: any PersistentModel, _ relationship: RelationshipStorage, with target: any PersistentModel
    ) {
        guard let inverse = relationship.inverse else { return }
        guard let entity = target._modelStorage.entity ?? (try? container.entity(of: type(of: target))),
            let back = entity.properties[inverse].relationship
        else { return }
        var add = Slot.AddRelatedObject(object: object)
        guard !back.isToMany else {
            change(target, inverse) { target in
                if isInStore(target, inverse) {
                    target._modelStorage.pending[inverse, default: PendingLinks()].add(object)
                } else {
                    target._visit(inverse, &add)
                }
            }
            return
        }
        let previous = reference(target, inverse)
        guard previous !== object else { return }
        change(target, inverse) { $0._visit(inverse, &add) }
        if let previous { unlink(target, back, from: previous) }
    }

    /// Removes the reference to the object from the target's inverse relationship.
    func unlink(
        _ object: any PersistentModel, _ relationship: RelationshipStorage, from target: any PersistentModel
    ) {
        guard let inverse = relationship.inverse, let entity = target._modelStorage.entity else { return }
        var remove = Slot.RemoveRelatedObject(object: object)
        if !entity.isToMany(inverse) {
            guard reference(target, inverse) === object else { return }
            change(target, inverse) { $0._visit(inverse, &remove) }
        } else if isInStore(target, inverse) {
            change(target, inverse) { $0._modelStorage.pending[inverse, default: PendingLinks()].remove(object) }
        } else {
            guard refers(target, inverse, to: object) else { return }
            change(target, inverse) { $0._visit(inverse, &remove) }
        }
    }

    /// Returns whether a to-many relationship refers to an object. Returns false if the relationship is to-one or isn't
    /// in memory.
    private func refers(_ owner: any PersistentModel, _ index: Int, to object: any PersistentModel) -> Bool {
        var search = Slot.HasRelatedObject(object)
        owner._visit(index, &search)
        return search.isFound
    }

    /// Returns whether a to-many relationship must still be read from the store. Returns false if the object isn't
    /// saved or isn't in the context.
    private func isInStore(_ object: any PersistentModel, _ index: Int) -> Bool {
        object._modelStorage.context === self && object._modelStorage.key != 0 && !isRead(object, index)
    }

    /// Changes a property without calling its setter. Notifies observers and records the change.
    private func change(_ target: any PersistentModel, _ index: Int, _ body: (any PersistentModel) -> Void) {
        ObserverNotification.willSet(target, index)
        body(target)
        if target._modelStorage.context === self {
            target._modelStorage.changed.insert(index)
            didChange(target)
        }
        ObserverNotification.didSet(target, index)
    }

    /// Marks an object as deleted, and also deletes the objects of its `cascade` relationships. The `deny` rule is
    /// checked when the deletion is saved.
    func delete(_ object: any PersistentModel) {
        var queue: [any PersistentModel] = [object]
        while let next = queue.popLast() {
            let storage = next._modelStorage
            guard storage.context === self, !storage.isDeleted, let entity = storage.entity else { continue }
            load(next)
            for index in entity.relationshipNumbers {
                guard let relationship = entity.properties[index].relationship else { continue }
                let targets = related(next, index)
                if relationship.deleteRule == .cascade { queue += targets }
                if relationship.deleteRule == .nullify || relationship.deleteRule == .cascade {
                    for target in targets { unlink(next, relationship, from: target) }
                }
            }
            didDelete(next)
        }
    }
}

/// The objects that a call of ``ContextState/insert(_:for:)`` inserted, and the objects that their relationships refer
/// to. The call uses them to determine whether an inverse relationship must still be set.
private struct NewLinks {
    private struct Side: Hashable {
        var object: ObjectIdentifier
        var property: Int
    }

    /// The object whose relationship was just set to a new object, or nil if no relationship was set.
    private let owner: (any PersistentModel)?
    private var objects: Set<ObjectIdentifier> = []
    private var members: [Side: Set<ObjectIdentifier>] = [:]

    init(owner: (any PersistentModel)?) { self.owner = owner }

    mutating func insert(_ object: any PersistentModel) {
        objects.insert(ObjectIdentifier(object))
    }

    /// Returns whether a relationship of the target already refers to the object. If the target is new, records that it
    /// refers to the object from now on.
    ///
    /// Only a new target or the owner can already refer to the object, because a change to any other target's
    /// relationship updates both sides at once.
    mutating func isLinked(_ object: any PersistentModel, from target: any PersistentModel, _ property: Int) -> Bool {
        let isFresh = target._modelStorage.context == nil || objects.contains(ObjectIdentifier(target))
        guard isFresh else {
            guard target === owner else { return false }
            var search = Slot.HasRelatedObject(object)
            target._visit(property, &search)
            return search.isFound
        }
        let side = Side(object: ObjectIdentifier(target), property: property)
        if let known = members[side] {
            guard !known.contains(ObjectIdentifier(object)) else { return true }
            members[side]?.insert(ObjectIdentifier(object))
            return false
        }
        var related = Slot.RelatedObjects()
        target._visit(property, &related)
        var found = Set((related.objects ?? []).map { ObjectIdentifier($0) })
        let isLinked = !found.insert(ObjectIdentifier(object)).inserted
        members[side] = found
        return isLinked
    }
}
