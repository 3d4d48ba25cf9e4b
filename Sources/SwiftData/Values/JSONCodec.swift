import Foundation
import PermafrostStore

/// A codec that stores a value as JSON in one cell. The JSON is the UTF-8 text that the type's `Codable`
/// conformance produces.
///
/// Used for collections, except for arrays of scalars, and for members of a struct or enum whose types have no
/// other codec.
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
