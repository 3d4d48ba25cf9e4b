import Foundation
import PermafrostStore

/// Functions and codecs that encode and decode `Codable` values as JSON.
enum JSONValue {
    static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws(ValueError) -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: Data(bytes))
        } catch {
            throw .codable(type: String(describing: Value.self), reason: String(describing: error))
        }
    }

    static func encode(_ value: some Encodable) throws(ValueError) -> [UInt8] {
        do {
            let encoder = JSONEncoder()
            // Sort keys, so that equal values have equal bytes.
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return Array(try encoder.encode(value))
        } catch {
            throw .codable(type: String(describing: type(of: value)), reason: String(describing: error))
        }
    }

    /// Returns the value that is decoded from an empty JSON array or, if that fails, from an empty JSON object. For a
    /// collection, this is the empty collection. Returns nil if neither can be decoded.
    static func placeholder<Value: Decodable>(of type: Value.Type) -> Value? {
        ["[]", "{}"].lazy.compactMap { try? JSONDecoder().decode(Value.self, from: Data($0.utf8)) }.first
    }
}
