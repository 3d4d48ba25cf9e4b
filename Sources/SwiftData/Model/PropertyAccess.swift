/// Access to a property of a model's objects by the property's place in them.
///
/// It's for code that knows a property only by its key path, and uses the property in many objects. Each use of a key
/// path looks up generic metadata. The property's number, its place in the objects and its ``ValueFunctions`` are looked
/// up only once.
package enum PropertyAccess {}

extension PropertyAccess {
    /// Reads a property of a model's objects.
    package final class Reader<Model: PersistentModel, Value> {
        /// The key path, for the objects that can't be accessed by the property's place.
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
        /// The key path, for the objects that can't be accessed by the property's place.
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

/// The place of an attribute's storage in the objects of a class.
///
/// `@Model` declares the storage as a variable of the class, so it has the same place in all objects of the class.
private struct PropertySlot {
    /// The property's number, or -1 if the property is accessed only through its key path.
    let number: Int
    /// The distance between an object's address and the address of the storage.
    private let offset: Int

    /// Finds the storage of the property at a key path. It isn't found if the key path isn't that of a property of the
    /// class itself, or if the class has a superclass, because a class can override an inherited property. The storage of
    /// a relationship isn't used, because setting a relationship also changes its inverse.
    init<Model: PersistentModel, Value>(_ keyPath: KeyPath<Model, Value>) {
        let metadata = Model.schemaMetadata
        guard Schema.Inheritance.superclass(of: Model.self) == nil, Schema.Relationship.Target(of: Value.self) == nil,
            let number = metadata.firstIndex(where: { $0.keypath == keyPath && !$0.isConstant }),
            let field = TypeField.fields(ofClass: Model.self).last(where: { $0.name == "_$" + metadata[number].name }),
            field.type == Value?.self
        else {
            (self.number, offset) = (-1, 0)
            return
        }
        (self.number, offset) = (number, field.offset)
    }

    /// Returns the address of the storage in an object. Returns nil if the property must be accessed through its key
    /// path: a subclass can override the property, and observers must be notified.
    func address<Model: PersistentModel>(in model: Model, _ storage: _ModelStorage) -> UnsafeMutableRawPointer? {
        guard number >= 0, type(of: model) == Model.self, storage.observers == nil else { return nil }
        return Unmanaged.passUnretained(model).toOpaque() + offset
    }
}
