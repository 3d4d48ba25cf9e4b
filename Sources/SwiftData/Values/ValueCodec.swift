import PermafrostStore

/// How values of one type fill the cells of an attribute, for types that a single plain cell does not hold.
///
/// It is built once for each attribute, by the same rules as ``PermafrostModel/AttributeMapping``.
protocol ValueCodec: Sendable {
    /// The number of cells.
    var columnCount: Int { get }
    /// The value in the cells from `start` on; nil if they say that there is none.
    func decode(_ cells: some CellSource, at start: Int) throws(ValueError) -> Any?
    /// Adds the cells of a value; nil for none.
    func encode(_ value: Any?, into cells: inout [SQLiteValue]) throws(ValueError)
    /// A value that stands for one that is not there.
    var placeholder: Any { get }
    /// The groups of cells of which each must have content where there is a value.
    var requiredCells: [Range<Int>] { get }
    /// The value that NULL in every cell stands for where there must be one: a struct whose members are all nil. Nil if
    /// the type has no such value.
    var emptyValue: Any? { get }
    /// Whether the one cell compares as its values do: predicates compare it with other cells as it is.
    var comparesPlainly: Bool { get }
    /// Whether the one cell is the text that the value is.
    var isText: Bool { get }
}

extension ValueCodec {
    var requiredCells: [Range<Int>] { [0..<columnCount] }
    var emptyValue: Any? { nil }
    var comparesPlainly: Bool { false }
    var isText: Bool { false }
}

/// Where the cells of a row come from.
protocol CellSource {
    func cell(_ column: Int) -> SQLiteValue
}

/// Why a cell holds no value of a type, or a value has no cell.
enum ValueError: Error, Sendable, Hashable {
    /// NULL, where the property is not optional.
    case missing
    /// The content is of another kind than the type's.
    case unreadable(type: String)
    /// The file of a large value is not there.
    case missingFile(name: String)
    /// The file of a large value is there and cannot be read.
    case unreadableFile(name: String, reason: String)
    /// An enum has no case of this raw value or name.
    case unknownCase(type: String, value: String)
    /// The type's own `Codable` conformance refused.
    case codable(type: String, reason: String)
}
