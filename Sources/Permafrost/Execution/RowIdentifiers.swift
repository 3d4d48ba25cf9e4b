import Foundation
import SwiftData

/// A factory that makes the identifiers of one entity's rows from their primary keys.
///
/// `PersistentIdentifier.identifier(for:entityName:primaryKey:)` needs iOS 18 and macOS 15. To support earlier
/// systems, an identifier of the same store is encoded, its key, entity and URI are replaced, and the result is
/// decoded. The encoded form is `{"implementation": {"primaryKey": "p12", "entityName": "Post", "uriRepresentation":
/// "x-coredata://…/p12", …}}`.
struct RowIdentifiers {
    private let entity: String
    /// The parts of an encoded identifier. The number of the row's primary key belongs between them.
    private let pieces: [String]
    private let decoder = JSONDecoder()
    private let keys = PrimaryKeyEncoder()

    /// Creates a factory that makes the identifiers of an entity's rows.
    ///
    /// - Parameter known: the identifier of a saved row in the same store. The row can belong to any entity.
    /// - Throws: ``MigrationError`` with `.store(.unreadable)` if the identifier's encoded form is unknown.
    init(entity: String, like known: PersistentIdentifier) throws {
        try self.init(entity: entity, form: JSONEncoder().encode(known))
    }

    init(entity: String, form: Data) throws {
        self.entity = entity
        guard var outer = try JSONSerialization.jsonObject(with: form) as? [String: Any],
            var fields = outer["implementation"] as? [String: Any], fields["primaryKey"] is String
        else { throw Self.unknownForm }
        // JSON escapes control characters.
        let mark = "\u{1}"
        fields["primaryKey"] = "p\(mark)"
        fields["entityName"] = entity
        if let uri = fields["uriRepresentation"] as? String {
            let store = uri.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
            fields["uriRepresentation"] = (store + [Substring(entity), "p\(mark)"]).joined(separator: "/")
        }
        outer["implementation"] = fields
        let text = try JSONSerialization.data(withJSONObject: outer, options: [.sortedKeys, .withoutEscapingSlashes])
        pieces = String(decoding: text, as: UTF8.self).components(separatedBy: "\\u0001")
    }

    /// Returns the encoded identifier of the row with the given key.
    func form(_ key: Int64) -> String { pieces.joined(separator: "\(key)") }

    /// Returns the identifier of the row with the given key. The row doesn't have to exist.
    ///
    /// - Throws: ``MigrationError`` with `.store(.unreadable)` if SwiftData decodes a different identifier;
    ///   `DecodingError` if decoding fails.
    func identifier(_ key: Int64) throws -> PersistentIdentifier {
        let identifier = try decoder.decode(PersistentIdentifier.self, from: Data(form(key).utf8))
        guard identifier.entityName == entity, try keys.key(of: identifier) == key else { throw Self.unknownForm }
        return identifier
    }

    /// Returns the saved row with the given identifier, or nil if it doesn't exist.
    static func row<Target: PersistentModel>(
        _ identifier: PersistentIdentifier, as type: Target.Type, in context: ModelContext
    ) throws -> Target? {
        var descriptor = FetchDescriptor<Target>(predicate: #Predicate { $0.persistentModelID == identifier })
        descriptor.fetchLimit = 1
        // Unsaved changes don't affect primary keys, and a fetch that includes them would examine every change.
        descriptor.includePendingChanges = false
        return try context.registeredModel(for: identifier) ?? context.fetch(descriptor).first
    }

    private static var unknownForm: MigrationError {
        MigrationError(
            .store(
                .unreadable(
                    reason: "SwiftData encodes identifiers in a form that this version of Permafrost can't read.")))
    }
}
