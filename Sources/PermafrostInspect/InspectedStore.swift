import Foundation
import PermafrostModel
import PermafrostStore

/// The content of a store's file: its tables, entities, versions and rows. Use it in an app's debug menu or in a support
/// tool. Reading doesn't change the store. If the store has a `-wal` or a journal, a temporary copy is read, unless
/// this process has the store open.
///
/// ```swift
/// let store = try InspectedStore(at: storeURL)
/// for entity in store.entities { print(entity.name, entity.rowCount ?? 0) }
/// for row in try store.rows(of: "Post", limit: 20) { print(row) }
/// ```
///
/// To compare the store with a model, see ``differences(from:)``. To compare two stores, see
/// ``StoreComparison``.
public struct InspectedStore: Sendable {
    /// A table of the store.
    public struct Table: Sendable, Hashable {
        /// The table's name, such as `ZPOST`.
        public let name: String
        /// The names of the columns, in the table's order.
        public let columns: [String]
        /// The number of rows; nil if they can't be counted.
        public let rowCount: Int?
    }

    /// An entity of the store's model.
    public struct Entity: Sendable, Hashable {
        /// The entity's name, which is the name of the class.
        public let name: String
        /// The names of the attributes and relationships, sorted, including inherited ones.
        public let properties: [String]
        /// The number of rows, without the rows of subentities; nil if they can't be counted.
        public let rowCount: Int?
        /// The entity's version hash in base64, as in SwiftData's error messages; nil if the store doesn't record it.
        public let versionHash: String?
    }

    /// The URL of the store's file.
    public let url: URL
    /// The version identifiers that the store records, such as `1.0.0`.
    public let versionIdentifiers: [String]
    /// The tables, sorted by name.
    public let tables: [Table]
    /// The entities of the store's model, in the model's order.
    public let entities: [Entity]
    /// Whether the model was derived from the tables, because the store contains no readable model. A derived model is
    /// incomplete.
    public let isModelDerived: Bool
    /// Whether a part of the store couldn't be read.
    public let isIncomplete: Bool
    let model: SchemaModel
    let inspection: StoreInspection

    /// Reads a store's file, with the rows in its `-wal`.
    ///
    /// - Parameter url: the store's file.
    /// - Throws: ``InspectionError`` if the file isn't a store that can be read.
    public init(at url: URL) throws(InspectionError) {
        do { inspection = try StoreInspection(StoreReader(path: url.path)) } catch {
            throw InspectionError(path: url.path, reason: "\(error)")
        }
        self.url = url
        let inspection = inspection
        model = inspection.model
        versionIdentifiers = inspection.metadata.versionIdentifiers
        let columns = inspection.columns
        tables = inspection.tables.map {
            Table(name: $0.name, columns: columns[$0.name] ?? [], rowCount: $0.rowCount)
        }
        entities = inspection.model.entities.map { entity in
            Entity(
                name: entity.name, properties: inspection.model.properties(of: entity.name).map(\.name).sorted(),
                rowCount: inspection.rowCounts[entity.name],
                versionHash: inspection.metadata.versionHashes[entity.name].map { Data($0).base64EncodedString() })
        }
        isModelDerived = inspection.modelSource != .modelCache
        isIncomplete = inspection.isIncomplete
    }

    /// Returns rows of an entity, sorted by primary key. Reads the store again, so the rows may be newer than
    /// ``entities``.
    ///
    /// Each row is a dictionary of values as strings, keyed by property name; `Z_PK` is the primary key. A value is nil
    /// if the column is null. For data, the string contains the number of bytes instead of the content. To-many
    /// relationships aren't included.
    ///
    /// - Parameters:
    ///   - entity: the entity's name.
    ///   - limit: the maximum number of rows.
    /// - Throws: ``InspectionError`` if the store doesn't have the entity, or if the rows can't be read.
    public func rows(of entity: String, limit: Int) throws(InspectionError) -> [[String: String?]] {
        do {
            guard let found = try StoreRows(StoreReader(path: url.path), model: model).rows(of: entity) else {
                throw InspectionError(path: url.path, reason: "the store has no entity \(entity)")
            }
            var rows: [[String: String?]] = []
            while rows.count < limit, try found.next() {
                var row: [String: String?] = ["Z_PK": "\(found.key)"]
                for property in found.columns.properties {
                    row[property.property.name] = .some(found.value(of: property).inspectedText)
                }
                rows.append(row)
            }
            return rows
        } catch { throw error as? InspectionError ?? InspectionError(path: url.path, reason: "\(error)") }
    }

    /// Returns the differences between the expected model and the store's model, as clauses without a period. Returns
    /// an empty array if there are none. Details that a store can't contain, such as the Swift types of values, aren't
    /// compared.
    ///
    /// ```swift
    /// let frozen = try InspectedModel(frozenJSON: Data(contentsOf: schemaURL))
    /// for difference in try InspectedStore(at: storeURL).differences(from: frozen) { print(difference) }
    /// ```
    ///
    /// - Parameter expected: the model that the store should have.
    public func differences(from expected: InspectedModel) -> [String] {
        let hashes = inspection.metadata.versionHashes
        let declared = expected.model.model(matching: hashes) ?? expected.model
        let found = isModelDerived ? model : model.describingStore(withHashes: hashes, version: declared)
        return ModelDifference(from: declared.archived, to: found).changes.map { ChangeMessage($0).sentence }
    }
}
