/// A class whose instances a ``ModelContext`` keeps in a store. `@Model` makes a class one.
///
/// Two models are equal where they are one object: a context has at most one for each row.
public protocol PersistentModel: AnyObject, Observation.Observable, Hashable, Identifiable, SendableMetatype {
    /// What the class says about its properties: those that it inherits, then its own in declaration order.
    static var schemaMetadata: [Schema.PropertyMetadata] { get }

    // What follows is written by `@Model`, not by hand.

    /// The object's state beside its properties.
    var _modelStorage: _ModelStorage { get }
    /// The groups of the class's own `#Unique`.
    static var _uniqueness: [any _UniqueGroups] { get }
    /// The groups of the class's own `#Index`.
    static var _indexes: [any _IndexGroups] { get }
    /// An object whose values are still in the store.
    init(_fault: _Fault)
    /// Takes every property from a row.
    func _load(_ row: inout _RowReader)
    /// Gives every property to a row.
    func _store(_ row: inout _RowWriter)
    /// Shows the storage of the property of that number.
    func _visit<Visitor: _SlotVisitor>(_ index: Int, _ visitor: inout Visitor)
}

extension PersistentModel {
    /// The object's identity: temporary until it is saved, then its row's.
    public var persistentModelID: PersistentIdentifier { _modelStorage.identifier(of: type(of: self)) }
    /// The object's identity.
    public var id: PersistentIdentifier { persistentModelID }
    /// The context that the object was inserted into or fetched by; nil for neither.
    public var modelContext: ModelContext? { _modelStorage.context?.handle }
    /// Whether the object has changes that are not saved.
    public var hasChanges: Bool { _modelStorage.hasChanges }
    /// Whether the object is to be deleted at the next save, or has been.
    public var isDeleted: Bool { _modelStorage.isDeleted }

    public static var _uniqueness: [any _UniqueGroups] { [] }
    public static var _indexes: [any _IndexGroups] { [] }

    /// Whether both are one object.
    public static func == (left: Self, right: Self) -> Bool { left === right }

    /// Adds the object's identity in memory.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// The argument of the initialiser that makes an object without values. Not for use by hand.
public struct _Fault {}

/// Looks at, or changes, the storage of a property of any type. Not for use by hand.
///
/// A visitor has a stored property, be it a count. One without any would have no memory of its own, yet is passed by its
/// address: visitors of two threads would share one, and ThreadSanitizer take that for a race.
public protocol _SlotVisitor {
    /// An attribute; nil while it is in the store.
    mutating func visit<Value>(_ slot: inout Value?)
    /// A to-one relationship that must have a value.
    mutating func visit<Model: PersistentModel>(_ slot: inout Model?)
    /// A to-one relationship.
    mutating func visit<Model: PersistentModel>(_ slot: inout Model??)
    /// A to-many relationship.
    mutating func visit<Model: PersistentModel>(_ slot: inout [Model]?)
    /// A to-many relationship that may be nil.
    mutating func visit<Model: PersistentModel>(_ slot: inout [Model]??)
}

/// The storage of a property whose type its initial value shows. Not for use by hand.
public func _stored<Value>(_ value: Value) -> Value? { value }

/// How many properties a class inherits from another model; they come before its own. Not for use by hand.
public func _inheritedCount(of type: any PersistentModel.Type) -> Int {
    Schema.Inheritance.superclass(of: type)?.schemaMetadata.count ?? 0
}
