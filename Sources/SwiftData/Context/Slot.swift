/// Visitors that read or change the stored value of a property without calling its getter or setter.
enum Slot {
    /// A visitor that removes a value from memory, so that the next read of the property reads it from the store.
    struct DropValue: _SlotVisitor {
        /// The number of removed values. It isn't used, but a visitor must have a stored property: see
        /// ``_SlotVisitor``.
        private(set) var count = 0

        mutating func visit<Value>(_ slot: inout Value?) { drop(&slot) }
        mutating func visit<Model: PersistentModel>(_ slot: inout Model?) { drop(&slot) }
        mutating func visit<Model: PersistentModel>(_ slot: inout Model??) { drop(&slot) }
        mutating func visit<Model: PersistentModel>(_ slot: inout [Model]?) { drop(&slot) }
        mutating func visit<Model: PersistentModel>(_ slot: inout [Model]??) { drop(&slot) }

        private mutating func drop<Value>(_ slot: inout Value?) {
            if slot != nil { count += 1 }
            slot = nil
        }
    }

    /// A visitor that determines whether a value is in memory.
    struct State: _SlotVisitor {
        private(set) var isRead = false

        mutating func visit<Value>(_ slot: inout Value?) { isRead = slot != nil }
        mutating func visit<Model: PersistentModel>(_ slot: inout Model?) { isRead = slot != nil }
        mutating func visit<Model: PersistentModel>(_ slot: inout Model??) { isRead = slot != nil }
        mutating func visit<Model: PersistentModel>(_ slot: inout [Model]?) { isRead = slot != nil }
        mutating func visit<Model: PersistentModel>(_ slot: inout [Model]??) { isRead = slot != nil }
    }

    /// A visitor that determines whether a to-many relationship in memory refers to an object.
    struct HasRelatedObject: _SlotVisitor {
        let object: any PersistentModel
        private(set) var isFound = false

        init(_ object: any PersistentModel) { self.object = object }

        mutating func visit<Value>(_ slot: inout Value?) {}
        mutating func visit<Model: PersistentModel>(_ slot: inout Model?) {}
        mutating func visit<Model: PersistentModel>(_ slot: inout Model??) {}
        mutating func visit<Model: PersistentModel>(_ slot: inout [Model]?) { find(slot) }
        mutating func visit<Model: PersistentModel>(_ slot: inout [Model]??) { find(slot ?? nil) }

        private mutating func find<Model: PersistentModel>(_ models: [Model]?) {
            isFound = models?.contains { $0 === object } ?? false
        }
    }

    /// A visitor that reads the objects that a relationship refers to.
    struct RelatedObjects: _SlotVisitor {
        /// The objects. Nil if they aren't in memory, or if the property is an attribute.
        var objects: [any PersistentModel]?

        mutating func visit<Value>(_ slot: inout Value?) {}
        mutating func visit<Model: PersistentModel>(_ slot: inout Model?) { objects = slot.map { [$0] } }
        mutating func visit<Model: PersistentModel>(_ slot: inout Model??) {
            objects = slot.map { $0.map { [$0] } ?? [] }
        }
        mutating func visit<Model: PersistentModel>(_ slot: inout [Model]?) { objects = slot }
        mutating func visit<Model: PersistentModel>(_ slot: inout [Model]??) { objects = slot.map { $0 ?? [] } }
    }

    /// A visitor that replaces the objects that a relationship refers to.
    struct SetRelatedObjects: _SlotVisitor {
        var objects: [any PersistentModel]

        mutating func visit<Value>(_ slot: inout Value?) {}
        mutating func visit<Model: PersistentModel>(_ slot: inout Model?) { slot = objects.first as? Model }
        mutating func visit<Model: PersistentModel>(_ slot: inout Model??) { slot = .some(objects.first as? Model) }
        mutating func visit<Model: PersistentModel>(_ slot: inout [Model]?) {
            slot = objects.compactMap { $0 as? Model }
        }
        mutating func visit<Model: PersistentModel>(_ slot: inout [Model]??) {
            slot = .some(objects.compactMap { $0 as? Model })
        }
    }

    /// A visitor that adds an object to a to-many relationship, or makes a to-one relationship refer to the object.
    struct AddRelatedObject: _SlotVisitor {
        let object: any PersistentModel

        mutating func visit<Value>(_ slot: inout Value?) {}
        mutating func visit<Model: PersistentModel>(_ slot: inout Model?) { slot = object as? Model }
        mutating func visit<Model: PersistentModel>(_ slot: inout Model??) { slot = .some(object as? Model) }
        mutating func visit<Model: PersistentModel>(_ slot: inout [Model]?) {
            if let model = object as? Model { slot?.append(model) }
        }
        mutating func visit<Model: PersistentModel>(_ slot: inout [Model]??) {
            guard let model = object as? Model else { return }
            if case .some(.some) = slot { slot??.append(model) } else { slot = .some([model]) }
        }
    }

    /// A visitor that removes an object from a relationship.
    struct RemoveRelatedObject: _SlotVisitor {
        let object: any PersistentModel

        mutating func visit<Value>(_ slot: inout Value?) {}
        // A required relationship keeps its last object. Saving then reports an error.
        mutating func visit<Model: PersistentModel>(_ slot: inout Model?) {}
        mutating func visit<Model: PersistentModel>(_ slot: inout Model??) { slot = .some(nil) }
        mutating func visit<Model: PersistentModel>(_ slot: inout [Model]?) { slot?.removeAll { $0 === object } }
        mutating func visit<Model: PersistentModel>(_ slot: inout [Model]??) {
            if case .some(.some(let models)) = slot { slot = .some(models.filter { $0 !== object }) }
        }
    }
}
