import Foundation
import PermafrostModel
import PermafrostStore

/// Bytes read as a store file.
enum StoreInput {
    /// The maximum number of rows that are decoded for each model.
    private static let rowLimit = 100
    /// The maximum number of models whose rows are decoded.
    private static let entityLimit = 100

    static func read(_ bytes: [UInt8]) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "permafrost-fuzz-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "App.store")
        try Data(bytes).write(to: file)

        let reader = try StoreReader(path: file.path)
        let inspection = try StoreInspection(reader)
        // The model that is shown for a store that contains none.
        _ = try reader.tableModel()
        let store = try StoreRows(reader, model: inspection.model)
        for entity in inspection.model.entities.prefix(entityLimit) { try decodeRows(of: entity.name, store) }
    }

    private static func decodeRows(of entity: String, _ store: StoreRows) throws {
        guard let rows = try store.rows(of: entity) else { return }
        let links = try store.links(of: entity)
        for _ in 0..<rowLimit {
            guard try rows.next() else { return }
            for property in rows.columns.properties { _ = rows.value(of: property) }
            _ = try links.values(ofRow: rows.key)
        }
    }
}
