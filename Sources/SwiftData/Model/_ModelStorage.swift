import Foundation
import Observation

/// The state of a model object beside its properties. Not for use by hand.
///
/// The properties themselves are variables of the object; a read costs a look at the observation registrar and one
/// comparison with nil, which stands for a value that is still in the store.
public final class _ModelStorage {
    /// Tells observers; nil before anyone could have become one.
    ///
    /// The storage alone owns it and ends it. It is a pointer, so that a read of a property counts no references; and it is
    /// set once, by a function that calls nothing that could read it, so that its accesses need no check for overlaps.
    @exclusivity(unchecked) @usableFromInline
    private(set) var observers: UnsafeMutablePointer<ObservationRegistrar>?
    /// The context's, which lives as long: found here without a count of the context's references.
    @exclusivity(unchecked) private var probe: UnsafeMutablePointer<ObservationProbe>?
    /// The context's state; nil before the object is inserted, and after it was rolled back.
    var context: ContextState? { didSet { probe = context?.probe } }
    /// The object. It owns this storage, so the reference cannot outlive it.
    unowned(unsafe) var object: (any PersistentModel)?
    /// How the object's class is stored; nil without a context.
    var entity: EntityStorage?
    /// The row's `Z_PK`; 0 if there is no row yet.
    var key: Int64 = 0
    /// The row's `Z_OPT` as it was read, which says whether another writer came between.
    var version: Int64 = 0
    /// The rows that to-one relationships refer to, as they were read: by the relationship's place among them; 0 for none.
    var references: [Int64] = []
    /// The properties with changes that are not saved.
    var changed = EntityStorage.PropertySet()
    /// What few objects have.
    private var rareState: RareState?
    /// The batch of the context that the object came with.
    var generation: UInt32 = 0
    /// Whether the values are still in the store.
    var isFault = false
    var isInserted = false
    /// Whether the context lists it among the changed ones.
    var isListed = false
    var isDeleted = false

    /// What few objects have, apart from them, so that the many are small.
    private final class RareState {
        var pending: [Int: PendingLinks] = [:]
        /// Names an object that is not in a store.
        lazy var temporary = UUID()
    }

    /// The state of a new object.
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

    /// Changes of to-many relationships that are in the store otherwise, by the relationship's number.
    var pending: [Int: PendingLinks] {
        get { rareState?.pending ?? [:] }
        set { if rareState != nil || !newValue.isEmpty { makeRareState().pending = newValue } }
        // A dictionary that went out and in again would be copied to change.
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
    /// Before a property is read. Its key path is made only where somebody may observe it.
    @inlinable
    public func _willRead<Model: PersistentModel, Value>(
        _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Value>
    ) {
        guard let observers = observers ?? observersWhereTracked() else { return }
        Self.tell(&observers.pointee, model, keyPath())
    }

    /// Tells the registrar of a read. It comes as `inout` because it would be copied else, which counts references each time.
    @inline(never) @usableFromInline
    static func tell<Model: PersistentModel, Value>(
        _ registrar: inout ObservationRegistrar, _ model: Model, _ keyPath: KeyPath<Model, Value>
    ) {
        registrar.access(model, keyPath: keyPath)
    }

    /// The registrar, which is made where somebody tracks what is read, or where that cannot be determined.
    @inline(never) @usableFromInline
    func observersWhereTracked() -> UnsafeMutablePointer<ObservationRegistrar>? {
        observers = probe == nil ? .madeRegistrar() : probe?.pointee.trackedRegistrar()
        return observers
    }

    /// The value of an attribute that is still in the store.
    ///
    /// A getter cannot throw. Where the row is gone or does not decode, the value is a placeholder, the object's context
    /// keeps the error, and its next fetch or save throws it, so that no placeholder reaches a store.
    public func _resolve<Model: PersistentModel, Value>(
        _ model: Model, _ index: Int, _ value: @autoclosure () -> Value?
    ) -> Value {
        context?.load(model)
        if let loaded = value() { return loaded }
        context?.note(.valueIsGone(entity: entity?.name ?? "\(Model.self)", key: key))
        return Placeholder.value(of: Value.self, default: { Model.schemaMetadata[index].defaultValue })
    }

    /// A to-one relationship that is still in the store.
    public func _resolve<Model: PersistentModel, Target: PersistentModel>(
        _ model: Model, _ index: Int, _ value: @autoclosure () -> Target??
    ) -> Target? {
        if let context { return context.resolveReference(model, index) as? Target }
        return value() ?? nil
    }

    /// A to-one relationship, not optional, that is still in the store.
    public func _resolve<Model: PersistentModel, Target: PersistentModel>(
        _ model: Model, _ index: Int, _ value: @autoclosure () -> Target?
    ) -> Target {
        if let target = context?.resolveReference(model, index) as? Target { return target }
        if let loaded = value() { return loaded }
        context?.note(.valueIsGone(entity: entity?.name ?? "\(Model.self)", key: key))
        return Target(_fault: _Fault())
    }

    /// A to-many relationship that is still in the store.
    public func _resolve<Model: PersistentModel, Target: PersistentModel>(
        _ model: Model, _ index: Int, _ value: @autoclosure () -> [Target]?
    ) -> [Target] {
        context?.resolve(model, index)
        return value() ?? []
    }

    /// A to-many relationship, optional, that is still in the store.
    public func _resolve<Model: PersistentModel, Target: PersistentModel>(
        _ model: Model, _ index: Int, _ value: @autoclosure () -> [Target]??
    ) -> [Target]? {
        context?.resolve(model, index)
        return value() ?? []
    }
}

// MARK: Writing

extension _ModelStorage {
    /// Before a property is set. The object's other values are loaded, so that a change never meets an unread row.
    public func _willSet<Model: PersistentModel, Value>(_ model: Model, _ keyPath: KeyPath<Model, Value>) {
        if isFault { context?.load(model) }
        observers?.pointee.willSet(model, keyPath: keyPath)
    }

    /// After an attribute was set.
    public func _didSet<Model: PersistentModel, Value>(
        _ model: Model, _ keyPath: KeyPath<Model, Value>, _ index: Int, _ old: Value?, _ new: Value
    ) {
        mark(model, index)
        observers?.pointee.didSet(model, keyPath: keyPath)
    }

    /// After a to-one relationship was set.
    public func _didSet<Model: PersistentModel, Target: PersistentModel>(
        _ model: Model, _ keyPath: KeyPath<Model, Target?>, _ index: Int, _ old: Target??, _ new: Target?
    ) {
        relate(model, index, old: old.map { $0.map { [$0] } ?? [] }, new: new.map { [$0] } ?? [])
        observers?.pointee.didSet(model, keyPath: keyPath)
    }

    /// After a to-one relationship, not optional, was set.
    public func _didSet<Model: PersistentModel, Target: PersistentModel>(
        _ model: Model, _ keyPath: KeyPath<Model, Target>, _ index: Int, _ old: Target?, _ new: Target
    ) {
        relate(model, index, old: old.map { [$0] }, new: [new])
        observers?.pointee.didSet(model, keyPath: keyPath)
    }

    /// After a to-many relationship was set.
    public func _didSet<Model: PersistentModel, Target: PersistentModel>(
        _ model: Model, _ keyPath: KeyPath<Model, [Target]>, _ index: Int, _ old: [Target]?, _ new: [Target]
    ) {
        relate(model, index, old: old, new: new)
        observers?.pointee.didSet(model, keyPath: keyPath)
    }

    /// After a to-many relationship, optional, was set.
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
            // An object that refers to inserted ones is inserted along with them: else they would refer to it in vain.
            do { try context.insert(model) } catch { context.note(.unknownClass("\(type(of: model))")) }
        }
    }
}

/// The difference between two arrays of objects.
private enum ArrayChange {
    /// The objects that are in the first array alone, and those that are in the second alone.
    ///
    /// Most changes are of a few objects at one place, so what both begin or end with is passed over.
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

    /// Those of some objects that an array lacks.
    private static func missing<Model: AnyObject>(_ objects: ArraySlice<Model>, from array: [Model]) -> [Model] {
        guard objects.count > 8 else { return objects.filter { object in !array.contains { $0 === object } } }
        let known = Set(array.map { ObjectIdentifier($0) })
        return objects.filter { !known.contains(ObjectIdentifier($0)) }
    }
}

/// Values that stand for ones that a store no longer has, where a getter must return something.
private enum Placeholder {
    /// Nil, the declared default, an empty value, or the type's simplest one.
    static func value<Value>(of type: Value.Type, default makeDefault: () -> Any?) -> Value {
        if let empty = FieldValue.typed(nil, as: type) { return empty }
        if let declared = makeDefault() as? Value { return declared }
        if let value = ValueCodecs.codec(of: type)?.placeholder as? Value { return value }
        // A type without any value to offer: an enum whose every case has associated values, or a type with a decoder of
        // its own. There is nothing to return, and nothing left to do but stop.
        fatalError("\(type) was read from an object whose row is gone from its store.")
    }
}
