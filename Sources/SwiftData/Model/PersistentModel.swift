/// A class whose objects a ``ModelContext`` keeps in a store.
///
/// Conform to it with the macro ``Model()``. Use it as a constraint in code that works with every model:
///
/// ```swift
/// import Foundation
/// import SwiftData
///
/// func deleteAll<T: PersistentModel>(_ type: T.Type, in context: ModelContext) throws {
///     for object in try context.fetch(FetchDescriptor<T>()) { context.delete(object) }
///     try context.save()
/// }
/// ```
///
/// A property can be read before the object is inserted and after its context has ended. The first read of a property
/// may read the store and block.
///
/// > Important: A getter can't throw. If an object's row was deleted by another writer, its properties have placeholder
/// > values, and the next fetch or save of its context throws `SwiftDataError.modelValidationFailure`. No placeholder
/// > is saved.
///
/// > Important: Objects aren't `Sendable`, unless their class belongs to the main actor. Pass ``persistentModelID`` to
/// > another task.
///
/// Two models are equal if they're the same object: a context has at most one object for each row.
public protocol PersistentModel: AnyObject, Observation.Observable, Hashable, Identifiable, SendableMetatype {
    /// The metadata of the class's properties: inherited ones first, then its own in declaration order.
    static var schemaMetadata: [Schema.PropertyMetadata] { get }

    // `@Model` writes the following requirements. Don't implement them by hand.

    /// The object's state, apart from its properties.
    var _modelStorage: _ModelStorage { get }
    /// The groups of the class's own `#Unique`.
    static var _uniqueness: [any _UniqueGroups] { get }
    /// The groups of the class's own `#Index`.
    static var _indexes: [any _IndexGroups] { get }
    /// Creates an object whose values are still in the store.
    init(_fault: _Fault)
    /// Reads every property from a row.
    func _load(_ row: inout _RowReader)
    /// Writes every property to a row.
    func _store(_ row: inout _RowWriter)
    /// Passes the storage of a property, given by its number, to a visitor.
    func _visit<Visitor: _SlotVisitor>(_ index: Int, _ visitor: inout Visitor)
}

extension PersistentModel {
    /// The object's identity: a temporary one until the object is saved, then that of its row.
    ///
    /// > Important: The first save changes it. Don't keep the identifier of an object that was never saved.
    public var persistentModelID: PersistentIdentifier { _modelStorage.identifier(of: type(of: self)) }
    /// The object's identity, which is ``persistentModelID``.
    public var id: PersistentIdentifier { persistentModelID }
    /// The context that the object was inserted into or fetched by; nil if there is none, or if it has ended.
    public var modelContext: ModelContext? { _modelStorage.context?.handle }
    /// Whether the object has unsaved changes, including its insertion or deletion.
    public var hasChanges: Bool { _modelStorage.hasChanges }
    /// Whether the next save deletes the object, or a save has deleted it.
    public var isDeleted: Bool { _modelStorage.isDeleted }

    public static var _uniqueness: [any _UniqueGroups] { [] }
    public static var _indexes: [any _IndexGroups] { [] }

    /// Returns whether both are the same object.
    public static func == (left: Self, right: Self) -> Bool { left === right }

    /// Hashes the object's identity in memory, not its values.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

/// The argument of the initializer that creates an object without values. Don't use it directly.
public struct _Fault {}

/// A visitor that reads or changes the storage of a property of any type. Don't use it directly.
///
/// A visitor must have a stored property, even if it's only a count. Without one, it would have no memory of its own
/// but would still be passed by address: visitors on two threads would share an address, and ThreadSanitizer would
/// report a race.
public protocol _SlotVisitor {
    /// Visits an attribute; the value is nil while it's in the store.
    mutating func visit<Value>(_ slot: inout Value?)
    /// Visits a to-one relationship that must have a value.
    mutating func visit<Model: PersistentModel>(_ slot: inout Model?)
    /// Visits an optional to-one relationship.
    mutating func visit<Model: PersistentModel>(_ slot: inout Model??)
    /// Visits a to-many relationship.
    mutating func visit<Model: PersistentModel>(_ slot: inout [Model]?)
    /// Visits an optional to-many relationship.
    mutating func visit<Model: PersistentModel>(_ slot: inout [Model]??)
}

/// Returns the storage of a property whose type follows from its initial value. Don't use it directly.
public func _stored<Value>(_ value: Value) -> Value? { value }

/// Returns the number of properties that a class inherits from another model. They precede its own. Don't use it
/// directly.
public func _inheritedCount(of type: any PersistentModel.Type) -> Int {
    Schema.Inheritance.superclass(of: type)?.schemaMetadata.count ?? 0
}
