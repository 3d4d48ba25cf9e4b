import PermafrostModel
import PermafrostStore

/// The differences between the models, tables and row counts of two stores.
///
/// ```swift
/// let before = try InspectedStore(at: backup.storeURL)
/// print(StoreComparison(from: before, to: try InspectedStore(at: storeURL)).rowCounts)
/// ```
public struct StoreComparison: Sendable, Hashable {
    /// A table whose row counts differ between the stores.
    public struct RowCount: Sendable, Hashable {
        /// The table's name.
        public let table: String
        /// The number of rows in the old store; nil if it doesn't have the table, or if the rows can't be counted.
        public let old: Int?
        /// The number of rows in the new store; nil if it doesn't have the table, or if the rows can't be counted.
        public let new: Int?
    }

    /// The differences between the models, as clauses without a period, such as
    /// `Post.title changed from required to optional`.
    public let changes: [String]
    /// The sorted names of the tables, indexes, triggers and views that only one of the stores has, or whose `CREATE`
    /// statements differ.
    public let schemaObjects: [String]
    /// The tables with different numbers of rows, sorted by name.
    public let rowCounts: [RowCount]

    /// Whether the stores have equal models, schema objects and row counts. The rows' values aren't compared. To
    /// compare them, run `permafrost store-diff --rows`.
    public var isEmpty: Bool { changes.isEmpty && schemaObjects.isEmpty && rowCounts.isEmpty }

    /// Compares two stores.
    public init(from old: InspectedStore, to new: InspectedStore) {
        let comparison = SchemaComparison(from: old.inspection, to: new.inspection)
        changes = ModelDifference(from: old.model, to: new.model).changes.map { ChangeMessage($0).sentence }
        schemaObjects = (comparison.removed + comparison.added + comparison.changed.map(\.old)).map(\.name).sorted()
        rowCounts = comparison.rowCounts.map { RowCount(table: $0.table, old: $0.old, new: $0.new) }
    }
}
