/// A reader for untrusted bytes: stores come from phones, fixtures and sources from pull requests.
///
/// For any bytes, reading must end with a value or an error, in bounded time and memory. `make fuzz` supplies bytes
/// from libFuzzer; the tests supply bytes that once failed.
public enum FuzzTarget: String, Sendable, CaseIterable {
    /// A store file, read like in `permafrost inspect`: metadata, model, tables, counts, and decoded rows.
    case store
    /// The model in a store, and the property lists and archives in its other cells.
    case modelCache = "model-cache"
    /// A frozen model: `schema-….json`.
    case document
    /// A Swift source.
    case source
    /// A schema of CloudKit: `App.ckdb`.
    case cloudKitSchema = "cloudkit-schema"

    /// Reads as much of the bytes as possible. Throws the reader's error if they can't be read.
    public func read(_ bytes: [UInt8]) throws {
        switch self {
        case .store: try StoreInput.read(bytes)
        case .modelCache: try ModelCacheInput.read(bytes)
        case .document: try DocumentInput.read(bytes)
        case .source: try SourceInput.read(bytes)
        case .cloudKitSchema: try CloudKitSchemaInput.read(bytes)
        }
    }
}
