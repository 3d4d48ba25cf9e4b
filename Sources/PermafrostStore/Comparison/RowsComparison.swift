import PermafrostModel

/// Which rows of two stores differ, entity by entity: the same row is that of the same key.
///
/// An entity or property of the newer store is compared with the one that it continues, and all bear the newer names. Both
/// stores are gone through in the order of keys, once to count, and again when the differences are asked for: none is kept.
package struct RowsComparison {
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

    /// The totals of each entity and each many-to-many relationship that both models have.
    package private(set) var totals: [Totals] = []
    /// Properties that could not be compared, since only one store has their columns: `Post.slug`.
    package private(set) var uncompared: [String] = []

    private let old: StoreRows
    private let new: StoreRows
    private let continuity: ModelContinuity
    /// The entities with rows that differ, and the many-to-many relationships with such links.
    private var differingEntities: [String] = []
    private var differingLinks: [JoinTable] = []

    /// Compares the rows of two stores.
    ///
    /// - Parameter continuity: which entity and property of the older store each of the newer one continues.
    package init(from old: StoreRows, to new: StoreRows, continuity: ModelContinuity) throws(StoreError) {
        self.old = old
        self.new = new
        self.continuity = continuity
        for previous in old.model.entities {
            for entity in new.model.entities where continuity.entitySource[entity.name] == previous.name {
                guard var differences = try RowDifferences(of: entity.name, old, new, continuity) else { continue }
                while try differences.next() != nil {}
                totals.append(differences.totals)
                uncompared += differences.uncompared
                if differences.totals.differing > 0 { differingEntities.append(entity.name) }
            }
        }
        for join in old.joinTables {
            guard var differences = try RowDifferences.LinkDifferences(join, old, new, continuity) else { continue }
            while try differences.next() != nil {}
            totals.append(differences.totals)
            if differences.totals.differing > 0 { differingLinks.append(join) }
        }
    }

    /// Whether nothing differs.
    package var isEmpty: Bool { totals.allSatisfy { $0.differing == 0 } }

    /// Whether a row differs, and a link.
    package var hasDifferingRows: Bool { !differingEntities.isEmpty }
    package var hasDifferingLinks: Bool { !differingLinks.isEmpty }

    /// Goes through rows that differ, by entity and key.
    ///
    /// - Parameter limit: how many at most.
    package func forEachRow(limit: Int, _ body: (Row) throws -> Void) throws {
        var count = 0
        for entity in differingEntities where count < limit {
            guard var differences = try RowDifferences(of: entity, old, new, continuity) else { continue }
            while count < limit, let row = try differences.next() {
                try body(row)
                count += 1
            }
        }
    }

    /// Goes through links that differ, by relationship and keys.
    ///
    /// - Parameter limit: how many at most.
    package func forEachLink(limit: Int, _ body: (Link) throws -> Void) throws {
        var count = 0
        for join in differingLinks where count < limit {
            guard var differences = try RowDifferences.LinkDifferences(join, old, new, continuity) else { continue }
            while count < limit, let link = try differences.next() {
                try body(link)
                count += 1
            }
        }
    }
}
