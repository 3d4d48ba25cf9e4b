/// The context and the entity of objects. All objects of an entity that are added to a context between two batches share
/// a membership, so that an object needs only one reference.
final class Membership {
    /// The state of the context, or nil if the objects have left their context.
    let context: ContextState?
    let entity: EntityStorage
    /// The context's ``ContextState/generation`` when the membership was created. It identifies the batch of `enumerate`
    /// that the objects were read in.
    let generation: UInt32
    // The context owns the registry and the probe, so references to them don't need to be counted.
    /// The context's registry of the entity's objects, or nil without a context.
    private let registry: Unmanaged<ObjectRegistry>?
    /// The context's probe. Nil without a context, or if observation tracking can't be detected.
    let probe: UnsafeMutablePointer<ObservationProbe>?

    /// The distance in bytes from the start of an object to its ``_ModelState``. It's the same for all objects of the
    /// membership, and is set when the first one joins. It's 0 before.
    @exclusivity(unchecked) var stateOffset = 0

    init(in context: ContextState?, of entity: EntityStorage) {
        self.context = context
        self.entity = entity
        generation = context?.generation ?? 0
        registry = context.map { Unmanaged.passUnretained($0.registry(of: entity)) }
        probe = context?.probe
    }

    /// Creates the membership of an object that leaves its context.
    convenience init(leaving membership: Membership) {
        self.init(in: nil, of: membership.entity)
        stateOffset = membership.stateOffset
    }

    /// Returns the storage of the object with the given key. Returns nil if the object isn't in memory, or if the
    /// membership has no context.
    func registered(_ key: Int64) -> _ModelStorage? {
        registry?._withUnsafeGuaranteedRef { $0[key] }
    }

    /// Adds an object to the registry, or replaces the object that was registered for the key. Does nothing if the
    /// membership has no context.
    func register(_ storage: _ModelStorage, at key: Int64) {
        registry?._withUnsafeGuaranteedRef { $0.register(storage, at: key) }
    }

    /// Removes an object from the registry after its row was deleted. Does nothing if the object isn't registered.
    func forget(_ storage: _ModelStorage, at key: Int64) {
        registry?._withUnsafeGuaranteedRef { $0.remove(storage, at: key) }
    }

    /// Removes a registered object from the registry when the object is deallocated.
    @inline(__always) func forget(_ key: Int64) {
        registry?._withUnsafeGuaranteedRef { $0.remove(at: key) }
    }
}
