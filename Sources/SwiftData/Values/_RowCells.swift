import Foundation
import PermafrostStore

/// The cells of a row. Don't use it directly.
public struct _RowCells: CellSource {
    // The cells exist only while their statement is at the row, and the container owns the entity. So the references
    // don't need to be counted, and a copy costs nothing.

    /// The statement's cells, or nil if the row has only one cell.
    private let cells: SQLiteCells?
    /// The only cell. Used if there is no statement.
    private let single: UnsafePointer<SQLiteValue>?
    /// The entity of the row, or nil if the row has only one cell.
    unowned(unsafe) let entity: EntityStorage?
    /// Whether some of the cells may contain names of files with large values.
    private let mayNameFiles: Bool

    /// Creates the cells of a statement's current row.
    init(_ statement: SQLiteStatement, _ entity: EntityStorage) {
        cells = statement.cells
        single = nil
        self.entity = entity
        mayNameFiles = entity.mayNameFiles
    }

    /// Creates a row that consists of one cell, which must exist for as long as the row.
    init(cell: UnsafePointer<SQLiteValue>) {
        cells = nil
        single = cell
        entity = nil
        mayNameFiles = false
    }

    /// Returns a cell's value without converting it.
    func cell(_ column: Int) -> SQLiteValue { cells?.value(at: column) ?? single?.pointee ?? .null }

    /// Returns an integer, or nil if the cell contains a different value. A real number without a fraction counts as an
    /// integer.
    @usableFromInline
    func integer(_ column: Int) -> Int64? {
        if let cells { return cells.wholeNumber(at: column) }
        return switch single?.pointee {
        case .integer(let integer): integer
        case .real(let real): Int64(exactly: real)
        default: nil
        }
    }

    /// Returns a real number or an integer as a `Double`, or nil if the cell contains a different value.
    @usableFromInline
    func real(_ column: Int) -> Double? {
        if let cells { return cells.number(at: column) }
        return switch single?.pointee {
        case .real(let real): real
        case .integer(let integer): Double(integer)
        default: nil
        }
    }

    /// Returns a text, or nil if the cell contains a different value.
    @usableFromInline
    func text(_ column: Int) -> String? {
        if let cells { return cells.plainText(at: column) }
        return if case .text(let text) = single?.pointee { text } else { nil }
    }

    /// Returns a UUID, or nil if the cell contains anything but its 16 bytes.
    @usableFromInline
    func uuid(_ column: Int) -> UUID? {
        guard let cells else {
            return if case .blob(let bytes) = single?.pointee { bytes.withUnsafeBytes(Self.uuid) } else { nil }
        }
        guard let bytes = cells.bytes(at: column) else { return nil }
        return Self.uuid(bytes)
    }

    @inline(__always)
    private static func uuid(_ bytes: UnsafeRawBufferPointer) -> UUID? {
        // A UUID in memory is its 16 bytes. Its initializer would copy each byte separately.
        bytes.count == MemoryLayout<UUID>.size ? bytes.loadUnaligned(as: UUID.self) : nil
    }

    /// Returns a blob, or nil if the cell contains a different value. Reads the file of a large value. Returns nil if
    /// the file can't be read.
    @usableFromInline
    func data(_ column: Int) -> Data? {
        guard let cells else { return if case .blob(let bytes) = single?.pointee { Data(bytes) } else { nil } }
        guard let bytes = cells.bytes(at: column) else { return nil }
        // `failScalar` reports a value that can't be read.
        if mayNameFiles, let entity, entity.isExternal(column) {
            return (try? entity.store.content(ofLarge: bytes)) ?? nil
        }
        return bytes.baseAddress.map { Data(bytes: $0, count: bytes.count) } ?? Data()
    }

    /// Returns whether a cell is NULL.
    func isNull(_ column: Int) -> Bool {
        if let cells { return cells.isNull(at: column) }
        return cell(column) == .null
    }
}
