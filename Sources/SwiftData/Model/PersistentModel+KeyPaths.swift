/// A collection of related objects: the type of a to-many relationship.
public protocol RelationshipCollection {
    /// The objects' class.
    associatedtype PersistentElement: PersistentModel
}

extension Array: RelationshipCollection where Element: PersistentModel {
    /// The objects' class.
    public typealias PersistentElement = Element
}

extension Optional: RelationshipCollection where Wrapped: Sequence, Wrapped.Element: PersistentModel {
    /// The objects' class.
    public typealias PersistentElement = Wrapped.Element
}

// The properties themselves are the way to read and write them; these are for code that has key paths.
extension PersistentModel {
    /// The value of an attribute.
    public func getValue<Value: Decodable>(forKey keyPath: KeyPath<Self, Value>) -> Value { self[keyPath: keyPath] }

    /// The object that a relationship refers to.
    public func getValue<Value: PersistentModel>(forKey keyPath: KeyPath<Self, Value>) -> Value {
        self[keyPath: keyPath]
    }

    /// The object that a relationship refers to.
    public func getValue<Value: PersistentModel>(forKey keyPath: KeyPath<Self, Value?>) -> Value? {
        self[keyPath: keyPath]
    }

    /// The objects that a relationship refers to.
    public func getValue<Value: RelationshipCollection, OtherModel>(
        forKey keyPath: KeyPath<Self, Value>
    ) -> Value where OtherModel == Value.PersistentElement {
        self[keyPath: keyPath]
    }

    /// The objects that a relationship refers to.
    public func getValue<Value: RelationshipCollection & Decodable, OtherModel>(
        forKey keyPath: KeyPath<Self, Value>
    ) -> Value where OtherModel == Value.PersistentElement {
        self[keyPath: keyPath]
    }

    /// The value of an attribute that a transformer keeps.
    public func getTransformableValue<Value>(forKey keyPath: KeyPath<Self, Value>) -> Value { self[keyPath: keyPath] }

    /// Sets an attribute. The key path must be that of a property which can be set; else nothing happens.
    public func setValue<Value: Encodable>(forKey keyPath: KeyPath<Self, Value>, to newValue: Value) {
        set(keyPath, newValue)
    }

    /// Sets the object that a relationship refers to.
    public func setValue<Value: PersistentModel>(forKey keyPath: KeyPath<Self, Value>, to newValue: Value) {
        set(keyPath, newValue)
    }

    /// Sets the object that a relationship refers to.
    public func setValue<Value: PersistentModel>(forKey keyPath: KeyPath<Self, Value?>, to newValue: Value?) {
        set(keyPath, newValue)
    }

    /// Sets the objects that a relationship refers to.
    public func setValue<Value: RelationshipCollection, OtherModel>(
        forKey keyPath: KeyPath<Self, Value>, to newValue: Value
    ) where OtherModel == Value.PersistentElement {
        set(keyPath, newValue)
    }

    /// Sets the objects that a relationship refers to.
    public func setValue<Value: RelationshipCollection & Encodable, OtherModel>(
        forKey keyPath: KeyPath<Self, Value>, to newValue: Value
    ) where OtherModel == Value.PersistentElement {
        set(keyPath, newValue)
    }

    /// Sets an attribute that a transformer keeps.
    public func setTransformableValue<Value>(forKey keyPath: KeyPath<Self, Value>, to newValue: Value) {
        set(keyPath, newValue)
    }

    private func set<Value>(_ keyPath: KeyPath<Self, Value>, _ newValue: Value) {
        guard let keyPath = keyPath as? ReferenceWritableKeyPath<Self, Value> else { return }
        self[keyPath: keyPath] = newValue
    }
}
