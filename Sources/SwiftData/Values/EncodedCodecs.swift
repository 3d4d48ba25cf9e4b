import Foundation
import PermafrostStore

/// A value as the UTF-8 JSON of its `Codable` conformance: what a composite keeps of a collection.
struct JSONCodec<Value: Codable>: ValueCodec {
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

/// A value as a keyed archive whose root is the JSON of its `Codable` conformance: a top-level collection.
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

/// An enum with associated values: a column for each case, in which a case without any has its name, and one with some
/// has their JSON. [A]
struct PayloadEnumCodec<Value: Codable>: ValueCodec {
    let cases: EnumCases

    var columnCount: Int { cases.cases.count }
    var placeholder: Any { JSONValue.placeholder(of: Value.self) ?? () }

    func decode(_ cells: some CellSource, at start: Int) throws(ValueError) -> Any? {
        for (index, enumCase) in cases.cases.enumerated() {
            let values: String
            switch cells.cell(start + index) {
            case .null: continue
            case .text: values = "{}"
            case .blob(let bytes): values = String(decoding: bytes, as: UTF8.self)
            default: throw .unreadable(type: String(describing: Value.self))
            }
            return try JSONValue.decode(Value.self, from: Array("{\"\(enumCase.name)\":\(values)}".utf8))
        }
        return nil
    }

    func encode(_ value: Any?, into cells: inout [SQLiteValue]) throws(ValueError) {
        guard let value = value as? Value else {
            cells += repeatElement(.null, count: columnCount)
            return
        }
        let json = try JSONValue.encode(value)
        // `{"name":{…}}`, the form of every enum whose conformance the compiler made.
        let content = (try? JSONSerialization.jsonObject(with: Data(json))) as? [String: Any]
        guard let (name, values) = content?.first, content?.count == 1,
            cases.cases.contains(where: { $0.name == name }),
            let encoded = try? JSONSerialization.data(withJSONObject: values, options: [.sortedKeys])
        else { throw .codable(type: String(describing: Value.self), reason: "It encodes itself in a form of its own.") }
        for enumCase in cases.cases {
            if enumCase.name != name {
                cells.append(.null)
            } else {
                cells.append(enumCase.payload == nil ? .text(name) : .blob(Array(encoded)))
            }
        }
    }
}

/// JSON of `Codable` values.
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
            // Equal values have equal bytes.
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return Array(try encoder.encode(value))
        } catch {
            throw .codable(type: String(describing: type(of: value)), reason: String(describing: error))
        }
    }

    /// An empty collection, where the type is one.
    static func placeholder<Value: Decodable>(of type: Value.Type) -> Value? {
        ["[]", "{}"].lazy.compactMap { try? JSONDecoder().decode(Value.self, from: Data($0.utf8)) }.first
    }
}
