import Foundation
import SwiftData

/// The identifiers of one entity's rows, made from their primary keys.
///
/// `PersistentIdentifier.identifier(for:entityName:primaryKey:)` needs iOS 18 and macOS 15. So an identifier of the
/// same store is encoded, its key, entity and URI are replaced, and the result is decoded. The form is
/// `{"implementation": {"primaryKey": "p12", "entityName": "Post", "uriRepresentation": "x-coredata://…/p12", …}}`.
struct RowIdentifiers {
    private let entity: String
    /// The encoded form, split where the number of the key belongs.
    private let pieces: [String]
    private let decoder = JSONDecoder()
    private let keys = PrimaryKeyEncoder()

    /// Creates the identifiers of an entity's rows.
    ///
    /// - Parameter known: the identifier of a saved row of the same store, of any entity.
    /// - Throws: ``MigrationError`` with `.store(.unreadable)` if the identifier is encoded in an unknown form.
    init(entity: String, like known: PersistentIdentifier) throws {
        try self.init(entity: entity, form: JSONEncoder().encode(known))
    }

    init(entity: String, form: Data) throws {
        self.entity = entity
        guard var outer = try JSONSerialization.jsonObject(with: form) as? [String: Any],
            var fields = outer["implementation"] as? [String: Any], fields["primaryKey"] is String
        else { throw Self.unknownForm }
        // JSON writes a control character as its escape.
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

    /// Returns the encoded form of the identifier of the row with a key.
    func form(_ key: Int64) -> String { pieces.joined(separator: "\(key)") }

    /// Returns the identifier of the row with a key, whether or not the row exists.
    ///
    /// - Throws: ``MigrationError`` with `.store(.unreadable)` if SwiftData reads a different identifier from the form;
    ///   `DecodingError` if it reads none.
    func identifier(_ key: Int64) throws -> PersistentIdentifier {
        let identifier = try decoder.decode(PersistentIdentifier.self, from: Data(form(key).utf8))
        guard identifier.entityName == entity, try keys.key(of: identifier) == key else { throw Self.unknownForm }
        return identifier
    }

    private static var unknownForm: MigrationError {
        MigrationError(
            .store(
                .unreadable(
                    reason: "SwiftData encodes identifiers in a form that this version of Permafrost doesn't know.")))
    }
}

extension RowIdentifiers {
    /// A lookup for rows of a class by their keys. It keeps the rows that it found last, because many rows are linked
    /// to few.
    final class Finder<Target: PersistentModel> {
        /// The number of rows to keep.
        private static var limit: Int { 1000 }

        private let context: ModelContext
        private let identifiers: RowIdentifiers
        private var known: [Int64: Target?] = [:]

        /// Creates a finder for the store of a row.
        ///
        /// - Throws: ``MigrationError`` with `.store(.unreadable)` if no identifier can be made from the row's.
        init(context: ModelContext, like other: PersistentIdentifier) throws {
            self.context = context
            identifiers = try RowIdentifiers(entity: Schema.entityName(of: Target.self), like: other)
        }

        /// Returns the row with a key, or nil if there is none.
        func row(of key: Int64) throws -> Target? {
            if let row = known[key] { return row }
            let identifier = try identifiers.identifier(key)
            var descriptor = FetchDescriptor<Target>(predicate: #Predicate { $0.persistentModelID == identifier })
            descriptor.fetchLimit = 1
            // Unsaved changes don't move rows, and a fetch that includes them would go through all of them.
            descriptor.includePendingChanges = false
            let row = try context.registeredModel(for: identifier) ?? context.fetch(descriptor).first
            if known.count >= Self.limit { known = [:] }
            known[key] = .some(row)
            return row
        }
    }
}
