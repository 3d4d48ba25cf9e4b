import Foundation

/// The identity of an object. It consists of the object's entity and row in a store.
///
/// Use an identifier to refer to an object from a different task, or to keep a reference outside of the store.
/// Identifiers are `Sendable` and `Codable`. To look up the object, use ``ModelContext/model(for:)``, or a subscript of
/// ``ModelActor``.
///
/// ```swift
/// import Foundation
/// import SwiftData
///
/// func encodedReference(to object: any PersistentModel) throws -> Data {
///     try JSONEncoder().encode(object.persistentModelID)
/// }
///
/// func object(for reference: Data, in context: ModelContext) throws -> any PersistentModel {
///     context.model(for: try JSONDecoder().decode(PersistentIdentifier.self, from: reference))
/// }
/// ```
///
/// > Important: An object that was never saved has a temporary identifier, which no other context and no other process
/// > can look up. The first save replaces it.
///
/// The description is Core Data's URI: `x-coredata://STORE/Entity/p1`, with `t` and a UUID instead of `p1` before the
/// object is saved.
public struct PersistentIdentifier: Sendable, Hashable, Identifiable, Comparable, Codable, CustomStringConvertible,
    CustomDebugStringConvertible
{
    /// The type of an identifier's ``PersistentIdentifier/id``. It contains the object's URI.
    public struct ID: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
        let uri: String

        /// The object's URI in Core Data's format.
        public var description: String { uri }
        /// The object's URI in Core Data's format.
        public var debugDescription: String { uri }
    }

    /// The name of the object's entity, which is the name of its class.
    public let entityName: String
    /// The UUID of the object's store, or nil before the object is saved.
    public let storeIdentifier: String?
    let key: Key

    /// The part of an identity that distinguishes the objects of an entity.
    enum Key: Sendable, Hashable {
        case row(Int64)
        case temporary(UUID)
    }

    /// Returns the identity of the row with the given primary key.
    ///
    /// The row isn't required to exist.
    ///
    /// - Parameters:
    ///   - storeIdentifier: the UUID of the store.
    ///   - entityName: the name of the entity.
    ///   - primaryKey: the row's number, or a string such as `12` or `p12`.
    /// - Throws: `SwiftDataError.unknownSchema` if the key isn't a row's number.
    public static func identifier<T: Comparable & CustomStringConvertible & Codable & Hashable>(
        for storeIdentifier: String, entityName: String, primaryKey: T
    ) throws -> PersistentIdentifier {
        let number = (primaryKey as? any BinaryInteger).flatMap { Int64(exactly: $0) }
        let text = primaryKey as? String
        guard let key = number.map(Key.row) ?? text.flatMap({ Int64($0).map(Key.row) ?? Key(text: $0) }),
            !key.isTemporary
        else {
            throw SwiftDataError(
                .unknownSchema,
                "A primary key of this store is a whole number, with or without a leading p, not \(primaryKey).")
        }
        return PersistentIdentifier(entityName: entityName, storeIdentifier: storeIdentifier, key: key)
    }

    /// The primary key of the object's row, or nil if the object was never saved.
    package var rowKey: Int64? {
        if case .row(let number) = key { number } else { nil }
    }

    /// The identifier's own ID, which `Identifiable` requires. It contains the object's URI.
    public var id: ID { ID(uri: description) }

    /// The object's URI in Core Data's format, such as `x-coredata://STORE/Trip/p1`.
    public var description: String {
        "x-coredata://\(storeIdentifier ?? "")/\(entityName)/\(key.text)"
    }

    /// The object's URI in Core Data's format.
    public var debugDescription: String { description }

    /// Returns whether the left identity comes first. Identities are sorted by the entity's name and then by the row's
    /// number. Temporary identities come after the entity's rows.
    ///
    /// The stores aren't compared.
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

// The format is the same as Apple's: `{"implementation": {"primaryKey": "p215", …}}`, with `t` and a UUID before the
// object is saved. The key comes first, because a migration reads it from every row and can then stop.
extension PersistentIdentifier {
    private enum OuterKeys: String, CodingKey {
        case implementation
    }

    private enum CodingKeys: String, CodingKey {
        case primaryKey, entityName, storeIdentifier, isTemporary, uriRepresentation
    }

    /// Encodes the identity in the format of Apple's SwiftData. A temporary identity can also be encoded.
    ///
    /// - Parameter encoder: the encoder.
    /// - Throws: the encoder's error.
    public func encode(to encoder: any Encoder) throws {
        var outer = encoder.container(keyedBy: OuterKeys.self)
        var container = outer.nestedContainer(keyedBy: CodingKeys.self, forKey: .implementation)
        try container.encode(key.text, forKey: .primaryKey)
        try container.encode(entityName, forKey: .entityName)
        try container.encodeIfPresent(storeIdentifier, forKey: .storeIdentifier)
        try container.encode(key.isTemporary, forKey: .isTemporary)
        try container.encode(description, forKey: .uriRepresentation)
    }

    /// Decodes an identity in the format of Apple's SwiftData.
    ///
    /// - Parameter decoder: the decoder.
    /// - Throws: `DecodingError` if the data isn't in this format, or if its parts contradict each other. It's unknown
    ///   which part Apple's framework would use in that case.
    public init(from decoder: any Decoder) throws {
        let outer = try decoder.container(keyedBy: OuterKeys.self)
        let container = try outer.nestedContainer(keyedBy: CodingKeys.self, forKey: .implementation)
        let text = try container.decode(String.self, forKey: .primaryKey)
        guard let key = Key(text: text) else {
            throw DecodingError.dataCorruptedError(
                forKey: .primaryKey, in: container,
                debugDescription:
                    "The primary key \"\(text)\" is neither \"p\" plus a row number nor \"t\" plus a UUID.")
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
                    "The primary key \"\(text)\" doesn't match isTemporary: only keys that start with t are temporary.")
        }
        if let uri = try container.decodeIfPresent(String.self, forKey: .uriRepresentation), uri != description {
            throw DecodingError.dataCorruptedError(
                forKey: .uriRepresentation, in: container,
                debugDescription: "\"\(uri)\" doesn't match the other parts, whose URI is \"\(description)\".")
        }
    }
}

extension PersistentIdentifier.Key {
    /// The last part of Core Data's URI: `p` and a row's number, or `t` and a UUID.
    var text: String {
        switch self {
        case .row(let number): "p" + String(number)
        case .temporary(let uuid): "t\(uuid.uuidString)"
        }
    }

    /// Whether the key belongs to an object that was never saved.
    var isTemporary: Bool {
        if case .temporary = self { true } else { false }
    }

    /// Creates the key from the last part of a URI. Returns nil for any other string.
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
