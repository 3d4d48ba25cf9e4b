import Foundation

/// The identity of an object: its entity, and its row in a store or, before it is saved, a number of its own.
///
/// Its description is Core Data's URI: `x-coredata://STORE/Entity/p1`, with `t` and a UUID before the object is saved.
public struct PersistentIdentifier: Sendable, Hashable, Identifiable, Comparable, Codable, CustomStringConvertible,
    CustomDebugStringConvertible
{
    /// The identity inside a store.
    public struct ID: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
        let uri: String

        /// The URI.
        public var description: String { uri }
        /// The URI.
        public var debugDescription: String { uri }
    }

    /// The name of the object's entity.
    public let entityName: String
    /// The UUID of the object's store; nil before the object is saved.
    public let storeIdentifier: String?
    let key: Key

    /// Identifies an object among those of its entity.
    enum Key: Sendable, Hashable {
        case row(Int64)
        case temporary(UUID)
    }

    /// The identity of the row with that primary key: its number, or a text such as `p12`.
    ///
    /// - Throws: `SwiftDataError.unknownSchema` if the key is no row's number.
    public static func identifier<T: Comparable & CustomStringConvertible & Codable & Hashable>(
        for storeIdentifier: String, entityName: String, primaryKey: T
    ) throws -> PersistentIdentifier {
        let number = (primaryKey as? any BinaryInteger).flatMap { Int64(exactly: $0) }
        let text = primaryKey as? String
        guard let key = number.map(Key.row) ?? text.flatMap({ Int64($0).map(Key.row) ?? Key(text: $0) }),
            !key.isTemporary
        else {
            throw SwiftDataError(
                .unknownSchema, "A primary key of this store is a whole number, or p and one, not \(primaryKey).")
        }
        return PersistentIdentifier(entityName: entityName, storeIdentifier: storeIdentifier, key: key)
    }

    /// The identity as one value.
    public var id: ID { ID(uri: description) }

    /// Core Data's URI.
    public var description: String {
        "x-coredata://\(storeIdentifier ?? "")/\(entityName)/\(key.text)"
    }

    /// Core Data's URI.
    public var debugDescription: String { description }

    /// Orders by entity, then by row; objects that are not saved come last.
    public static func < (left: PersistentIdentifier, right: PersistentIdentifier) -> Bool {
        guard left.entityName == right.entityName else { return left.entityName < right.entityName }
        switch (left.key, right.key) {
        case (.row(let first), .row(let second)): return first < second
        case (.row, .temporary): return true
        case (.temporary, .row): return false
        case (.temporary(let first), .temporary(let second)): return first.uuidString < second.uuidString
        }
    }
}

// The form is Apple's: `{"implementation": {"primaryKey": "p215", …}}`, with `t` and a UUID before the object is saved. The
// key comes first: a migration reads it from every row, and need not wait for the rest.
extension PersistentIdentifier {
    private enum OuterKeys: String, CodingKey {
        case implementation
    }

    private enum CodingKeys: String, CodingKey {
        case primaryKey, entityName, storeIdentifier, isTemporary, uriRepresentation
    }

    /// Writes the identity, that of an object which is not saved included.
    public func encode(to encoder: any Encoder) throws {
        var outer = encoder.container(keyedBy: OuterKeys.self)
        var container = outer.nestedContainer(keyedBy: CodingKeys.self, forKey: .implementation)
        try container.encode(key.text, forKey: .primaryKey)
        try container.encode(entityName, forKey: .entityName)
        try container.encodeIfPresent(storeIdentifier, forKey: .storeIdentifier)
        try container.encode(key.isTemporary, forKey: .isTemporary)
        try container.encode(description, forKey: .uriRepresentation)
    }

    /// Reads an identity in Apple's form.
    ///
    /// - Throws: `DecodingError` if there is none, and where the parts contradict one another: which of them Apple's
    ///   framework would believe is not known.
    public init(from decoder: any Decoder) throws {
        let outer = try decoder.container(keyedBy: OuterKeys.self)
        let container = try outer.nestedContainer(keyedBy: CodingKeys.self, forKey: .implementation)
        let text = try container.decode(String.self, forKey: .primaryKey)
        guard let key = Key(text: text) else {
            throw DecodingError.dataCorruptedError(
                forKey: .primaryKey, in: container,
                debugDescription: "\"\(text)\" is neither p and a row's number nor t and a UUID.")
        }
        self.init(
            entityName: try container.decode(String.self, forKey: .entityName),
            storeIdentifier: try container.decodeIfPresent(String.self, forKey: .storeIdentifier), key: key)
        if let isTemporary = try container.decodeIfPresent(Bool.self, forKey: .isTemporary),
            isTemporary != key.isTemporary
        {
            throw DecodingError.dataCorruptedError(
                forKey: .isTemporary, in: container,
                debugDescription:
                    "The primary key \"\(text)\" says otherwise: only one that starts with t is temporary.")
        }
        if let uri = try container.decodeIfPresent(String.self, forKey: .uriRepresentation), uri != description {
            throw DecodingError.dataCorruptedError(
                forKey: .uriRepresentation, in: container,
                debugDescription: "\"\(uri)\" is not the URI of the other parts, which is \"\(description)\".")
        }
    }
}

extension PersistentIdentifier.Key {
    /// A row's number after `p`, or a UUID after `t`: the last part of Core Data's URI.
    var text: String {
        switch self {
        case .row(let number): "p" + String(number)
        case .temporary(let uuid): "t\(uuid.uuidString)"
        }
    }

    /// Whether the object is not saved.
    var isTemporary: Bool {
        if case .temporary = self { true } else { false }
    }

    /// The key of such a text; nil for any other text.
    init?(text: String) {
        let rest = text.dropFirst()
        if text.first == "p", rest.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(rest) {
            self = .row(number)
        } else if text.first == "t", let uuid = UUID(uuidString: String(rest)) {
            self = .temporary(uuid)
        } else {
            return nil
        }
    }
}
