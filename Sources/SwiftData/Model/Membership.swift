/// The context and the entity of objects. All objects of an entity that are added to a context between two batches share
/// a membership, so that an object needs only one reference.
final class Membership {
    /// The state of the context, or nil if the objects have left their context.
    let context: ContextState?
    let entity: EntityStorage
    /// The context's ``ContextState/generation`` when the membership was created. It identifies the batch of `enumerate`
    /// that the objects were read in.
    let generation: UInt32
    // The context owns the registry and the probe, so these references don't need to be counted.
    /// The context's registry of the entity's objects, or nil without a context.
    unowned(unsafe) let registry: ObjectRegistry?
    /// The context's probe. Nil without a context, or if observation tracking can't be detected.
    let probe: UnsafeMutablePointer<ObservationProbe>?

    init(in context: ContextState?, of entity: EntityStorage) {
        self.context = context
        self.entity = entity
        generation = context?.generation ?? 0
        registry = context?.registry(of: entity)
        probe = context?.probe
    }

    /// Removes an object from the registry after its row was deleted, or when the object is deallocated.
    func forget(_ storage: _ModelStorage) {
        registry?.remove(storage, at: storage.key)
    }
}
