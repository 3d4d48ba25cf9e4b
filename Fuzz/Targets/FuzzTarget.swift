/// A reader that takes bytes of unknown origin: stores come from phones, fixtures and sources from pull requests.
///
/// Whatever the bytes are, reading them ends in a value or an error, in bounded time and memory. `make fuzz` feeds them with
/// bytes that libFuzzer makes; the tests, with those that once did not end so.
public enum FuzzTarget: String, Sendable, CaseIterable {
    /// A store's file, as `permafrost inspect` reads it: metadata, model, tables, counts and decoded rows.
    case store
    /// The model that a store carries, and the property lists and archives in its other cells.
    case modelCache = "model-cache"
    /// A frozen model: `schema-….json`.
    case document
    /// A Swift source.
    case source

    /// Reads bytes as far as they can be read. Throws the reader's error where they cannot.
    public func read(_ bytes: [UInt8]) throws {
        switch self {
        case .store: try StoreInput.read(bytes)
        case .modelCache: try ModelCacheInput.read(bytes)
        case .document: try DocumentInput.read(bytes)
        case .source: try SourceInput.read(bytes)
        }
    }
}
