import PermafrostModel
import PermafrostStore

/// Bytes read as a frozen model.
enum DocumentInput {
    static func read(_ bytes: [UInt8]) throws {
        // A document is rejected if its checksum doesn't match its model. The following steps of `check` work with any
        // model.
        let model = try SchemaModel(CanonicalJSON(parsing: bytes))
        _ = model.versionHashes
        _ = StoreLayout(model: model).ddl
        _ = try ModelDocument(parsing: bytes).bytes
    }
}
