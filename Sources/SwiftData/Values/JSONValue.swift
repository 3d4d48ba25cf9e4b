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

extension JSONValue {
    /// A codec that stores a value as JSON in one cell. The JSON is the UTF-8 text that the type's `Codable`
    /// conformance produces.
    ///
    /// Used for collections, except for arrays of scalars, and for members of a struct or enum whose types have no
    /// other codec.
    struct Codec<Value: Codable>: ValueCodec {
        var columnCount: Int { 1 }
        var placeholder: Any { JSONValue.placeholder(of: Value.self) ?? () }

        func decode(_ cells: some CellSource, at start: Int) throws(ValueError) -> Any? {
            switch cells.cell(start) {
            case .null: return nil
            case .blob(let bytes): return try JSONValue.decode(Value.self, from: bytes)
            default: throw .unreadable(type: String(describing: Value.self))
            }
        }

        func encode(_ value: Any?, into cells: inout [SQLiteValue]) throws(ValueError) {
            guard let value = value as? Value else {
                cells.append(.null)
                return
            }
            cells.append(.blob(try JSONValue.encode(value)))
        }
    }
}

extension JSONValue {
    /// A codec that stores a value as a keyed archive in one cell. The archive's root is the JSON that the type's
    /// `Codable` conformance produces.
    ///
    /// Used for arrays of scalars, for attributes with a value transformer, and for attributes whose types have no
    /// other codec.
    struct ArchiveCodec<Value: Codable>: ValueCodec {
        var columnCount: Int { 1 }
        var placeholder: Any { JSONValue.placeholder(of: Value.self) ?? () }

        func decode(_ cells: some CellSource, at start: Int) throws(ValueError) -> Any? {
            switch cells.cell(start) {
            case .null: return nil
            case .blob(let bytes):
                guard let json = EncodedValueArchive.content(of: bytes) else {
                    throw .unreadable(type: String(describing: Value.self))
                }
                return try JSONValue.decode(Value.self, from: json)
            default: throw .unreadable(type: String(describing: Value.self))
            }
        }

        func encode(_ value: Any?, into cells: inout [SQLiteValue]) throws(ValueError) {
            guard let value = value as? Value else {
                cells.append(.null)
                return
            }
            cells.append(.blob(EncodedValueArchive.archive(of: try JSONValue.encode(value))))
        }
    }
}
