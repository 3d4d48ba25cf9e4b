import Foundation
import PermafrostStore

/// A store before or after a migration. Use ``rowCounts()`` for a quick check, or read the file at ``url`` yourself.
/// Permafrost reads the store with SQL, not with SwiftData.
///
/// ```swift
/// let migration = try migrate(Fixture("1.0.0"), to: PostsSchemaV4.self, plan: PostsMigrationPlan.self)
/// let before = try migration.before.rowCounts()
/// let after = try migration.after.rowCounts()
/// #expect(before["Post"] == after["Post"])
/// ```
public struct MigratedStore: Sendable, Hashable {
    /// The URL of the store's file.
    public let url: URL
    /// The name of the store's version. Before the migration, this is the fixture's ``Fixture/version``. After it, this
    /// is the version identifier of the schema that the store was migrated to.
    public let version: String

    /// Returns the number of rows of each entity, keyed by entity name. Includes entities without rows. The number
    /// doesn't include subentities' rows.
    ///
    /// - Throws: `StoreError` if the file can't be read.
    public func rowCounts() throws -> [String: Int] {
        let reader = try StoreReader(path: url.path)
        let layout = StoreLayout(model: try reader.model())
        let names = Dictionary(
            try reader.primaryKeys().map { (Int64($0.entityNumber), $0.name) }, uniquingKeysWith: { first, _ in first })
        var counts = Dictionary(uniqueKeysWithValues: layout.entityOrder.map { ($0, 0) })
        for table in layout.tables {
            for (number, count) in try reader.rowCounts(byEntityIn: table.name) {
                counts[names[number] ?? table.rootEntity, default: 0] += count
            }
        }
        return counts
    }
}
