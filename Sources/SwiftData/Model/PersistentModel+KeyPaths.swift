/// A collection of related objects: the type of a to-many relationship.
///
/// Arrays of a model and optional arrays conform to it. You don't declare conformances yourself.
public protocol RelationshipCollection {
    /// The class of the related objects.
    associatedtype PersistentElement: PersistentModel
}

extension Array: RelationshipCollection where Element: PersistentModel {
    /// The class of the related objects.
    public typealias PersistentElement = Element
}

extension Optional: RelationshipCollection where Wrapped: Sequence, Wrapped.Element: PersistentModel {
    /// The class of the related objects.
    public typealias PersistentElement = Wrapped.Element
}

// Read and write properties directly where you can. These functions are for code that has key paths.
extension PersistentModel {
    /// Returns the value of an attribute.
    ///
    /// - Parameter keyPath: the key path of the property.
    public func getValue<Value: Decodable>(forKey keyPath: KeyPath<Self, Value>) -> Value { self[keyPath: keyPath] }

    /// Returns the object that a relationship refers to.
    ///
    /// - Parameter keyPath: the key path of the relationship.
    public func getValue<Value: PersistentModel>(forKey keyPath: KeyPath<Self, Value>) -> Value {
        self[keyPath: keyPath]
    }

    /// Returns the object that an optional relationship refers to; nil if there is none.
    ///
    /// - Parameter keyPath: the key path of the relationship.
    public func getValue<Value: PersistentModel>(forKey keyPath: KeyPath<Self, Value?>) -> Value? {
        self[keyPath: keyPath]
    }

    /// Returns the objects that a to-many relationship refers to.
    ///
    /// - Parameter keyPath: the key path of the relationship.
    public func getValue<Value: RelationshipCollection, OtherModel>(
        forKey keyPath: KeyPath<Self, Value>
    ) -> Value where OtherModel == Value.PersistentElement {
        self[keyPath: keyPath]
    }

    /// Returns the objects that a to-many relationship with a decodable type refers to.
    ///
    /// - Parameter keyPath: the key path of the relationship.
    public func getValue<Value: RelationshipCollection & Decodable, OtherModel>(
        forKey keyPath: KeyPath<Self, Value>
    ) -> Value where OtherModel == Value.PersistentElement {
        self[keyPath: keyPath]
    }

    /// Returns the value of an attribute that is marked with a value transformer.
    ///
    /// - Parameter keyPath: the key path of the property.
    public func getTransformableValue<Value>(forKey keyPath: KeyPath<Self, Value>) -> Value { self[keyPath: keyPath] }

    /// Sets an attribute.
    ///
    /// > Important: The key path must be of a property that can be set. Otherwise nothing happens.
    ///
    /// - Parameters:
    ///   - keyPath: the key path of the property.
    ///   - newValue: the new value.
    public func setValue<Value: Encodable>(forKey keyPath: KeyPath<Self, Value>, to newValue: Value) {
        set(keyPath, newValue)
    }

    /// Sets the object that a relationship refers to. The other side of the relationship follows.
    ///
    /// - Parameters:
    ///   - keyPath: the key path of the relationship. If it can't be set, nothing happens.
    ///   - newValue: the object.
    public func setValue<Value: PersistentModel>(forKey keyPath: KeyPath<Self, Value>, to newValue: Value) {
        set(keyPath, newValue)
    }

    /// Sets the object that an optional relationship refers to. The other side of the relationship follows.
    ///
    /// - Parameters:
    ///   - keyPath: the key path of the relationship. If it can't be set, nothing happens.
    ///   - newValue: the object; nil for none.
    public func setValue<Value: PersistentModel>(forKey keyPath: KeyPath<Self, Value?>, to newValue: Value?) {
        set(keyPath, newValue)
    }

    /// Sets the objects that a to-many relationship refers to. The other side of the relationship follows.
    ///
    /// - Parameters:
    ///   - keyPath: the key path of the relationship. If it can't be set, nothing happens.
    ///   - newValue: the objects.
    public func setValue<Value: RelationshipCollection, OtherModel>(
        forKey keyPath: KeyPath<Self, Value>, to newValue: Value
    ) where OtherModel == Value.PersistentElement {
        set(keyPath, newValue)
    }

    /// Sets the objects that a to-many relationship with an encodable type refers to. The other side follows.
    ///
    /// - Parameters:
    ///   - keyPath: the key path of the relationship. If it can't be set, nothing happens.
    ///   - newValue: the objects.
    public func setValue<Value: RelationshipCollection & Encodable, OtherModel>(
        forKey keyPath: KeyPath<Self, Value>, to newValue: Value
    ) where OtherModel == Value.PersistentElement {
        set(keyPath, newValue)
    }

    /// Sets an attribute that is marked with a value transformer.
    ///
    /// - Parameters:
    ///   - keyPath: the key path of the property. If it can't be set, nothing happens.
    ///   - newValue: the new value.
    public func setTransformableValue<Value>(forKey keyPath: KeyPath<Self, Value>, to newValue: Value) {
        set(keyPath, newValue)
    }

    private func set<Value>(_ keyPath: KeyPath<Self, Value>, _ newValue: Value) {
        guard let keyPath = keyPath as? ReferenceWritableKeyPath<Self, Value> else { return }
        self[keyPath: keyPath] = newValue
    }
}
