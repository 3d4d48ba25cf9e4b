import Foundation

#if canImport(SQLite3)
    import SQLite3
#else
    import CSQLite
#endif

/// A comparison of two stores' rows, cell by cell. It keeps rows of the old store, and then compares them with rows of
/// the new store.
///
/// It receives the cells from a ``Function``. Reading them from a statement takes longer, because SQLite checks and
/// looks up each cell again.
///
/// Cells are equal only if both their types and their bytes are equal, so `5` differs from `5.0`.
final class RowMatcher {
    /// A condition for a cell that only one of the stores has.
    enum Condition {
        case anything, null, notNull
        /// The cell must contain the value.
        case equal(SQLiteValue)
    }

    /// The usual number of rows to keep.
    static let usualRowCount = 256
    /// The largest number of bytes to keep.
    private static let limit = 1 << 20

    /// The number of cells that both stores have in each row, including the key.
    private let common: Int
    /// The conditions for the other cells of the old store's rows.
    private let onlyBefore: [Condition]
    /// The conditions for the other cells of the new store's rows.
    private let onlyAfter: [Condition]
    /// The kept cells: for each one, its type, and then its number, or its size and its bytes.
    private var bytes: UnsafeMutableRawPointer
    private var capacity = 16 << 10
    /// The number of kept bytes.
    private var count = 0
    /// The number of kept bytes that were compared with the new store's rows.
    private var position = 0

    /// Whether no difference was found, and all conditions are met.
    private(set) var isEqual = true
    /// Whether the rows need more memory than the limit allows.
    private(set) var isFull = false
    /// The number of kept rows.
    private(set) var rowCount = 0

    /// Whether the new store has exactly the kept rows.
    var isComplete: Bool { isEqual && position == count }

    init(common: Int, onlyBefore: [Condition], onlyAfter: [Condition]) {
        self.common = common
        self.onlyBefore = onlyBefore
        self.onlyAfter = onlyAfter
        bytes = .allocate(byteCount: capacity, alignment: 8)
    }

    deinit { bytes.deallocate() }

    /// Forgets the kept rows.
    func restart() {
        (count, position, rowCount) = (0, 0, 0)
        (isEqual, isFull) = (true, false)
    }

    /// Keeps a row of the old store. The row's first cell is its key.
    func keep(_ cells: UnsafeMutablePointer<OpaquePointer?>, _ cellCount: Int) {
        guard isEqual else { return }
        isEqual = keepAll(cells, cellCount)
        rowCount += 1
    }

    /// Compares a row of the new store with the next kept row.
    func match(_ cells: UnsafeMutablePointer<OpaquePointer?>, _ cellCount: Int) {
        guard isEqual else { return }
        isEqual = matchAll(cells, cellCount)
    }

    private func keepAll(_ cells: UnsafeMutablePointer<OpaquePointer?>, _ cellCount: Int) -> Bool {
        guard cellCount == common + onlyBefore.count, sqlite3_value_type(cells[0]) == SQLITE_INTEGER,
            reserve(common * 9)
        else { return false }
        var end = bytes + count
        for index in 0..<common {
            let cell = cells[index]
            let type = sqlite3_value_type(cell)
            end.storeBytes(of: UInt8(truncatingIfNeeded: type), as: UInt8.self)
            end += 1
            switch type {
            case SQLITE_NULL: break
            case SQLITE_INTEGER:
                end.storeBytes(of: sqlite3_value_int64(cell), as: Int64.self)
                end += 8
            case SQLITE_FLOAT:
                end.storeBytes(of: sqlite3_value_double(cell).bitPattern, as: UInt64.self)
                end += 8
            default:
                // Reading the size of a text first would convert UTF-16 to UTF-8.
                let start = sqlite3_value_blob(cell)
                let size = Int(sqlite3_value_bytes(cell))
                end.storeBytes(of: Int64(size), as: Int64.self)
                end += 8
                guard size > 0 else { break }
                count = end - bytes
                guard let start, reserve(size + common * 9) else { return false }
                end = bytes + count
                end.copyMemory(from: start, byteCount: size)
                end += size
            }
        }
        count = end - bytes
        return onlyBefore.isEmpty || areMet(onlyBefore, cells + common)
    }

    private func matchAll(_ cells: UnsafeMutablePointer<OpaquePointer?>, _ cellCount: Int) -> Bool {
        guard cellCount == common + onlyAfter.count, position < count else { return false }
        // Each kept row has as many cells as this one, so no read goes past the kept bytes.
        var next = UnsafeRawPointer(bytes) + position
        for index in 0..<common {
            let cell = cells[index]
            let type = sqlite3_value_type(cell)
            guard next.load(as: UInt8.self) == UInt8(truncatingIfNeeded: type) else { return false }
            next += 1
            switch type {
            case SQLITE_NULL: continue
            case SQLITE_INTEGER:
                guard next.loadUnaligned(as: Int64.self) == sqlite3_value_int64(cell) else { return false }
                next += 8
            case SQLITE_FLOAT:
                guard next.loadUnaligned(as: UInt64.self) == sqlite3_value_double(cell).bitPattern else { return false }
                next += 8
            default:
                let start = sqlite3_value_blob(cell)
                let size = Int(sqlite3_value_bytes(cell))
                guard next.loadUnaligned(as: Int64.self) == Int64(size) else { return false }
                next += 8
                guard size > 0 else { continue }
                guard let start, memcmp(next, start, size) == 0 else { return false }
                next += size
            }
        }
        position = next - UnsafeRawPointer(bytes)
        return onlyAfter.isEmpty || areMet(onlyAfter, cells + common)
    }

    private func areMet(_ conditions: [Condition], _ cells: UnsafeMutablePointer<OpaquePointer?>) -> Bool {
        for index in conditions.indices {
            let isMet =
                switch conditions[index] {
                case .anything: true
                case .null: sqlite3_value_type(cells[index]) == SQLITE_NULL
                case .notNull: sqlite3_value_type(cells[index]) != SQLITE_NULL
                case .equal(let value): SQLiteStatement.isCell(cells[index], value)
                }
            guard isMet else { return false }
        }
        return true
    }

    /// Makes space for more bytes. Returns false if there would be more bytes than the limit.
    private func reserve(_ further: Int) -> Bool {
        guard count + further > capacity else { return true }
        guard count + further <= Self.limit else {
            isFull = true
            return false
        }
        while capacity < count + further { capacity *= 2 }
        let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 8)
        larger.copyMemory(from: bytes, byteCount: count)
        bytes.deallocate()
        bytes = larger
        return true
    }
}
