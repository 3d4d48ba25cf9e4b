import PermafrostStore
import SwiftData

/// A search for rows with equal values in a property, with bounded memory use.
///
/// The search first compares an eight-byte hash of each value, in several passes if there are many rows. Then it
/// compares the complete values of the rows with equal hashes.
///
/// Values are compared as in a unique constraint. Nil values are never equal, and strings are equal if their bytes are
/// equal.
struct DuplicateScan<Model: PersistentModel, Value: Codable> {
    let read: (Model) -> Value
    /// The approximate maximum number of values that one pass compares.
    let valuesPerPass: Int
    private let codec = CellCodec<Value>()

    init(bound: StageState.MemoryBound, _ read: @escaping (Model) -> Value) {
        self.read = read
        valuesPerPass = max(1, bound.hashes)
    }

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
    func hash(_ row: Model) throws -> UInt64? {
        let cell = try codec.encode(read(row))
        return cell == .null ? nil : UInt64(bitPattern: Int64(cell.hashValue))
    }

    /// A collector of hashes. Each pass collects the hashes in one part of the range of all hashes.
    final class Collector {
        private var hashes: [UInt64] = []
        private let range: ClosedRange<UInt64>

        init(pass: Int, of passes: Int) {
            let width = UInt64.max / UInt64(passes)
            let start = UInt64(pass) * width
            range = start...(pass == passes - 1 ? .max : start + width - 1)
        }

        func add(_ hash: UInt64) {
            if range.contains(hash) { hashes.append(hash) }
        }

        /// Returns the hashes that occur more than once.
        func repeated() -> Set<UInt64> {
            hashes.sort()
            var repeated: Set<UInt64> = []
            for index in hashes.indices.dropFirst() where hashes[index] == hashes[index - 1] {
                repeated.insert(hashes[index])
            }
            return repeated
        }
    }

    /// Returns the number of passes that the given number of rows requires.
    func passes(rows: Int) -> Int { max(1, (rows + valuesPerPass - 1) / valuesPerPass) }

    /// Returns the hashes that occur more than once in the given pass.
    func repeatedHashes(pass: Int, of passes: Int, _ stage: StageContext) throws -> Set<UInt64> {
        let collector = Collector(pass: pass, of: passes)
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
