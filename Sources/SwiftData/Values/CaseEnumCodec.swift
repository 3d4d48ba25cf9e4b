import PermafrostModel
import PermafrostStore

/// The codec of an enum without raw or associated values. The cell of the value's case contains the case's name,
/// and the cells of all other cases are NULL.
struct CaseEnumCodec<Value>: ValueCodec {
    let cases: EnumCases

    var columnCount: Int { cases.cases.count }
    var placeholder: Any { cases.values(of: Value.self).first.map { $0 as Any } ?? () }

    func decode(_ cells: some CellSource, at start: Int) throws(ValueError) -> Any? {
        for (index, enumCase) in cases.cases.enumerated() {
            switch cells.cell(start + index) {
            case .null: continue
            case .text(enumCase.name): return cases.values(of: Value.self)[index]
            case .text(let other): throw .unknownCase(type: String(describing: Value.self), value: other)
            default: throw .unreadable(type: String(describing: Value.self))
            }
        }
        return nil
    }

    func encode(_ value: Any?, into cells: inout [SQLiteValue]) throws(ValueError) {
        let index = (value as? Value).map(EnumCases.index(of:))
        for (place, enumCase) in cases.cases.enumerated() {
            cells.append(place == index ? .text(enumCase.name) : .null)
        }
    }
}
