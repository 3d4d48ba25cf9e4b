/// Access to a property of a model's objects by the offset of its storage.
///
/// It's for code that knows a property only by its key path, and uses the property in many objects. Each use of a key
/// path looks up generic metadata. The property's number, offset and ``ValueFunctions`` are looked up only once.
package enum PropertyAccess {}

extension PropertyAccess {
    /// Reads a property of a model's objects.
    package final class Reader<Model: PersistentModel, Value> {
        /// The key path, for objects in which the property can't be accessed by its offset.
        private let keyPath: KeyPath<Model, Value>
        private let slot: PropertySlot
        /// The functions that copy the property's values.
        private let functions = ValueFunctions.of(Value.self)

        /// Prepares to read the property at a key path.
        package init(_ keyPath: KeyPath<Model, Value>) {
            self.keyPath = keyPath
            slot = PropertySlot(keyPath)
        }

        /// Returns the property's value in an object.
        package func value(of model: Model) -> Value {
            guard let address = slot.address(in: model, model._modelStorage) else { return model[keyPath: keyPath] }
            return withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { buffer in
                guard let place = buffer.baseAddress, functions.copy(address, place) else {
                    return model[keyPath: keyPath]
                }
                return place.move()
            }
        }
    }

    /// Sets a property of a model's objects.
    package final class Writer<Model: PersistentModel, Value> {
        /// The key path, for objects in which the property can't be accessed by its offset.
        private let keyPath: ReferenceWritableKeyPath<Model, Value>
        private let slot: PropertySlot
        /// The functions that copy the property's values.
        private let functions = ValueFunctions.of(Value.self)

        /// Prepares to set the property at a key path.
        package init(_ keyPath: ReferenceWritableKeyPath<Model, Value>) {
            self.keyPath = keyPath
            slot = PropertySlot(keyPath)
        }

        /// Sets the property's value in an object. The effect is the same as setting it through the key path.
        package func set(_ value: Value, of model: Model) {
            let storage = model._modelStorage
            guard let address = slot.address(in: model, storage) else {
                model[keyPath: keyPath] = value
                return
            }
            if storage.isFault { storage.context?.load(model) }
            withUnsafePointer(to: value) { functions.set(address, UnsafeRawPointer($0)) }
            guard let context = storage.context else { return }
            storage.changed.insert(slot.number)
            context.didChange(model)
        }
    }
}

/// The location of an attribute's storage in the objects of a class.
///
/// `@Model` declares the storage as a variable of the class, so it has the same offset in all objects of the class.
private struct PropertySlot {
    /// The property's number, or -1 if the property is accessed only through its key path.
    let number: Int
    /// The distance between an object's address and the address of the storage.
    private let offset: Int

    /// Finds the storage of the property at a key path. If the class itself doesn't declare the property, or has a
    /// superclass, the property is accessed only through its key path, because a class can override an inherited
    /// property. This also applies to a relationship, because setting it also changes its inverse.
    init<Model: PersistentModel, Value>(_ keyPath: KeyPath<Model, Value>) {
        let metadata = Model.schemaMetadata
        guard SchemaInheritance.superclass(of: Model.self) == nil, RelationshipTarget(of: Value.self) == nil,
            let number = metadata.firstIndex(where: { $0.keypath == keyPath && !$0.isConstant }),
            let field = TypeField.fields(ofClass: Model.self).last(where: { $0.name == "_$" + metadata[number].name }),
            field.type == Value?.self
        else {
            (self.number, offset) = (-1, 0)
            return
        }
        (self.number, offset) = (number, field.offset)
    }

    /// Returns the address of the storage in an object. Returns nil if the storage wasn't found, if the object is of a
    /// subclass, which can override the property, or if it has observers, which must be notified.
    func address<Model: PersistentModel>(in model: Model, _ storage: _ModelStorage) -> UnsafeMutableRawPointer? {
        guard number >= 0, type(of: model) == Model.self, storage.observers == nil else { return nil }
        return Unmanaged.passUnretained(model).toOpaque() + offset
    }
}
