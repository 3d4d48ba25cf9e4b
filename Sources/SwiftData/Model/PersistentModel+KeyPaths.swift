/// The type of a to-many relationship property: a collection of related objects.
///
/// Arrays of models and optional arrays conform to this protocol. Don't conform your own types.
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

// Read and write properties directly if possible. These functions are for code that uses key paths.
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

    /// Returns the object that an optional relationship refers to, or nil if the relationship is nil.
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

    /// Returns the value of an attribute with the ``Schema/Attribute/Option/transformable(by:)`` option.
    ///
    /// - Parameter keyPath: the key path of the property.
    public func getTransformableValue<Value>(forKey keyPath: KeyPath<Self, Value>) -> Value { self[keyPath: keyPath] }

    /// Sets the value of an attribute.
    ///
    /// - Parameters:
    ///   - keyPath: the key path of the property. If it isn't settable, this does nothing.
    ///   - newValue: the new value.
    public func setValue<Value: Encodable>(forKey keyPath: KeyPath<Self, Value>, to newValue: Value) {
        set(keyPath, newValue)
    }

    /// Sets the object that a relationship refers to. This also updates the inverse.
    ///
    /// - Parameters:
    ///   - keyPath: the key path of the relationship. If it isn't settable, this does nothing.
    ///   - newValue: the object.
    public func setValue<Value: PersistentModel>(forKey keyPath: KeyPath<Self, Value>, to newValue: Value) {
        set(keyPath, newValue)
    }

    /// Sets the object that an optional relationship refers to. This also updates the inverse.
    ///
    /// - Parameters:
    ///   - keyPath: the key path of the relationship. If it isn't settable, this does nothing.
    ///   - newValue: the object, or nil to refer to no object.
    public func setValue<Value: PersistentModel>(forKey keyPath: KeyPath<Self, Value?>, to newValue: Value?) {
        set(keyPath, newValue)
    }

    /// Sets the objects that a to-many relationship refers to. This also updates the inverse.
    ///
    /// - Parameters:
    ///   - keyPath: the key path of the relationship. If it isn't settable, this does nothing.
    ///   - newValue: the objects.
    public func setValue<Value: RelationshipCollection, OtherModel>(
        forKey keyPath: KeyPath<Self, Value>, to newValue: Value
    ) where OtherModel == Value.PersistentElement {
        set(keyPath, newValue)
    }

    /// Sets the objects that a to-many relationship with an encodable type refers to. This also updates the inverse.
    ///
    /// - Parameters:
    ///   - keyPath: the key path of the relationship. If it isn't settable, this does nothing.
    ///   - newValue: the objects.
    public func setValue<Value: RelationshipCollection & Encodable, OtherModel>(
        forKey keyPath: KeyPath<Self, Value>, to newValue: Value
    ) where OtherModel == Value.PersistentElement {
        set(keyPath, newValue)
    }

    /// Sets the value of an attribute with the ``Schema/Attribute/Option/transformable(by:)`` option.
    ///
    /// - Parameters:
    ///   - keyPath: the key path of the property. If it isn't settable, this does nothing.
    ///   - newValue: the new value.
    public func setTransformableValue<Value>(forKey keyPath: KeyPath<Self, Value>, to newValue: Value) {
        set(keyPath, newValue)
    }

    private func set<Value>(_ keyPath: KeyPath<Self, Value>, _ newValue: Value) {
        guard let keyPath = keyPath as? ReferenceWritableKeyPath<Self, Value> else { return }
        self[keyPath: keyPath] = newValue
    }
}
