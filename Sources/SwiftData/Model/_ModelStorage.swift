import Foundation
import Observation

/// The state of a model object, except for its property values. Don't use it directly.
///
/// The values are in variables of the object itself. A variable is nil until its value has been read from the store.
/// Reading a property whose value is in memory costs a check of the observation registrar and one comparison with nil.
///
/// The state is a part of the object, so it exists only as long as the object does. Keep a reference to the object in a
/// variable for as long as you use its state.
public struct _ModelStorage {
    /// The address of the state in its object.
    @usableFromInline let state: UnsafeMutablePointer<_ModelState>

    @inlinable
    init(_ state: UnsafeMutablePointer<_ModelState>) { self.state = state }

    /// The address of the state, which identifies its object.
    var address: UnsafeRawPointer { UnsafeRawPointer(state) }

    /// The context and the entity of the object, or nil before the object is in a context.
    var membership: Membership? { state.pointee.membership }

    /// The row's `Z_PK`, or 0 if there is no row yet.
    var key: Int64 {
        get { state.pointee.key }
        nonmutating set { state.pointee.key = newValue }
    }

    /// The row's `Z_OPT` when the object was last read or saved. If the store has a different value, another writer has
    /// changed the row.
    var version: Int64 {
        get { state.pointee.rareState?.version ?? Int64(state.pointee.smallVersion) }
        nonmutating set {
            if let version = SmallVersion(newValue) {
                state.pointee.smallVersion = version
                if let rareState = state.pointee.rareState { rareState.version = nil }
            } else {
                makeRareState().version = newValue
            }
        }
    }

    /// The keys of the rows that the to-one relationships referred to when the object was last read or saved. The keys
    /// are in the order of the relationships. A key is 0 if the relationship didn't refer to a row.
    var references: [Int64] {
        get { state.pointee.references ?? [] }
        nonmutating set { state.pointee.references = newValue }
    }

    /// Whether the values haven't been read from the store.
    var isFault: Bool {
        get { state.pointee[.isFault] }
        nonmutating set { state.pointee[.isFault] = newValue }
    }

    var isInserted: Bool {
        get { state.pointee[.isInserted] }
        nonmutating set { state.pointee[.isInserted] = newValue }
    }

    /// Whether the object is on the context's list of changed objects.
    var isListed: Bool {
        get { state.pointee[.isListed] }
        nonmutating set { state.pointee[.isListed] = newValue }
    }

    var isDeleted: Bool {
        get { state.pointee[.isDeleted] }
        nonmutating set { state.pointee[.isDeleted] = newValue }
    }

    /// Whether the registry has the object at its ``key``. Only the registry sets it.
    var isRegistered: Bool {
        get { state.pointee[.isRegistered] }
        nonmutating set { state.pointee[.isRegistered] = newValue }
    }

    /// Makes the object a member of a context.
    func join(_ membership: Membership, _ object: any PersistentModel) {
        if membership.stateOffset == 0 {
            membership.stateOffset =
                UnsafeRawPointer(state) - UnsafeRawPointer(Unmanaged.passUnretained(object as AnyObject).toOpaque())
        }
        state.pointee.membership = membership
    }

    /// Removes the object from its context. An object leaves its context when its deletion is saved, and when its
    /// insertion is discarded.
    func leaveContext() {
        state.pointee.membership = state.pointee.membership.map { Membership(leaving: $0) }
    }

    /// The state of the object's context, or nil if the object isn't in a context.
    var context: ContextState? { membership?.context }
    /// The entity of the object's class, or nil before the object is in a context.
    var entity: EntityStorage? { membership?.entity }
    /// The object, or nil before the object is in a context.
    var object: (any PersistentModel)? {
        guard let membership else { return nil }
        let object = Unmanaged<AnyObject>.fromOpaque(UnsafeRawPointer(state) - membership.stateOffset)
        return membership.entity.type._typed(object.takeUnretainedValue())
    }

    /// The properties with unsaved changes.
    var changed: PropertySet {
        get { state.pointee.rareState?.changed ?? PropertySet(bits: UInt64(state.pointee.smallChanges)) }
        nonmutating set {
            if let bits = newValue.bits(UInt32.self), bits <= _ModelState.largestChanges {
                state.pointee.smallChanges = bits
                if let rareState = state.pointee.rareState { rareState.changed = nil }
            } else {
                makeRareState().changed = newValue
            }
        }
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

    /// The changes to to-many relationships that haven't been read, keyed by the relationship's number.
    var pending: [Int: PendingLinks] {
        get { state.pointee.rareState?.pending ?? [:] }
        nonmutating set {
            if state.pointee.rareState != nil || !newValue.isEmpty { makeRareState().pending = newValue }
        }
        // Use `_modify`, because getting and setting the dictionary would copy it.
        nonmutating _modify { yield &makeRareState().pending }
    }

    private func makeRareState() -> RareModelState {
        if let rareState = state.pointee.rareState { return rareState }
        let made = RareModelState()
        state.pointee.rareState = made
        return made
    }
}

// MARK: Reading

extension _ModelStorage {
    /// Reports to the object's registrar that a property is about to be read, if the read may be observed. The key path
    /// is formed only in that case.
    @inlinable
    public func _willRead<Model: PersistentModel, Value>(
        _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Value>
    ) {
        guard let observers = observersWhereTracked() else { return }
        Self.tell(&observers.pointee, model, keyPath())
    }

    /// Reports a read to the registrar. The registrar is `inout`, because copying it would count references.
    @inline(never) @usableFromInline
    static func tell<Model: PersistentModel, Value>(
        _ registrar: inout ObservationRegistrar, _ model: Model, _ keyPath: KeyPath<Model, Value>
    ) {
        registrar.access(model, keyPath: keyPath)
    }

    /// The registrar of the object's observers, or nil if the object can't have observers yet.
    var observers: UnsafeMutablePointer<ObservationRegistrar>? { state.pointee.rareState?.observers }

    /// Returns the object's registrar. If it has none, creates one if tracking is active or if that can't be
    /// determined. Otherwise, returns nil.
    @inline(never) @usableFromInline
    func observersWhereTracked() -> UnsafeMutablePointer<ObservationRegistrar>? {
        // Every read of a property calls this function, so the parts that are rarely needed are in another function.
        if let observers = state.pointee.rareState?.observers { return observers }
        guard let probe = state.pointee.membership?.probe, !probe.pointee.isTracked() else { return makeObservers() }
        return nil
    }

    /// Returns a new registrar for the object. It's the probe's registrar, which tracking already refers to, if there is
    /// a probe.
    @inline(never)
    private func makeObservers() -> UnsafeMutablePointer<ObservationRegistrar> {
        let observers = state.pointee.membership?.probe?.pointee.takeRegistrar() ?? .madeRegistrar()
        makeRareState().observers = observers
        return observers
    }

    /// Reads the value of an attribute from the store.
    ///
    /// A getter can't throw. If the row was deleted or can't be decoded, the value is a placeholder, and the object's
    /// context keeps the error. The context's next fetch or save throws the error, so that placeholders are never
    /// saved. If the type has no placeholder, the process stops.
    public func _resolve<Model: PersistentModel, Value>(
        _ model: Model, _ index: Int, _ value: @autoclosure () -> Value?
    ) -> Value {
        context?.load(model)
        if let loaded = value() { return loaded }
        context?.note(.valueIsGone(entity: entity?.name ?? "\(Model.self)", key: key))
        return Placeholder.value(of: Value.self, default: { Model.schemaMetadata[index].defaultValue })
    }

    /// Returns the object that an optional to-one relationship refers to, or nil if there is none. Fetches the object
    /// unless it's in memory.
    public func _resolve<Model: PersistentModel, Target: PersistentModel>(
        _ model: Model, _ index: Int, _ value: @autoclosure () -> Target??
    ) -> Target? {
        if let context { return context.resolveReference(model, index) as? Target }
        return value() ?? nil
    }

    /// Returns the object that a required to-one relationship refers to. Fetches the object unless it's in memory. If
    /// there is no such object, returns an object without values, and the context's next fetch or save throws an error.
    public func _resolve<Model: PersistentModel, Target: PersistentModel>(
        _ model: Model, _ index: Int, _ value: @autoclosure () -> Target?
    ) -> Target {
        if let target = context?.resolveReference(model, index) as? Target { return target }
        if let loaded = value() { return loaded }
        context?.note(.valueIsGone(entity: entity?.name ?? "\(Model.self)", key: key))
        return Target(_fault: _Fault())
    }

    /// Reads the objects of a to-many relationship from the store.
    public func _resolve<Model: PersistentModel, Target: PersistentModel>(
        _ model: Model, _ index: Int, _ value: @autoclosure () -> [Target]?
    ) -> [Target] {
        context?.resolve(model, index)
        return value() ?? []
    }

    /// Reads the objects of an optional to-many relationship from the store.
    public func _resolve<Model: PersistentModel, Target: PersistentModel>(
        _ model: Model, _ index: Int, _ value: @autoclosure () -> [Target]??
    ) -> [Target]? {
        context?.resolve(model, index)
        return value() ?? []
    }
}

// MARK: Writing

extension _ModelStorage {
    /// Prepares an object for a change to a property, and notifies observers. If necessary, reads the object's row
    /// first, so that an object with changes always has the values of its row in memory. The key path is formed only if
    /// the object may have observers.
    public func _willSet<Model: PersistentModel, Value>(
        _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Value>
    ) {
        if isFault { context?.load(model) }
        if let observers { observers.pointee.willSet(model, keyPath: keyPath()) }
    }

    /// Records that an attribute was set.
    public func _didSet<Model: PersistentModel, Value>(
        _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Value>, _ index: Int, _ old: Value?, _ new: Value
    ) {
        mark(model, index)
        if let observers { observers.pointee.didSet(model, keyPath: keyPath()) }
    }

    /// Records that an optional to-one relationship was set.
    public func _didSet<Model: PersistentModel, Target: PersistentModel>(
        _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Target?>, _ index: Int, _ old: Target??,
        _ new: Target?
    ) {
        relate(model, index, old: old.map { $0.map { [$0] } ?? [] }, new: new.map { [$0] } ?? [])
        if let observers { observers.pointee.didSet(model, keyPath: keyPath()) }
    }

    /// Records that a required to-one relationship was set.
    public func _didSet<Model: PersistentModel, Target: PersistentModel>(
        _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, Target>, _ index: Int, _ old: Target?,
        _ new: Target
    ) {
        relate(model, index, old: old.map { [$0] }, new: [new])
        if let observers { observers.pointee.didSet(model, keyPath: keyPath()) }
    }

    /// Records that a to-many relationship was set.
    public func _didSet<Model: PersistentModel, Target: PersistentModel>(
        _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, [Target]>, _ index: Int, _ old: [Target]?,
        _ new: [Target]
    ) {
        relate(model, index, old: old, new: new)
        if let observers { observers.pointee.didSet(model, keyPath: keyPath()) }
    }

    /// Records that an optional to-many relationship was set.
    public func _didSet<Model: PersistentModel, Target: PersistentModel>(
        _ model: Model, _ keyPath: @autoclosure () -> KeyPath<Model, [Target]?>, _ index: Int, _ old: [Target]??,
        _ new: [Target]?
    ) {
        relate(model, index, old: old.map { $0 ?? [] }, new: new ?? [])
        if let observers { observers.pointee.didSet(model, keyPath: keyPath()) }
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
            // Insert the object if it refers to inserted objects. Otherwise, they wouldn't be linked to it.
            do { try context.insert(model) } catch { context.note(.unknownClass("\(type(of: model))")) }
        }
    }
}

/// Functions that compare two arrays of objects.
private enum ArrayChange {
    /// Returns the objects that are only in the old array, and the objects that are only in the new one.
    ///
    /// Most changes affect a few objects in one place, so objects that both arrays begin or end with are skipped.
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

    /// Returns the slice's objects that aren't in the array.
    private static func missing<Model: AnyObject>(_ objects: ArraySlice<Model>, from array: [Model]) -> [Model] {
        guard objects.count > 8 else { return objects.filter { object in !array.contains { $0 === object } } }
        let known = Set(array.map { ObjectIdentifier($0) })
        return objects.filter { !known.contains(ObjectIdentifier($0)) }
    }
}

/// Placeholders that a getter returns for values that can't be read from the store.
private enum Placeholder {
    /// Returns the first of these that exists: nil for an optional type, the property's declared default, or the
    /// placeholder of the type's codec. Stops the process if none exists.
    static func value<Value>(of type: Value.Type, default makeDefault: () -> Any?) -> Value {
        if let empty = FieldValue.typed(nil, as: type) { return empty }
        if let declared = makeDefault() as? Value { return declared }
        if let value = ValueCodecs.codec(of: type)?.placeholder as? Value { return value }
        // The type has no value to return. It's an enum whose cases all have associated values, or a type with its own
        // decoder. So the process must stop.
        fatalError("A value of type \(type) was read from an object whose row no longer exists.")
    }
}
