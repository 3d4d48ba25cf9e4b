extension ContextState {
    /// The objects that a relationship refers to, fetched where they are still in the store.
    func related(_ object: any PersistentModel, _ index: Int) -> [any PersistentModel] {
        resolve(object, index)
        var related = RelatedObjects()
        object._visit(index, &related)
        return related.objects ?? []
    }

    /// Inserts an object, and those that it refers to.
    func insert(_ object: any PersistentModel) throws {
        var queue: [any PersistentModel] = [object]
        while let next = queue.popLast() {
            let storage = next._modelStorage
            if storage.context === self { continue }
            attach(next, try container.entity(of: type(of: next)))
            storage.isDeleted = false
            didInsert(next)
            for (index, property) in (storage.entity?.properties ?? []).enumerated() {
                guard let relationship = property.relationship else { continue }
                var related = RelatedObjects()
                next._visit(index, &related)
                for target in related.objects ?? [] {
                    if target._modelStorage.context == nil { queue.append(target) }
                    link(next, relationship, with: target, mayBeLinked: true)
                }
            }
        }
    }

    /// A relationship was set: the other side follows. `old` is nil where the former objects were still in the store.
    func didRelate(
        _ object: any PersistentModel, _ index: Int, old: [any PersistentModel]?, new: [any PersistentModel]
    ) {
        guard let relationship = object._modelStorage.entity?.properties[index].relationship else { return }
        let former = old ?? formerObjects(object, index, relationship)
        let before = Set(former.map(ObjectIdentifier.init))
        let after = Set(new.map(ObjectIdentifier.init))
        for target in former where !after.contains(ObjectIdentifier(target)) {
            unlink(object, relationship, from: target)
        }
        for target in new where !before.contains(ObjectIdentifier(target)) {
            if target._modelStorage.context == nil {
                do { try insert(target) } catch { note(.valueIsGone(entity: "\(type(of: target))", key: 0)) }
            }
            // It was not among the former objects, so the other side does not have it either.
            link(object, relationship, with: target, mayBeLinked: false)
        }
    }

    /// What a relationship referred to in the store, whatever the property holds now.
    private func formerObjects(
        _ object: any PersistentModel, _ index: Int, _ relationship: RelationshipStorage
    ) -> [any PersistentModel] {
        var current = RelatedObjects()
        object._visit(index, &current)
        var drop = DropValue()
        object._visit(index, &drop)
        let former = related(object, index)
        var restore = SetRelatedObjects(objects: current.objects ?? [])
        object._visit(index, &restore)
        return former
    }

    /// Makes the other side refer to the object. What it referred to before, if it may refer to one alone, lets go.
    private func link(
        _ object: any PersistentModel, _ relationship: RelationshipStorage, with target: any PersistentModel,
        mayBeLinked: Bool
    ) {
        guard let inverse = relationship.inverse else { return }
        guard let entity = target._modelStorage.entity ?? (try? container.entity(of: type(of: target))),
            let back = entity.properties[inverse].relationship
        else { return }
        let current = related(target, inverse)
        if mayBeLinked || !back.isToMany, current.contains(where: { $0 === object }) { return }
        change(target, inverse) { target in
            var add = AddRelatedObject(object: object)
            target._visit(inverse, &add)
        }
        if !back.isToMany {
            for former in current { unlink(target, back, from: former) }
        }
    }

    /// Makes the other side no longer refer to the object.
    func unlink(_ object: any PersistentModel, _ relationship: RelationshipStorage, from target: any PersistentModel) {
        guard let inverse = relationship.inverse, related(target, inverse).contains(where: { $0 === object }) else {
            return
        }
        change(target, inverse) { target in
            var remove = RemoveRelatedObject(object: object)
            target._visit(inverse, &remove)
        }
    }

    /// Changes a property from outside of its setter.
    private func change(_ target: any PersistentModel, _ index: Int, _ body: (any PersistentModel) -> Void) {
        PropertyNotice.willSet(target, index)
        body(target)
        if target._modelStorage.context === self {
            target._modelStorage.changed.insert(index)
            didChange(target)
        }
        PropertyNotice.didSet(target, index)
    }

    /// Deletes an object, and what its delete rules reach.
    func delete(_ object: any PersistentModel) {
        var queue: [any PersistentModel] = [object]
        while let next = queue.popLast() {
            let storage = next._modelStorage
            guard storage.context === self, !storage.isDeleted, let entity = storage.entity else { continue }
            load(next)
            for (index, property) in entity.properties.enumerated() {
                guard let relationship = property.relationship else { continue }
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
