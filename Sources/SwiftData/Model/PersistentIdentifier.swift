import Foundation

/// The identity of an object: its entity, and its row in a store.
///
/// Use it to refer to an object from another task, or to keep a reference outside of the store. It's `Sendable` and
/// `Codable`. Look the object up with ``ModelContext/model(for:)``, or with a subscript of ``ModelActor``.
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
    /// An identity as one value. Use it where a type's `id` is expected, such as in collections of `Identifiable`
    /// values.
    public struct ID: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
        let uri: String

        /// Core Data's URI of the object.
        public var description: String { uri }
        /// Core Data's URI of the object.
        public var debugDescription: String { uri }
    }

    /// The name of the object's entity, which is the name of its class.
    public let entityName: String
    /// The UUID of the object's store; nil before the object is saved.
    public let storeIdentifier: String?
    let key: Key

    /// The part of an identity that differs between objects of an entity.
    enum Key: Sendable, Hashable {
        case row(Int64)
        case temporary(UUID)
    }

    /// Returns the identity of the row with a primary key.
    ///
    /// This doesn't check whether there is such a row.
    ///
    /// - Parameters:
    ///   - storeIdentifier: the UUID of the store.
    ///   - entityName: the name of the entity.
    ///   - primaryKey: the row's number, or a text such as `12` or `p12`.
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

    /// The identity as one value.
    public var id: ID { ID(uri: description) }

    /// Core Data's URI of the object, such as `x-coredata://STORE/Trip/p1`.
    public var description: String {
        "x-coredata://\(storeIdentifier ?? "")/\(entityName)/\(key.text)"
    }

    /// Core Data's URI of the object.
    public var debugDescription: String { description }

    /// Returns whether the left identity comes first: by entity, then by row. Objects that aren't saved come last.
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

// The format is Apple's: `{"implementation": {"primaryKey": "p215", …}}`, with `t` and a UUID before the object is
// saved. The key comes first: a migration reads it from every row and needn't wait for the rest.
extension PersistentIdentifier {
    private enum OuterKeys: String, CodingKey {
        case implementation
    }

    private enum CodingKeys: String, CodingKey {
        case primaryKey, entityName, storeIdentifier, isTemporary, uriRepresentation
    }

    /// Writes the identity in Apple's format. A temporary identity can be written too.
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

    /// Reads an identity in Apple's format.
    ///
    /// - Parameter decoder: the decoder.
    /// - Throws: `DecodingError` if there is no identity, or if its parts contradict each other. It isn't known which
    ///   of them Apple's framework would use.
    public init(from decoder: any Decoder) throws {
        let outer = try decoder.container(keyedBy: OuterKeys.self)
        let container = try outer.nestedContainer(keyedBy: CodingKeys.self, forKey: .implementation)
        let text = try container.decode(String.self, forKey: .primaryKey)
        guard let key = Key(text: text) else {
            throw DecodingError.dataCorruptedError(
                forKey: .primaryKey, in: container,
                debugDescription: "\"\(text)\" is neither p with a row number nor t with a UUID.")
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
    /// `p` and a row's number, or `t` and a UUID: the last part of Core Data's URI.
    var text: String {
        switch self {
        case .row(let number): "p" + String(number)
        case .temporary(let uuid): "t\(uuid.uuidString)"
        }
    }

    /// Whether the object isn't saved.
    var isTemporary: Bool {
        if case .temporary = self { true } else { false }
    }

    /// Creates the key from such a text; nil for any other text.
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
