import PermafrostModel
import PermafrostStore

/// The codec of an enum with raw values. It stores the raw value in one cell.
struct RawEnumCodec<Value: RawRepresentable>: ValueCodec {
    let raw: any ValueCodec
    let cases: EnumCases

    var columnCount: Int { 1 }
    var placeholder: Any {
        cases.values(of: Value.self).first ?? (raw.placeholder as? Value.RawValue).flatMap(Value.init)
            ?? raw.placeholder
    }

    func decode(_ cells: some CellSource, at start: Int) throws(ValueError) -> Any? {
        guard let content = try raw.decode(cells, at: start) else { return nil }
        guard let rawValue = content as? Value.RawValue, let value = Value(rawValue: rawValue) else {
            throw .unknownCase(type: String(describing: Value.self), value: String(describing: content))
        }
        return value
    }

    func encode(_ value: Any?, into cells: inout [SQLiteValue]) throws(ValueError) {
        try raw.encode((value as? Value)?.rawValue, into: &cells)
    }
}
