import Foundation
import PermafrostStore

/// A store before or after a migration. It is read by SQL, whatever the runtime makes of it.
public struct MigratedStore: Sendable, Hashable {
    /// The store's file.
    public let url: URL
    /// The version: a fixture's name, or the identifier of the schema that the store was migrated to.
    public let version: String

    /// The number of rows of each entity, by name; those of a subentity count for it alone.
    ///
    /// - Throws: `StoreError` if the file cannot be read.
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
