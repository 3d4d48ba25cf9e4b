import Foundation
import PermafrostStore

/// A type whose values are stored in one cell of a row. Don't use it directly.
public protocol _ColumnValue {
    /// Returns the value of a cell. Returns nil if the cell is NULL or doesn't contain a value of this type.
    static func _value(_ row: _RowCells, _ column: Int) -> Self?
    /// The content of the cell that stores the value.
    var _cell: _Cell { get }
    /// Writes the value to a row.
    func _write(to row: inout _RowWriter)
    /// The value that a required property without a default returns if its value can't be read from the store.
    static var _placeholder: Self { get }
}

extension _ColumnValue {
    /// Writes the value to a row.
    public func _write(to row: inout _RowWriter) { row.append(_cell.value) }
}

/// The content of a cell. Don't use it directly.
public struct _Cell: Sendable {
    var value: SQLiteValue

    init(_ value: SQLiteValue) { self.value = value }
}

// The cell of each scalar type is what Apple's framework stores: a date is the number of seconds since 2001, a UUID is
// its 16 bytes, a decimal is a floating-point number, and a URL is its string.

extension String: _ColumnValue {
    @inlinable
    public static func _value(_ row: _RowCells, _ column: Int) -> String? { row.text(column) }
    public var _cell: _Cell { _Cell(.text(self)) }
    public func _write(to row: inout _RowWriter) { row.append(self) }
    public static var _placeholder: String { "" }
}

extension Bool: _ColumnValue {
    @inlinable
    public static func _value(_ row: _RowCells, _ column: Int) -> Bool? {
        row.integer(column).map { $0 != 0 }
    }
    public var _cell: _Cell { _Cell(.integer(self ? 1 : 0)) }
    public func _write(to row: inout _RowWriter) { row.append(Int64(self ? 1 : 0)) }
    public static var _placeholder: Bool { false }
}

extension _ColumnValue where Self: FixedWidthInteger {
    @inlinable
    public static func _value(_ row: _RowCells, _ column: Int) -> Self? {
        row.integer(column).flatMap { integer in
            // An unsigned 64-bit number that exceeds the maximum signed one is stored as the negative number with the
            // same bits.
            MemoryLayout<Self>.size == 8 && !Self.isSigned ? Self(truncatingIfNeeded: integer) : Self(exactly: integer)
        }
    }
    public var _cell: _Cell { _Cell(.integer(Int64(truncatingIfNeeded: self))) }
    public func _write(to row: inout _RowWriter) { row.append(Int64(truncatingIfNeeded: self)) }
    public static var _placeholder: Self { 0 }
}

extension Int: _ColumnValue {}
extension Int8: _ColumnValue {}
extension Int16: _ColumnValue {}
extension Int32: _ColumnValue {}
extension Int64: _ColumnValue {}
extension UInt: _ColumnValue {}
extension UInt8: _ColumnValue {}
extension UInt16: _ColumnValue {}
extension UInt32: _ColumnValue {}
extension UInt64: _ColumnValue {}

extension Double: _ColumnValue {
    @inlinable
    public static func _value(_ row: _RowCells, _ column: Int) -> Double? { row.real(column) }
    public var _cell: _Cell { _Cell(.real(self)) }
    public func _write(to row: inout _RowWriter) { row.append(self) }
    public static var _placeholder: Double { 0 }
}

extension Float: _ColumnValue {
    @inlinable
    public static func _value(_ row: _RowCells, _ column: Int) -> Float? {
        row.real(column).map { Float($0) }
    }
    public var _cell: _Cell { _Cell(.real(Double(self))) }
    public static var _placeholder: Float { 0 }
}

extension CGFloat: _ColumnValue {
    @inlinable
    public static func _value(_ row: _RowCells, _ column: Int) -> CGFloat? {
        row.real(column).map { CGFloat($0) }
    }
    public var _cell: _Cell { _Cell(.real(Double(self))) }
    public static var _placeholder: CGFloat { 0 }
}

extension Date: _ColumnValue {
    @inlinable
    public static func _value(_ row: _RowCells, _ column: Int) -> Date? {
        row.real(column).map(Date.init(timeIntervalSinceReferenceDate:))
    }
    public var _cell: _Cell { _Cell(.real(timeIntervalSinceReferenceDate)) }
    public func _write(to row: inout _RowWriter) { row.append(timeIntervalSinceReferenceDate) }
    public static var _placeholder: Date { Date(timeIntervalSinceReferenceDate: 0) }
}

extension Data: _ColumnValue {
    @inlinable
    public static func _value(_ row: _RowCells, _ column: Int) -> Data? { row.data(column) }
    public var _cell: _Cell { _Cell(.blob(Array(self))) }
    public func _write(to row: inout _RowWriter) { withUnsafeBytes { row.append($0) } }
    public static var _placeholder: Data { Data() }
}

extension UUID: _ColumnValue {
    @inlinable
    public static func _value(_ row: _RowCells, _ column: Int) -> UUID? { row.uuid(column) }
    public func _write(to row: inout _RowWriter) { Swift.withUnsafeBytes(of: uuid) { row.append($0) } }
    public var _cell: _Cell { _Cell(.blob(withUnsafeBytes(of: uuid) { Array($0) })) }
    public static var _placeholder: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
}

extension URL: _ColumnValue {
    @inlinable
    public static func _value(_ row: _RowCells, _ column: Int) -> URL? {
        row.text(column).flatMap { URL(string: $0) }
    }
    public var _cell: _Cell { _Cell(.text(absoluteString)) }
    public static var _placeholder: URL { URL(fileURLWithPath: "/") }
}

extension Decimal: _ColumnValue {
    @inlinable
    public static func _value(_ row: _RowCells, _ column: Int) -> Decimal? {
        // Convert through the shortest description, so that 10.11 stays 10.11.
        row.real(column).flatMap { Decimal(string: String($0)) }
    }
    public var _cell: _Cell { _Cell(.real(Double(truncating: self as NSDecimalNumber))) }
    public static var _placeholder: Decimal { 0 }
}
