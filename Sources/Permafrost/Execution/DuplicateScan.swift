import PermafrostStore
import SwiftData

/// Finds rows that have equal values in a property, in bounded memory: first eight bytes of each value, in passes over ranges
/// of them if there are many rows, and then the values themselves of the few whose bytes are equal.
///
/// Values are compared as a unique constraint does it: nil equals nothing, and texts are equal if their bytes are.
struct DuplicateScan<Model: PersistentModel, Value: Codable> {
    let read: (Model) -> Value
    /// How many values one pass compares.
    let valuesPerPass: Int
    private let codec = CellCodec<Value>()

    init(bound: StageState.MemoryBound, _ read: @escaping (Model) -> Value) {
        self.read = read
        valuesPerPass = max(1, bound.hashes)
    }

    /// What decides whether two rows have one value; nil for a row without value.
    func cell(_ row: Model) throws -> SQLiteValue? {
        let cell = try codec.encode(read(row))
        switch cell {
        case .null: return nil
        // Strings of other bytes may be equal in Swift.
        case .text(let text): return .blob([UInt8](text.utf8))
        default: return cell
        }
    }

    /// Eight bytes that are equal for equal values; nil for a row without value.
    func hash(_ row: Model) throws -> UInt64? {
        let cell = try codec.encode(read(row))
        return cell == .null ? nil : UInt64(bitPattern: Int64(cell.hashValue))
    }

    /// Collects the hashes of one pass: those of a range.
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

        /// The hashes that occur more than once.
        func repeated() -> Set<UInt64> {
            hashes.sort()
            var repeated: Set<UInt64> = []
            for index in hashes.indices.dropFirst() where hashes[index] == hashes[index - 1] {
                repeated.insert(hashes[index])
            }
            return repeated
        }
    }

    /// How many passes over the rows are needed.
    func passes(rows: Int) -> Int { max(1, (rows + valuesPerPass - 1) / valuesPerPass) }

    /// The hashes of one pass that occur more than once.
    func repeatedHashes(pass: Int, of passes: Int, _ stage: StageContext) throws -> Set<UInt64> {
        let collector = Collector(pass: pass, of: passes)
        try stage.modelContext.enumerate(FetchDescriptor<Model>(), batchSize: RowPass.batchSize) { row in
            if let hash = try hash(row) { collector.add(hash) }
        }
        return collector.repeated()
    }

    /// Gives `body` the rows whose values have one of the hashes, each with what decides whether it equals another.
    func forEachRow(
        _ stage: StageContext, with hashes: Set<UInt64>, _ body: (SQLiteValue, Model) throws -> Void
    ) throws {
        try stage.modelContext.enumerate(FetchDescriptor<Model>(), batchSize: RowPass.batchSize) { row in
            guard let hash = try hash(row), hashes.contains(hash), let cell = try cell(row) else { return }
            try body(cell, row)
        }
    }
}
