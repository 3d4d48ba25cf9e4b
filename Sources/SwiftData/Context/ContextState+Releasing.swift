// Objects that refer to each other keep each other in memory, and also their context and its connection. References to
// saved objects don't need to be kept, because they can be read again.

extension ContextState {
    /// Releases the context's objects when the context is deallocated. Saved objects can read their relationships
    /// again. Objects that were never saved are removed from the context and lose their relationships, except for
    /// required ones.
    func end() {
        let unsaved = inserted
        clearChanges()
        for object in registeredObjects { releaseRelationships(of: object) }
        var empty = Slot.SetRelatedObjects(objects: [])
        for object in unsaved {
            let storage = object._modelStorage
            for index in storage.entity?.relationshipNumbers ?? [] {
                // A required relationship keeps its object, because it has no other valid value. The inverse releases
                // its reference.
                guard storage.entity?.properties[index].relationship?.mustHaveValue == false else { continue }
                object._visit(index, &empty)
            }
            storage.isInserted = false
            storage.leaveContext()
        }
        endMemberships()
    }

    /// Releases the relationships of unchanged objects that were added to the context since a batch began. They can be
    /// read again.
    func endBatch(_ batch: UInt32) {
        for object in registeredObjects {
            let storage = object._modelStorage
            guard let membership = storage.membership, membership.generation >= batch, !storage.isListed,
                !storage.isDeleted, !storage.isInserted
            else { continue }
            releaseRelationships(of: object)
        }
    }

    private func releaseRelationships(of object: any PersistentModel) {
        var drop = Slot.DropValue()
        for index in object._modelStorage.entity?.relationshipNumbers ?? [] { object._visit(index, &drop) }
        object._modelStorage.pending = [:]
    }

    /// Releases the relationships of a saved object whose objects refer back to it, because the objects would otherwise
    /// keep each other in memory. The relationships can be read again. Doesn't release a one-to-many relationship,
    /// because its objects release their references instead.
    func releaseCycles(of object: any PersistentModel, _ entity: EntityStorage) {
        for index in entity.relationshipNumbers {
            guard let relationship = entity.properties[index].relationship, let inverse = relationship.inverse,
                !relationship.isToMany || container.entities[relationship.destination].isToMany(inverse)
            else { continue }
            var related = Slot.RelatedObjects()
            object._visit(index, &related)
            guard related.objects?.contains(where: { isRead($0, inverse) && $0._modelStorage.key != 0 }) ?? false
            else { continue }
            var drop = Slot.DropValue()
            object._visit(index, &drop)
        }
    }

    /// Releases the references from a to-many relationship's objects to their owner, except for references with unsaved
    /// changes. The owner can be looked up again by its row.
    func releaseReferences(
        to owner: any PersistentModel, _ relationship: RelationshipStorage, of objects: [any PersistentModel]
    ) {
        guard let inverse = relationship.inverse, !container.entities[relationship.destination].isToMany(inverse) else {
            return
        }
        var drop = Slot.DropValue()
        for object in objects where mayRelease(object, inverse) { object._visit(inverse, &drop) }
    }

    /// Returns whether a relationship's value can be removed from memory and read again from the store. The object must
    /// be saved and not deleted, and the relationship must have no unsaved changes.
    func mayRelease(_ object: any PersistentModel, _ index: Int) -> Bool {
        let storage = object._modelStorage
        return storage.key != 0 && !storage.isInserted && !storage.isDeleted && !storage.changed.contains(index)
    }

    /// Returns whether a relationship's value is in memory, because it was read or set.
    func isRead(_ object: any PersistentModel, _ index: Int) -> Bool {
        var state = Slot.State()
        object._visit(index, &state)
        return state.isRead
    }
}
