import PermafrostModel
import PermafrostStore

/// Bytes read as a model cache, and as the other binary values in a store's cells.
enum ModelCacheInput {
    static func read(_ bytes: [UInt8]) throws {
        _ = EncodedValueArchive.content(of: bytes)
        if let metadata = try? StoreMetadata(storeUUID: "", propertyList: bytes) { _ = metadata.propertyList }
        let model = try ModelArchive.decode(bytes)
        _ = model.versionHashes
        _ = StoreLayout(model: model).ddl
        _ = model.canonicalJSON.bytes(.lines)
    }
}
