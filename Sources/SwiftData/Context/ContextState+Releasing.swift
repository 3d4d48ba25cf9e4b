// Objects that refer to each other hold each other in memory, and through their context its connection. What is in the store
// need not be held: it is read again by whoever still holds the object.

extension ContextState {
    /// The context ends: puts the relationships of objects back into the store. Objects that were never saved are on their
    /// own again, without relationships.
    func end() {
        let unsaved = inserted
        clearChanges()
        for object in registeredObjects { releaseRelationships(of: object) }
        var empty = Slot.SetRelatedObjects(objects: [])
        for object in unsaved {
            let storage = object._modelStorage
            for index in storage.entity?.relationshipNumbers ?? [] {
                // One that must have a value keeps it: there is none to give instead, and its other side lets go.
                guard storage.entity?.properties[index].relationship?.mustHaveValue == false else { continue }
                object._visit(index, &empty)
            }
            storage.isInserted = false
            storage.context = nil
        }
    }

    /// Starts a batch, whose objects ``endBatch(_:)`` releases.
    func beginBatch() -> UInt32 {
        generation &+= 1
        return generation
    }

    /// Puts the relationships of a batch's objects back into the store, where they have no changes.
    func endBatch(_ batch: UInt32) {
        for object in registeredObjects where object._modelStorage.generation >= batch {
            let storage = object._modelStorage
            guard !storage.isListed, !storage.isDeleted, !storage.isInserted else { continue }
            releaseRelationships(of: object)
        }
    }

    private func releaseRelationships(of object: any PersistentModel) {
        var drop = Slot.DropValue()
        for index in object._modelStorage.entity?.relationshipNumbers ?? [] { object._visit(index, &drop) }
        object._modelStorage.pending = [:]
    }

    /// After a save: of each pair of objects that refer to each other, one forgets the other, and finds it by its row.
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

    /// A to-many relationship was read: its objects refer back by their rows alone.
    func releaseReferences(
        to owner: any PersistentModel, _ relationship: PropertyStorage.Relationship, of objects: [any PersistentModel]
    ) {
        guard let inverse = relationship.inverse, !container.entities[relationship.destination].isToMany(inverse) else {
            return
        }
        var drop = Slot.DropValue()
        for object in objects where mayRelease(object, inverse) { object._visit(inverse, &drop) }
    }

    /// Whether a relationship is as it is in the store.
    func mayRelease(_ object: any PersistentModel, _ index: Int) -> Bool {
        let storage = object._modelStorage
        return storage.key != 0 && !storage.isInserted && !storage.isDeleted && !storage.changed.contains(index)
    }

    /// Whether a relationship's objects are in memory.
    func isRead(_ object: any PersistentModel, _ index: Int) -> Bool {
        var state = Slot.State()
        object._visit(index, &state)
        return state.isRead
    }
}
