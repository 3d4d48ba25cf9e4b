/// Access to a property of a model's objects by the property's number.
///
/// It's for code that knows a property only by its key path, and uses the property in many objects. Each use of a key
/// path looks up generic metadata. The property's number and its ``ValueFunctions`` are looked up only once.
package enum PropertyAccess {}

extension PropertyAccess {
    /// Reads a property of a model's objects.
    package final class Reader<Model: PersistentModel, Value> {
        /// The key path, for the objects that can't be accessed by the property's number.
        private let keyPath: KeyPath<Model, Value>
        /// The property's number, or nil if every object is read through the key path.
        private let number: Int?
        /// The functions that copy the property's values.
        private let functions = ValueFunctions.of(Value.self)

        /// Prepares to read the property at a key path.
        package init(_ keyPath: KeyPath<Model, Value>) {
            self.keyPath = keyPath
            number = PropertyNumber.of(keyPath)
        }

        /// Returns the property's value in an object.
        package func value(of model: Model) -> Value {
            guard let number, PropertyNumber.isUsable(for: model, model._modelStorage) else {
                return model[keyPath: keyPath]
            }
            return withUnsafeTemporaryAllocation(of: Value.self, capacity: 1) { buffer in
                guard let place = buffer.baseAddress else { return model[keyPath: keyPath] }
                var reading = SlotReading(type: Value.self, copy: functions.copy, place: UnsafeMutableRawPointer(place))
                model._visit(number, &reading)
                return reading.isDone ? place.move() : model[keyPath: keyPath]
            }
        }
    }

    /// Sets a property of a model's objects.
    package final class Writer<Model: PersistentModel, Value> {
        /// The key path, for the objects that can't be accessed by the property's number.
        private let keyPath: ReferenceWritableKeyPath<Model, Value>
        /// The property's number, or nil if every object is changed through the key path.
        private let number: Int?
        /// The functions that copy the property's values.
        private let functions = ValueFunctions.of(Value.self)

        /// Prepares to set the property at a key path.
        package init(_ keyPath: ReferenceWritableKeyPath<Model, Value>) {
            self.keyPath = keyPath
            number = PropertyNumber.of(keyPath)
        }

        /// Sets the property's value in an object. The effect is the same as setting it through the key path.
        package func set(_ value: Value, of model: Model) {
            let storage = model._modelStorage
            guard let number, PropertyNumber.isUsable(for: model, storage) else {
                model[keyPath: keyPath] = value
                return
            }
            if storage.isFault { storage.context?.load(model) }
            let isDone = withUnsafePointer(to: value) { value in
                var writing = SlotWriting(type: Value.self, set: functions.set, value: UnsafeRawPointer(value))
                model._visit(number, &writing)
                return writing.isDone
            }
            guard isDone else {
                model[keyPath: keyPath] = value
                return
            }
            guard let context = storage.context else { return }
            storage.changed.insert(number)
            context.didChange(model)
        }
    }
}

/// Functions that determine whether a property can be accessed by its number.
private enum PropertyNumber {
    /// Returns the number of the property at a key path. Returns nil if the key path isn't that of a property of the
    /// class itself, or if the class has a superclass. A class can override an inherited property.
    static func of<Model: PersistentModel>(_ keyPath: PartialKeyPath<Model>) -> Int? {
        guard Schema.Inheritance.superclass(of: Model.self) == nil else { return nil }
        return Model.schemaMetadata.firstIndex { $0.keypath == keyPath && !$0.isConstant }
    }

    /// Returns whether an object's property can be accessed by its number. A subclass can override the property, and
    /// observers must be notified.
    static func isUsable<Model: PersistentModel>(for model: Model, _ storage: _ModelStorage) -> Bool {
        type(of: model) == Model.self && storage.observers == nil
    }
}

/// A visitor that copies the value of an attribute to memory.
///
/// The visitor isn't generic, so that its type doesn't have to be looked up. It doesn't visit relationships.
private struct SlotReading: _SlotVisitor {
    /// The expected type. An attribute of a different type isn't copied.
    let type: Any.Type
    /// The function that copies the value; see ``ValueFunctions``.
    let copy: (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Bool
    /// Uninitialized memory for one value.
    let place: UnsafeMutableRawPointer
    /// Whether the value was in the object, and was copied.
    var isDone = false

    mutating func visit<Value>(_ slot: inout Value?) {
        guard Value.self == type else { return }
        isDone = withUnsafeMutablePointer(to: &slot) { copy(UnsafeMutableRawPointer($0), place) }
    }

    mutating func visit<Model: PersistentModel>(_ slot: inout Model?) {}
    mutating func visit<Model: PersistentModel>(_ slot: inout Model??) {}
    mutating func visit<Model: PersistentModel>(_ slot: inout [Model]?) {}
    mutating func visit<Model: PersistentModel>(_ slot: inout [Model]??) {}
}

/// A visitor that sets an attribute to a value in memory.
///
/// The visitor isn't generic, so that its type doesn't have to be looked up. It doesn't visit relationships, because
/// setting a relationship also changes its inverse. Relationships are accessed through their key paths.
private struct SlotWriting: _SlotVisitor {
    /// The value's type. An attribute of a different type isn't set.
    let type: Any.Type
    /// The function that sets the value; see ``ValueFunctions``.
    let set: (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void
    /// The memory with the new value.
    let value: UnsafeRawPointer
    /// Whether the attribute was set.
    var isDone = false

    mutating func visit<Value>(_ slot: inout Value?) {
        guard Value.self == type else { return }
        withUnsafeMutablePointer(to: &slot) { set(UnsafeMutableRawPointer($0), value) }
        isDone = true
    }

    mutating func visit<Model: PersistentModel>(_ slot: inout Model?) {}
    mutating func visit<Model: PersistentModel>(_ slot: inout Model??) {}
    mutating func visit<Model: PersistentModel>(_ slot: inout [Model]?) {}
    mutating func visit<Model: PersistentModel>(_ slot: inout [Model]??) {}
}
