import Foundation
import PermafrostModel
import PermafrostStore

/// A model to compare a store with: the model of a frozen version, or of another store.
///
/// ```swift
/// let frozen = try InspectedModel(frozenJSON: Data(contentsOf: schemaURL))
/// print(frozen.version ?? "", frozen.entities)
/// ```
///
/// For an app's live types, use `SchemaJSON` of the `Permafrost` module:
///
/// ```swift
/// let live = try InspectedModel(frozenJSON: SchemaJSON.render(PostsSchemaV2.self))
/// ```
public struct InspectedModel: Sendable, Hashable {
    /// The name of the frozen version; nil for the model of a store.
    public let version: String?
    /// The names of the entities, in the model's order.
    public var entities: [String] { model.entities.map(\.name) }
    let model: SchemaModel

    /// Reads a frozen version's model.
    ///
    /// - Parameter frozenJSON: the content of a fixture's `schema-….json`, or the result of `SchemaJSON.render(_:)`.
    /// - Throws: ``InspectionError`` if the data isn't in this format, or if a newer version of Permafrost wrote it.
    public init(frozenJSON: Data) throws(InspectionError) {
        do {
            let document = try ModelDocument(parsing: frozenJSON)
            (version, model) = (document.version, document.model)
        } catch { throw InspectionError(path: "schema.json", reason: "\(error)") }
    }

    /// Creates the model from a store, so that another store can be compared with it.
    public init(of store: InspectedStore) {
        (version, model) = (nil, store.model)
    }
}

extension StoredValue {
    /// The value as ``InspectedStore/rows(of:limit:)`` returns it; nil for null.
    var inspectedText: String? {
        switch self {
        case .null: nil
        case .boolean(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .double(let value): "\(value)"
        case .decimal(let text), .string(let text), .url(let text), .encoded(let text), .enumerationCase(let text): text
        case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds).ISO8601Format()
        case .uuid(let bytes): bytes.map { String(format: "%02X", $0) }.joined()
        case .data(let bytes): "\(bytes.count) bytes"
        case .composite(let elements):
            elements.map { "\($0.name): \($0.value.inspectedText ?? "nil")" }.joined(separator: ", ")
        case .externalData(let file, let bytes): "\(file) (\(bytes.map { "\($0) bytes" } ?? "missing"))"
        case .row(let entity, let key): "\(entity)/\(key)"
        case .rows(let entity, let keys, let isCut):
            keys.map { "\(entity)/\($0)" }.joined(separator: ", ") + (isCut ? ", …" : "")
        case .unexpected(let cell): "\(cell)"
        }
    }
}
