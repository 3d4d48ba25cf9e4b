import PermafrostModel
import PermafrostStore

/// Bytes as a frozen model.
enum DocumentInput {
    static func read(_ bytes: [UInt8]) throws {
        // A document is refused where its checksum is not its model's; what follows in `check` is done with any model.
        let model = try SchemaModel(CanonicalJSON(parsing: bytes))
        _ = model.versionHashes
        _ = StoreLayout(model: model).ddl
        _ = try ModelDocument(parsing: bytes).bytes
    }
}
