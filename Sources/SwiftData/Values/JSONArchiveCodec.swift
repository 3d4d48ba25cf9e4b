import Foundation
import PermafrostStore

/// A codec that stores a value as a keyed archive in one cell. The archive's root is the JSON that the type's
/// `Codable` conformance produces.
///
/// Used for arrays of scalars, for attributes with a value transformer, and for attributes whose types have no
/// other codec.
struct JSONArchiveCodec<Value: Codable>: ValueCodec {
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
