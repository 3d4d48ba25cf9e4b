import PermafrostStore
import SwiftData

/// Whether rows have the values after a stage that they had before it.
struct PreservedCheck<Old: PersistentModel, New: PersistentModel, Value: Codable> {
    let operation: String
    let property: PropertyName
    let read: (Old) -> Value
    let isSame: (Value, New) throws -> Bool

    func steps(_ stage: StageContext) -> RowSteps {
        let cells = CapturedCells(file: stage.state.spill)
        let codec = CellCodec<Value>()
        var different = 0
        return RowSteps(
            capture: RowStep(Old.self, operation: operation, property: property, needsKey: true) { row, key in
                try cells.set(codec.encode(read(row)), of: key)
                return false
            },
            verify: RowStep(
                New.self, operation: operation, property: property, needsKey: true,
                restart: {
                    different = 0
                    cells.restart()
                }
            ) { row, key in
                if let cell = try cells.take(key), try !isSame(codec.decode(cell), row) { different += 1 }
                return false
            } finish: { _ in
                var found: [String] = []
                if different > 0 { found.append("\(different) rows have another value") }
                let lost = try cells.lostCount()
                if lost > 0 { found.append("\(lost) rows are gone") }
                guard found.isEmpty else {
                    throw MigrationError(.stage(.assertionFailed(found: found.joined(separator: ", "))))
                }
            },
            captured: (cells, New.self))
    }
}
