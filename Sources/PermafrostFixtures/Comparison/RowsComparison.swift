import PermafrostModel
import PermafrostStore

/// The rows and links that differ between two stores, with totals for each entity and each many-to-many relationship.
/// Two rows of an entity are compared if they have the same key.
///
/// Renamed entities and properties are compared with their counterparts, and the results contain the newer names. Only
/// ``uncompared`` also contains older names. Both stores are read in key order: once to count the differences, and
/// again to return them. No rows are kept in memory.
package struct RowsComparison {
    /// A row that differs between the stores.
    package struct Row: Sendable, Hashable {
        /// The name of the row's entity.
        package var entity: String
        package var key: Int64
        package var change: Change
    }

    /// A change to a row.
    package enum Change: Sendable, Hashable {
        case removed
        case added
        /// The properties whose values differ, sorted by name.
        case changed([Value])
    }

    /// A property whose values differ, with its values in both stores.
    package struct Value: Sendable, Hashable {
        package var property: String
        package var old: StoredValue
        package var new: StoredValue
    }

    /// A link of a many-to-many relationship that only one store has.
    package struct Link: Sendable, Hashable {
        /// The entity of the row where the link starts. The row's key is ``key``.
        package var entity: String
        package var relationship: String
        package var key: Int64
        /// The entity of the row where the link ends. The row's key is ``destinationKey``.
        package var destination: String
        package var destinationKey: Int64
        /// Whether only the new store has the link. If false, only the old store has it.
        package var isAdded: Bool
    }

    /// The numbers of equal and different rows of an entity, or links of a relationship.
    package struct Totals: Sendable, Hashable, Encodable {
        /// The entity or relationship, such as `Post` or `Post.tags`.
        package var subject: String
        package var equal = 0
        package var changed = 0
        package var removed = 0
        package var added = 0

        /// The number of rows or links that differ.
        package var differing: Int { changed + removed + added }
    }

    /// The totals of the entities and many-to-many relationships that were compared. Entities come first.
    package private(set) var totals: [Totals] = []
    /// The paths of the properties that weren't compared, because only one of the stores has them, such as `Post.slug`.
    /// They are sorted within each entity. The path of an older store's property contains the older names.
    package private(set) var uncompared: [String] = []

    private let old: StoreRows
    private let new: StoreRows
    private let continuity: ModelContinuity
    /// The names of the newer store's entities with differing rows.
    private var differingEntities: [String] = []
    /// The older store's join tables with differing links.
    private var differingLinks: [JoinTable] = []

    /// Creates a comparison of two stores, and counts the rows and links that differ.
    ///
    /// - Parameter continuity: the counterparts that the newer store's entities and properties have in the older store.
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
            guard var differences = try LinkDifferences(join, old, new, continuity) else { continue }
            while try differences.next() != nil {}
            totals.append(differences.totals)
            if differences.totals.differing > 0 { differingLinks.append(join) }
        }
    }

    package var isEmpty: Bool { totals.allSatisfy { $0.differing == 0 } }

    package var hasDifferingRows: Bool { !differingEntities.isEmpty }
    package var hasDifferingLinks: Bool { !differingLinks.isEmpty }

    /// Calls `body` with each row that differs. The rows are grouped by entity, and sorted by key within each entity.
    ///
    /// - Parameter limit: the maximum number of rows.
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

    /// Calls `body` with each link that differs. The links are grouped by relationship, and sorted by keys within each
    /// relationship.
    ///
    /// - Parameter limit: the maximum number of links.
    package func forEachLink(limit: Int, _ body: (Link) throws -> Void) throws {
        var count = 0
        for join in differingLinks where count < limit {
            guard var differences = try LinkDifferences(join, old, new, continuity) else { continue }
            while count < limit, let link = try differences.next() {
                try body(link)
                count += 1
            }
        }
    }
}
