/// The changes to a to-many relationship whose objects haven't been read from the store. Changing the inverse property
/// of an object records a change here. Reading the relationship, or a save, applies the changes.
struct PendingLinks {
    private var added: [ObjectIdentifier: (number: Int, object: any PersistentModel)] = [:]
    private var removed: [ObjectIdentifier: any PersistentModel] = [:]
    private var next = 0

    mutating func add(_ object: any PersistentModel) {
        removed[ObjectIdentifier(object)] = nil
        guard added[ObjectIdentifier(object)] == nil else { return }
        added[ObjectIdentifier(object)] = (next, object)
        next += 1
    }

    mutating func remove(_ object: any PersistentModel) {
        added[ObjectIdentifier(object)] = nil
        removed[ObjectIdentifier(object)] = object
    }

    /// The objects that were added to the relationship, in the order of the additions.
    var addedObjects: [any PersistentModel] { added.values.sorted { $0.number < $1.number }.map(\.object) }
    /// The objects that were removed from the relationship, in no particular order.
    var removedObjects: [any PersistentModel] { Array(removed.values) }

    /// Returns the relationship's current objects: the objects in the store without the removed ones, followed by the
    /// added objects.
    func applied(to stored: [any PersistentModel]) -> [any PersistentModel] {
        let kept = stored.filter {
            removed[ObjectIdentifier($0)] == nil && added[ObjectIdentifier($0)] == nil
        }
        return kept + addedObjects
    }
}
