import Foundation
import Observation

/// The state of a model object, apart from its properties. Don't use it directly.
///
/// The properties themselves are variables of the object. A read costs a look at the observation registrar and one
/// comparison with nil, which represents a value that is still in the store.
public final class _ModelStorage {
    /// The object's observers; nil while there can't be any.
    ///
    /// Only the storage owns it and ends it. It's a pointer, so that reading a property counts no references. It's set
    /// once, by a function that calls nothing that could read it, so that its accesses need no check for overlaps.
    @exclusivity(unchecked) @usableFromInline
    private(set) var observers: UnsafeMutablePointer<ObservationRegistrar>?
    /// The context's probe, which lives as long as the context. Keeping it here avoids counting the context's
    /// references.
    @exclusivity(unchecked) private var probe: UnsafeMutablePointer<ObservationProbe>?
    /// The context's state; nil before the object is inserted and after a rollback.
    var context: ContextState? { didSet { probe = context?.probe } }
    /// The object. It owns this storage, so the reference can't outlive it.
    unowned(unsafe) var object: (any PersistentModel)?
    /// The storage of the object's class; nil without a context.
    var entity: EntityStorage?
    /// The row's `Z_PK`; 0 if there is no row yet.
    var key: Int64 = 0
    /// The row's `Z_OPT` when it was read. It shows whether another writer has changed the row.
    var version: Int64 = 0
    /// The rows that to-one relationships referred to when they were read, by the relationship's position among them; 0
    /// for none.
    var references: [Int64] = []
    /// The properties with unsaved changes.
    var changed = EntityStorage.PropertySet()
    /// State that few objects have.
    private var rareState: RareState?
    /// The context's batch that the object came with.
    var generation: UInt32 = 0
    /// Whether the values are still in the store.
    var isFault = false
    var isInserted = false
    /// Whether the context lists the object among the changed ones.
    var isListed = false
    var isDeleted = false

    /// State that few objects have, kept separately so that the others are small.
    private final class RareState {
        var pending: [Int: PendingLinks] = [:]
        /// The identity of an object that isn't in a store.
        lazy var temporary = UUID()
    }

    /// Creates the state of a new object.
    public init() {}

    deinit {
        if key != 0 { context?.forget(self) }
        observers?.endRegistrar()
    }

    var hasChanges: Bool { isInserted || isDeleted && key != 0 || !changed.isEmpty }

    func identifier(of type: any PersistentModel.Type) -> PersistentIdentifier {
        if key != 0, let entity {
            return PersistentIdentifier(
                entityName: entity.name, storeIdentifier: entity.storeIdentifier, key: .row(key))
        }
        return PersistentIdentifier(
            entityName: entity?.name ?? Schema.name(of: type), storeIdentifier: nil,
            key: .temporary(makeRareState().temporary))
    }

    /// Changes of to-many relationships whose objects are in the store, by the relationship's number.
    var pending: [Int: PendingLinks] {
        get { rareState?.pending ?? [:] }
        set { if rareState != nil || !newValue.isEmpty { makeRareState().pending = newValue } }
        // A dictionary that was returned and set again would be copied when it changes.
        _modify { yield &makeRareState().pending }
    }

    private func makeRareState() -> RareState {
        if let rareState { return rareState }
        let made = RareState()
        rareState = made
        return made
    }
}

// MARK: Reading

extension _ModelStorage {
    /// Registers that a property is about to be read. The key path is only made if something may observe it.
    @inlinable
    public func _willRead<Model: PersistentModel, Value>(
        _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Value>
    ) {
        guard let observers = observers ?? observersWhereTracked() else { return }
        Self.tell(&observers.pointee, model, keyPath())
    }

    /// Reports a read to the registrar. The registrar is `inout` because it would be copied otherwise, which counts
    /// references each time.
    @inline(never) @usableFromInline
    static func tell<Model: PersistentModel, Value>(
        _ registrar: inout ObservationRegistrar, _ model: Model, _ keyPath: KeyPath<Model, Value>
    ) {
        registrar.access(model, keyPath: keyPath)
    }

    /// Returns the registrar. It's created if a tracking is active, or if that can't be determined.
    @inline(never) @usableFromInline
    func observersWhereTracked() -> UnsafeMutablePointer<ObservationRegistrar>? {
        observers = probe == nil ? .madeRegistrar() : probe?.pointee.trackedRegistrar()
        return observers
    }

    /// Returns the value of an attribute that is still in the store.
    ///
    /// A getter can't throw. If the row is gone or doesn't decode, the value is a placeholder, and the object's context
    /// keeps the error. Its next fetch or save throws it, so that no placeholder reaches a store.
    public func _resolve<Model: PersistentModel, Value>(
        _ model: Model, _ index: Int, _ value: @autoclosure () -> Value?
    ) -> Value {
        context?.load(model)
        if let loaded = value() { return loaded }
        context?.note(.valueIsGone(entity: entity?.name ?? "\(Model.self)", key: key))
        return Placeholder.value(of: Value.self, default: { Model.schemaMetadata[index].defaultValue })
    }

    /// Returns the object of an optional to-one relationship that is still in the store.
    public func _resolve<Model: PersistentModel, Target: PersistentModel>(
        _ model: Model, _ index: Int, _ value: @autoclosure () -> Target??
    ) -> Target? {
        if let context { return context.resolveReference(model, index) as? Target }
        return value() ?? nil
    }

    /// Returns the object of a required to-one relationship that is still in the store.
    public func _resolve<Model: PersistentModel, Target: PersistentModel>(
        _ model: Model, _ index: Int, _ value: @autoclosure () -> Target?
    ) -> Target {
        if let target = context?.resolveReference(model, index) as? Target { return target }
        if let loaded = value() { return loaded }
        context?.note(.valueIsGone(entity: entity?.name ?? "\(Model.self)", key: key))
        return Target(_fault: _Fault())
    }

    /// Returns the objects of a to-many relationship that is still in the store.
    public func _resolve<Model: PersistentModel, Target: PersistentModel>(
        _ model: Model, _ index: Int, _ value: @autoclosure () -> [Target]?
    ) -> [Target] {
        context?.resolve(model, index)
        return value() ?? []
    }

    /// Returns the objects of an optional to-many relationship that is still in the store.
    public func _resolve<Model: PersistentModel, Target: PersistentModel>(
        _ model: Model, _ index: Int, _ value: @autoclosure () -> [Target]??
    ) -> [Target]? {
        context?.resolve(model, index)
        return value() ?? []
    }
}

// MARK: Writing

extension _ModelStorage {
    /// Registers that a property is about to be set. The object's other values are loaded, so that a change never meets
    /// an unread row.
    public func _willSet<Model: PersistentModel, Value>(_ model: Model, _ keyPath: KeyPath<Model, Value>) {
        if isFault { context?.load(model) }
        observers?.pointee.willSet(model, keyPath: keyPath)
    }

    /// Registers that an attribute was set.
    public func _didSet<Model: PersistentModel, Value>(
        _ model: Model, _ keyPath: KeyPath<Model, Value>, _ index: Int, _ old: Value?, _ new: Value
    ) {
        mark(model, index)
        observers?.pointee.didSet(model, keyPath: keyPath)
    }

    /// Registers that an optional to-one relationship was set.
    public func _didSet<Model: PersistentModel, Target: PersistentModel>(
        _ model: Model, _ keyPath: KeyPath<Model, Target?>, _ index: Int, _ old: Target??, _ new: Target?
    ) {
        relate(model, index, old: old.map { $0.map { [$0] } ?? [] }, new: new.map { [$0] } ?? [])
        observers?.pointee.didSet(model, keyPath: keyPath)
    }

    /// Registers that a required to-one relationship was set.
    public func _didSet<Model: PersistentModel, Target: PersistentModel>(
        _ model: Model, _ keyPath: KeyPath<Model, Target>, _ index: Int, _ old: Target?, _ new: Target
    ) {
        relate(model, index, old: old.map { [$0] }, new: [new])
        observers?.pointee.didSet(model, keyPath: keyPath)
    }

    /// Registers that a to-many relationship was set.
    public func _didSet<Model: PersistentModel, Target: PersistentModel>(
        _ model: Model, _ keyPath: KeyPath<Model, [Target]>, _ index: Int, _ old: [Target]?, _ new: [Target]
    ) {
        relate(model, index, old: old, new: new)
        observers?.pointee.didSet(model, keyPath: keyPath)
    }

    /// Registers that an optional to-many relationship was set.
    public func _didSet<Model: PersistentModel, Target: PersistentModel>(
        _ model: Model, _ keyPath: KeyPath<Model, [Target]?>, _ index: Int, _ old: [Target]??, _ new: [Target]?
    ) {
        relate(model, index, old: old.map { $0 ?? [] }, new: new ?? [])
        observers?.pointee.didSet(model, keyPath: keyPath)
    }

    private func mark(_ model: some PersistentModel, _ index: Int) {
        guard let context else { return }
        changed.insert(index)
        context.didChange(model)
    }

    private func relate<Target: PersistentModel>(
        _ model: some PersistentModel, _ index: Int, old: [Target]?, new: [Target]
    ) {
        if let context {
            mark(model, index)
            if let old {
                let (left, came) = ArrayChange.objects(from: old, to: new)
                context.didRelate(model, index, old: left, new: came)
            } else {
                context.didRelate(model, index, old: nil, new: new)
            }
        } else if let context = new.lazy.compactMap({ $0._modelStorage.context }).first {
            // An object that refers to inserted objects is inserted with them. Otherwise nothing would link them to it.
            do { try context.insert(model) } catch { context.note(.unknownClass("\(type(of: model))")) }
        }
    }
}

/// The difference between two arrays of objects.
private enum ArrayChange {
    /// Returns the objects that are only in the first array, and the objects that are only in the second.
    ///
    /// Most changes affect a few objects in one place, so equal objects at both ends are skipped.
    static func objects<Model: AnyObject>(from old: [Model], to new: [Model]) -> (left: [Model], came: [Model]) {
        var start = 0
        let shorter = min(old.count, new.count)
        while start < shorter, old[start] === new[start] { start += 1 }
        var end = 0
        while end < shorter - start, old[old.count - 1 - end] === new[new.count - 1 - end] { end += 1 }
        let left = old[start..<(old.count - end)]
        let came = new[start..<(new.count - end)]
        return (missing(left, from: new), missing(came, from: old))
    }

    /// Returns the objects that an array doesn't have.
    private static func missing<Model: AnyObject>(_ objects: ArraySlice<Model>, from array: [Model]) -> [Model] {
        guard objects.count > 8 else { return objects.filter { object in !array.contains { $0 === object } } }
        let known = Set(array.map { ObjectIdentifier($0) })
        return objects.filter { !known.contains(ObjectIdentifier($0)) }
    }
}

/// Placeholders for values that a store no longer has, when a getter must return something.
private enum Placeholder {
    /// Returns nil, the declared default, an empty value, or the type's simplest value.
    static func value<Value>(of type: Value.Type, default makeDefault: () -> Any?) -> Value {
        if let empty = FieldValue.typed(nil, as: type) { return empty }
        if let declared = makeDefault() as? Value { return declared }
        if let value = ValueCodecs.codec(of: type)?.placeholder as? Value { return value }
        // The type has no value to offer: it's an enum whose every case has associated values, or a type with its own
        // decoder. There is nothing to return, so the process must stop.
        fatalError("\(type) was read from an object whose row no longer exists.")
    }
}
