import PermafrostStore
import SwiftData

/// A search for rows with equal values in a property, with bounded memory use.
///
/// The search first compares an eight-byte hash of each value, in several passes if there are many rows. Then it
/// compares the complete values of the rows with equal hashes.
///
/// Values are compared as in a unique constraint. Nil values are never equal, and strings are equal if their bytes are
/// equal.
final class DuplicateScan<Model: PersistentModel, Value: Codable> {
    /// The reader of the compared property.
    private let property: PropertyReader<Model, Value>
    /// The approximate maximum number of values that one pass compares.
    let valuesPerPass: Int
    /// The codec that makes a value's cell and hash.
    private let codec = CellCodec<Value>()

    /// Creates a search for rows with equal values in a property.
    ///
    /// - Parameter bound: the stage's memory limits.
    init(_ property: KeyPath<Model, Value>, bound: MemoryBound) {
        self.property = PropertyReader(property)
        valuesPerPass = max(1, bound.hashes)
    }

    /// Returns a row's value.
    func read(_ row: Model) -> Value { property.value(of: row) }

    /// Returns the cell that represents a row in comparisons, or nil if the row has no value. Rows with equal cells are
    /// duplicates.
    func cell(_ row: Model) throws -> SQLiteValue? {
        let cell = try codec.encode(read(row))
        switch cell {
        case .null: return nil
        // Swift treats some strings with different bytes as equal, so compare the bytes.
        case .text(let text): return .blob([UInt8](text.utf8))
        default: return cell
        }
    }

    /// Returns the eight-byte hash of a row's value, or nil if the row has no value. Rows with equal cells have equal
    /// hashes.
    func hash(_ row: Model) throws -> UInt64? { try codec.hash(read(row)) }

    /// Returns the number of passes that the given number of rows requires.
    func passes(rows: Int) -> Int { max(1, (rows + valuesPerPass - 1) / valuesPerPass) }

    /// Returns the hashes that occur more than once in the given pass.
    func repeatedHashes(pass: Int, of passes: Int, _ stage: StageContext) throws -> Set<UInt64> {
        let collector = HashCollector(pass: pass, of: passes)
        try stage.modelContext.enumerate(FetchDescriptor<Model>(), batchSize: RowPass.batchSize) { row in
            if let hash = try hash(row) { collector.add(hash) }
        }
        return collector.repeated()
    }

    /// Calls `body` with each row whose value has one of the hashes, and with the cell that represents the row.
    func forEachRow(
        _ stage: StageContext, with hashes: Set<UInt64>, _ body: (SQLiteValue, Model) throws -> Void
    ) throws {
        try stage.modelContext.enumerate(FetchDescriptor<Model>(), batchSize: RowPass.batchSize) { row in
            guard let hash = try hash(row), hashes.contains(hash), let cell = try cell(row) else { return }
            try body(cell, row)
        }
    }
}
