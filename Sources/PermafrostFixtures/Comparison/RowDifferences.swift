import PermafrostModel
import PermafrostStore

/// An iterator over one entity's rows that differ between two stores, in key order.
struct RowDifferences {
    /// The numbers of equal and different rows that have been read so far.
    private(set) var totals: RowsComparison.Totals
    /// The sorted paths of the properties that aren't compared, because only one of the stores has them, such as
    /// `Post.slug`. The path of an older store's property contains the older names.
    let uncompared: [String]

    private let entity: String
    private let before: EntityRows
    private let after: EntityRows
    private let pairs: [(before: EntityColumns.StoredProperty, after: EntityColumns.StoredProperty)]
    /// The newer name of each entity, keyed by its name in the older store.
    private let entityNames: [String: String]
    /// Whether each entity has the same number in both stores. A reference to a subentity's row contains the entity's
    /// number, so if the numbers differ, cells can't be compared without decoding them.
    private let hasEqualNumbers: Bool
    private var hasOld: Bool
    private var hasNew: Bool

    /// Creates an iterator that compares an entity of the newer store with its counterpart in the older store. Returns
    /// nil if it has no counterpart, or if one of the stores has no table for the rows.
    init?(
        of entity: String, _ old: StoreRows, _ new: StoreRows, _ continuity: ModelContinuity
    ) throws(StoreError) {
        guard let source = continuity.entitySource[entity], let before = try old.rows(of: source),
            let after = try new.rows(of: entity)
        else { return nil }
        self.entity = entity
        self.before = before
        self.after = after
        let pairs = after.columns.properties.compactMap { property in
            let place = ModelContinuity.Place(entity: entity, property: property.property.name)
            return before.columns.properties.first {
                continuity.propertySource[place]
                    == ModelContinuity.Place(entity: source, property: $0.property.name)
            }.map { (before: $0, after: property) }
        }
        self.pairs = pairs
        func paths(_ entity: String, _ properties: [EntityColumns.StoredProperty]) -> [String] {
            properties.map { "\(entity).\($0.property.name)" }
        }
        let all = paths(source, before.columns.properties) + paths(entity, after.columns.properties)
        let compared = paths(source, pairs.map(\.before)) + paths(entity, pairs.map(\.after))
        uncompared = Set(all).subtracting(compared).sortedByCodeUnit()
        let names = continuity.entityContinuation
        entityNames = names
        hasEqualNumbers = before.columns.entityNames.mapValues { names[$0] ?? $0 } == after.columns.entityNames
        totals = RowsComparison.Totals(subject: entity)
        hasOld = try before.next()
        hasNew = try after.next()
    }

    /// Returns the next row that differs, or nil after the last one.
    mutating func next() throws(StoreError) -> RowsComparison.Row? {
        while hasOld || hasNew {
            if hasOld, !hasNew || before.key < after.key {
                totals.removed += 1
                let row = RowsComparison.Row(entity: entity, key: before.key, change: .removed)
                hasOld = try before.next()
                return row
            }
            if hasNew, !hasOld || after.key < before.key {
                totals.added += 1
                let row = RowsComparison.Row(entity: entity, key: after.key, change: .added)
                hasNew = try after.next()
                return row
            }
            let (key, values) = (before.key, differing)
            hasOld = try before.next()
            hasNew = try after.next()
            guard values.isEmpty else {
                totals.changed += 1
                return RowsComparison.Row(entity: entity, key: key, change: .changed(values))
            }
            totals.equal += 1
        }
        return nil
    }

    private var differing: [RowsComparison.Value] {
        pairs.compactMap { pair in
            // Most cells are equal and don't need to be decoded.
            guard
                !hasEqualNumbers || before.cells[pair.before.columns] != after.cells[pair.after.columns]
                    || pair.before.property != pair.after.property
            else { return nil }
            let (oldValue, newValue) = (renamed(before.value(of: pair.before)), after.value(of: pair.after))
            return oldValue == newValue
                ? nil
                : RowsComparison.Value(property: pair.after.property.name, old: oldValue, new: newValue)
        }
    }

    /// Returns a value of the older store for comparison with the newer store. In a reference to a row, the entity's
    /// older name is replaced by its newer name.
    private func renamed(_ value: StoredValue) -> StoredValue {
        guard case .row(let entity, let key) = value else { return value }
        return .row(entity: entityNames[entity] ?? entity, key: key)
    }
}
