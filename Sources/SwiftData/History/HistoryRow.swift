import Foundation
import PermafrostStore

struct HistoryRow: CellSource {
    private let statement: SQLiteStatement

    init(_ statement: SQLiteStatement) { self.statement = statement }

    func cell(_ column: Int) -> SQLiteValue { statement.value(at: column) }
    func integer(_ column: Int) -> Int64 { statement.integer(at: column) ?? 0 }
    func text(_ column: Int) -> String? { if case .text(let text) = cell(column) { text } else { nil } }
    func real(_ column: Int) -> Double {
        switch cell(column) {
        case .real(let real): real
        case .integer(let integer): Double(integer)
        default: 0
        }
    }
}
