import Foundation

// In one container, with the key first: a migration reads it from every row.
extension PersistentIdentifier {
    private enum CodingKeys: String, CodingKey {
        case primaryKey, temporaryKey, entityName, storeIdentifier
    }

    /// Writes the identity, that of an object which is not saved included.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch key {
        case .row(let number): try container.encode(number, forKey: .primaryKey)
        case .temporary(let uuid): try container.encode(uuid, forKey: .temporaryKey)
        }
        try container.encode(entityName, forKey: .entityName)
        try container.encodeIfPresent(storeIdentifier, forKey: .storeIdentifier)
    }

    /// Reads an identity.
    ///
    /// - Throws: `DecodingError` where there is none.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let number = try container.decodeIfPresent(Int64.self, forKey: .primaryKey)
        self.init(
            entityName: try container.decode(String.self, forKey: .entityName),
            storeIdentifier: try container.decodeIfPresent(String.self, forKey: .storeIdentifier),
            key: try number.map { .row($0) } ?? .temporary(container.decode(UUID.self, forKey: .temporaryKey)))
    }
}
