import Foundation
import PermafrostModel
import PermafrostStore

/// A type whose values fill one cell of a row. Not for use by hand.
public protocol _ColumnValue {
    /// The value of a cell that is not NULL; nil if the cell holds none of the type.
    static func _value(_ row: borrowing _RowReader, _ column: Int) -> Self?
    /// The cell's content for the value.
    var _cell: _Cell { get }
    /// Gives the value to a row.
    func _write(to row: inout _RowWriter)
    /// A value that stands for one that is not there.
    static var _placeholder: Self { get }
}

extension _ColumnValue {
    /// Gives the value to a row.
    public func _write(to row: inout _RowWriter) { row.append(_cell.value) }
}

/// What a cell holds. Not for use by hand.
public struct _Cell: Sendable {
    var value: SQLiteValue

    init(_ value: SQLiteValue) { self.value = value }
}

/// The scalar types of this process, by the plain names that ``PermafrostModel/ScalarMapping`` knows.
enum ScalarTypes {
    static func name(of type: Any.Type) -> String? { names[ObjectIdentifier(type)] }

    private static let names: [ObjectIdentifier: String] = [
        ObjectIdentifier(String.self): "String", ObjectIdentifier(Bool.self): "Bool", ObjectIdentifier(Int.self): "Int",
        ObjectIdentifier(Int8.self): "Int8", ObjectIdentifier(Int16.self): "Int16",
        ObjectIdentifier(Int32.self): "Int32", ObjectIdentifier(Int64.self): "Int64",
        ObjectIdentifier(UInt.self): "UInt", ObjectIdentifier(UInt8.self): "UInt8",
        ObjectIdentifier(UInt16.self): "UInt16", ObjectIdentifier(UInt32.self): "UInt32",
        ObjectIdentifier(UInt64.self): "UInt64", ObjectIdentifier(Double.self): "Double",
        ObjectIdentifier(Float.self): "Float", ObjectIdentifier(CGFloat.self): "CGFloat",
        ObjectIdentifier(Date.self): "Date", ObjectIdentifier(Data.self): "Data", ObjectIdentifier(UUID.self): "UUID",
        ObjectIdentifier(URL.self): "URL", ObjectIdentifier(Decimal.self): "Decimal",
    ]
}
