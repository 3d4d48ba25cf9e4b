import PermafrostStore
import SwiftData

/// Values that are read from rows of the old version and written into the same rows of the new one.
struct CapturedValue<Old: PersistentModel, New: PersistentModel, Value: Codable> {
    let operation: String
    /// The property that is written.
    let property: PropertyName
    /// The value to carry; nil for a row that is to stay as it is.
    let read: (Old) throws -> Value?
    let write: (New, Value) throws -> Void

    /// The steps of one run, which share what is captured.
    func steps(_ stage: StageContext) -> RowSteps {
        let cells = CapturedCells(file: stage.state.spill)
        let codec = CellCodec<Value>()
        return RowSteps(
            capture: RowStep(Old.self, operation: operation, property: property, needsKey: true) { row, key in
                if let value = try read(row) { try cells.set(codec.encode(value), of: key) }
                return false
            },
            perform: RowStep(New.self, operation: operation, property: property, needsKey: true) { row, key in
                guard let cell = try cells.take(key) else { return false }
                try write(row, codec.decode(cell))
                return true
            } finish: { _ in
                let lost = try cells.lostCount()
                guard lost == 0 else { throw MigrationError(.stage(.valueLost(count: lost))) }
            },
            captured: (cells, New.self))
    }
}
