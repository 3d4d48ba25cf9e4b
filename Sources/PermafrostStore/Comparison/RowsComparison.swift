import PermafrostModel

/// Which rows of two stores differ, entity by entity: the same row is that of the same key.
///
/// Both stores are gone through once, in the order of keys, and only as many differences are kept as were asked for.
package struct RowsComparison: Sendable {
    /// One row that differs.
    package struct Row: Sendable, Hashable {
        /// The entity.
        package var entity: String
        /// The row's key.
        package var key: Int64
        /// How it differs.
        package var change: Change
    }

    /// How a row differs.
    package enum Change: Sendable, Hashable {
        case removed
        case added
        /// The properties whose values differ, by name.
        case changed([Value])
    }

    /// A property's value in both stores.
    package struct Value: Sendable, Hashable {
        package var property: String
        package var old: StoredValue
        package var new: StoredValue
    }

    /// A link of a many-to-many relationship that only one store has.
    package struct Link: Sendable, Hashable {
        /// The row that it leads from.
        package var entity: String
        package var relationship: String
        package var key: Int64
        /// The row that it leads to.
        package var destination: String
        package var destinationKey: Int64
        /// Whether the new store has it, rather than the old.
        package var isAdded: Bool
    }

    /// How many rows of an entity, or links of a relationship, are equal and not.
    package struct Totals: Sendable, Hashable {
        /// `Post`, or `Post.tags`.
        package var subject: String
        package var equal = 0
        package var changed = 0
        package var removed = 0
        package var added = 0

        /// How many differ.
        package var differing: Int { changed + removed + added }
    }

    /// The rows that differ, as many as were asked for.
    package private(set) var rows: [Row] = []
    /// The links that differ, as many as were asked for.
    package private(set) var links: [Link] = []
    /// The totals of each entity and each many-to-many relationship that both models have, whatever was asked for.
    package private(set) var totals: [Totals] = []
    /// Properties that could not be compared, since only one store has their columns: `Post.slug`.
    package private(set) var uncompared: [String] = []

    private let limit: Int

    /// Compares the rows of two stores.
    ///
    /// - Parameter limit: how many differing rows, and how many differing links, are kept.
    package init(from old: StoreRows, to new: StoreRows, limit: Int) throws(StoreError) {
        self.limit = limit
        for entity in old.model.entities where new.model.entity(named: entity.name) != nil {
            try compare(entity.name, old, new)
        }
        for join in old.joinTables { try compare(join, old, new) }
    }

    /// Whether nothing differs.
    package var isEmpty: Bool { totals.allSatisfy { $0.differing == 0 } }

    private mutating func compare(_ entity: String, _ old: StoreRows, _ new: StoreRows) throws(StoreError) {
        guard let before = try old.rows(of: entity), let after = try new.rows(of: entity) else { return }
        let pairs = before.columns.properties.compactMap { property in
            after.columns.properties.first { $0.property.name == property.property.name }.map { (property, $0) }
        }
        let compared = Set(pairs.map(\.0.property.name))
        let all = Set((before.columns.properties + after.columns.properties).map(\.property.name))
        uncompared += all.subtracting(compared).sortedByCodeUnit().map { "\(entity).\($0)" }

        // A reference to a row of a subentity holds the entity's number.
        let hasEqualNumbers = before.columns.entityNames == after.columns.entityNames
        var totals = Totals(subject: entity)
        var (hasOld, hasNew) = (try before.next(), try after.next())
        while hasOld || hasNew {
            if hasOld, !hasNew || before.key < after.key {
                totals.removed += 1
                keep(Row(entity: entity, key: before.key, change: .removed))
                hasOld = try before.next()
            } else if hasNew, !hasOld || after.key < before.key {
                totals.added += 1
                keep(Row(entity: entity, key: after.key, change: .added))
                hasNew = try after.next()
            } else {
                let values = Self.differing(pairs, before, after, hasEqualNumbers: hasEqualNumbers)
                if values.isEmpty {
                    totals.equal += 1
                } else {
                    totals.changed += 1
                    keep(Row(entity: entity, key: before.key, change: .changed(values)))
                }
                (hasOld, hasNew) = (try before.next(), try after.next())
            }
        }
        self.totals.append(totals)
    }

    private static func differing(
        _ pairs: [(EntityColumns.StoredProperty, EntityColumns.StoredProperty)], _ old: EntityRows, _ new: EntityRows,
        hasEqualNumbers: Bool
    ) -> [Value] {
        pairs.compactMap { before, after in
            // Equal cells need no decoding, which is most of the time.
            guard
                !hasEqualNumbers || old.cells[before.columns] != new.cells[after.columns]
                    || before.property != after.property
            else { return nil }
            let (oldValue, newValue) = (old.value(of: before), new.value(of: after))
            return oldValue == newValue
                ? nil : Value(property: before.property.name, old: oldValue, new: newValue)
        }
    }

    private mutating func compare(_ join: JoinTable, _ old: StoreRows, _ new: StoreRows) throws(StoreError) {
        guard let before = try old.links(join), let after = try new.links(join) else { return }
        var totals = Totals(subject: "\(join.first.entity).\(join.first.relationship)")
        var (oldLink, newLink) = (try before.next(), try after.next())
        func link(_ keys: [Int64], isAdded: Bool) -> Link {
            Link(
                entity: join.first.entity, relationship: join.first.relationship, key: keys[0],
                destination: join.second.entity, destinationKey: keys[1], isAdded: isAdded)
        }
        while oldLink != nil || newLink != nil {
            if let keys = oldLink, newLink.map({ keys.lexicographicallyPrecedes($0) }) ?? true {
                totals.removed += 1
                if links.count < limit { links.append(link(keys, isAdded: false)) }
                oldLink = try before.next()
            } else if let keys = newLink, oldLink.map({ keys.lexicographicallyPrecedes($0) }) ?? true {
                totals.added += 1
                if links.count < limit { links.append(link(keys, isAdded: true)) }
                newLink = try after.next()
            } else {
                totals.equal += 1
                (oldLink, newLink) = (try before.next(), try after.next())
            }
        }
        self.totals.append(totals)
    }

    private mutating func keep(_ row: Row) {
        if rows.count < limit { rows.append(row) }
    }
}
