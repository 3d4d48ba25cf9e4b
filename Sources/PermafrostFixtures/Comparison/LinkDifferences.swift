import PermafrostModel
import PermafrostStore

/// An iterator over a many-to-many relationship's links that only one of two stores has, sorted by their two keys.
struct LinkDifferences {
    /// The numbers of equal and different links that have been read so far.
    private(set) var totals: RowsComparison.Totals

    private let end: ModelContinuity.Place
    private let destination: String
    private let before: JoinRows
    private let after: JoinRows
    private var oldLink: [Int64]?
    private var newLink: [Int64]?

    /// Creates an iterator that compares a relationship of the older store with its counterpart in the newer store.
    /// Returns nil if the relationship has no counterpart, or if one of the stores has no table for the links.
    init?(
        _ join: JoinTable, _ old: StoreRows, _ new: StoreRows, _ continuity: ModelContinuity
    ) throws(StoreError) {
        let previous = ModelContinuity.Place(entity: join.first.entity, property: join.first.relationship)
        let names = continuity.entityContinuation
        // Subentities also have the relationship. Use the one that continues the relationship's own entity.
        let ends = continuity.propertySource.filter {
            $0.value == previous && $0.key.entity == names[previous.entity]
        }
        guard let end = ends.keys.min(by: { $0.path < $1.path }), let before = try old.links(previous),
            let after = try new.links(end)
        else { return nil }
        self.end = end
        destination = names[join.second.entity] ?? join.second.entity
        self.before = before
        self.after = after
        totals = RowsComparison.Totals(subject: end.path)
        oldLink = try before.next()
        newLink = try after.next()
    }

    /// Returns the next link that only one store has, or nil after the last one.
    mutating func next() throws(StoreError) -> RowsComparison.Link? {
        while oldLink != nil || newLink != nil {
            if let keys = oldLink, newLink.map({ keys.lexicographicallyPrecedes($0) }) ?? true {
                totals.removed += 1
                oldLink = try before.next()
                return link(keys, isAdded: false)
            }
            if let keys = newLink, oldLink.map({ keys.lexicographicallyPrecedes($0) }) ?? true {
                totals.added += 1
                newLink = try after.next()
                return link(keys, isAdded: true)
            }
            totals.equal += 1
            oldLink = try before.next()
            newLink = try after.next()
        }
        return nil
    }

    private func link(_ keys: [Int64], isAdded: Bool) -> RowsComparison.Link {
        RowsComparison.Link(
            entity: end.entity, relationship: end.property, key: keys[0], destination: destination,
            destinationKey: keys[1], isAdded: isAdded)
    }
}
