/// A class whose objects a ``ModelContext`` keeps in a store.
///
/// Use the ``Model()`` macro to conform a class to this protocol. Use the protocol as a constraint in code that works
/// with every model:
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
/// A property can be read before the object is inserted and after its context is deallocated. The first read of a
/// property may read the store and block the thread.
///
/// > Important: A getter can't throw. If another writer has deleted an object's row, properties whose values aren't in
/// > memory return placeholders. The context's next fetch or save then throws `SwiftDataError.modelValidationFailure`,
/// > so placeholders are never saved. If a property's type has no placeholder, the process stops.
///
/// > Important: Objects aren't `Sendable`, unless their class is isolated to the main actor. Pass ``persistentModelID``
/// > to a different task instead.
///
/// Two objects are equal if they're identical, unless the class declares `==`. A context has at most one object for
/// each row.
public protocol PersistentModel: AnyObject, Observation.Observable, Hashable, Identifiable, SendableMetatype {
    /// The metadata of the class's properties: inherited ones first, then its own in declaration order.
    static var schemaMetadata: [Schema.PropertyMetadata] { get }

    // `@Model` implements the following requirements. Don't implement them yourself.

    /// The object's state, except for its property values.
    var _modelStorage: _ModelStorage { get }
    /// The key paths of the class's own `#Unique` macros.
    static var _uniqueness: [any _UniqueGroups] { get }
    /// The key paths of the class's own `#Index` macros.
    static var _indexes: [any _IndexGroups] { get }
    /// Creates an object without reading its values from the store.
    init(_fault: _Fault)
    /// Reads every property from a row.
    func _load(_ row: inout _RowReader)
    /// Writes every property to a row.
    func _store(_ row: inout _RowWriter)
    /// Passes the storage of the property with the given number to a visitor. Does nothing for a constant.
    func _visit<Visitor: _SlotVisitor>(_ index: Int, _ visitor: inout Visitor)
}

extension PersistentModel {
    /// The object's identity. It is temporary until the object is saved, and then identifies the object's row.
    ///
    /// > Important: The first save changes the identity. Don't keep the identifier of an object that was never saved.
    public var persistentModelID: PersistentIdentifier { _modelStorage.identifier(of: type(of: self)) }
    /// The object's ``persistentModelID``, which makes the object `Identifiable`.
    public var id: PersistentIdentifier { persistentModelID }
    /// The context that the object was inserted into or fetched with. Nil if the object isn't in a context, or if the
    /// context no longer exists.
    public var modelContext: ModelContext? { _modelStorage.context?.handle }
    /// Whether the object has unsaved changes, including its insertion or deletion.
    public var hasChanges: Bool { _modelStorage.hasChanges }
    /// Whether the object was deleted. It's true even before the deletion is saved.
    public var isDeleted: Bool { _modelStorage.isDeleted }

    public static var _uniqueness: [any _UniqueGroups] { [] }
    public static var _indexes: [any _IndexGroups] { [] }

    /// Returns whether two references are to the same object.
    public static func == (left: Self, right: Self) -> Bool { left === right }

    /// Hashes the reference to the object, not its values or its ``persistentModelID``.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

extension PersistentModel {
    /// Returns an object of this class with its type. The class isn't checked.
    static func _typed(_ object: AnyObject) -> any PersistentModel { unsafeDowncast(object, to: Self.self) }
}

/// The argument of the initializer that creates an object without values. Don't use it directly.
public struct _Fault {}

/// A visitor that reads or changes the storage of a property of any type. Don't use it directly.
///
/// A visitor must have a stored property, even if it's only a count. A visitor without one would occupy no memory, but
/// would still be passed by address. Visitors on two threads could then share an address, and ThreadSanitizer would
/// report a race.
public protocol _SlotVisitor {
    /// Visits an attribute. The value is nil if it hasn't been read.
    mutating func visit<Value>(_ slot: inout Value?)
    /// Visits a required to-one relationship.
    mutating func visit<Model: PersistentModel>(_ slot: inout Model?)
    /// Visits an optional to-one relationship.
    mutating func visit<Model: PersistentModel>(_ slot: inout Model??)
    /// Visits a to-many relationship.
    mutating func visit<Model: PersistentModel>(_ slot: inout [Model]?)
    /// Visits an optional to-many relationship.
    mutating func visit<Model: PersistentModel>(_ slot: inout [Model]??)
}

/// Returns a value as an optional, which is the type of a property's storage. Don't use it directly.
public func _stored<Value>(_ value: Value) -> Value? { value }

/// Returns the number of properties that a class inherits from its superclass. They precede the class's own properties.
/// Don't use it directly.
public func _inheritedCount(of type: any PersistentModel.Type) -> Int {
    SchemaInheritance.superclass(of: type)?.schemaMetadata.count ?? 0
}
