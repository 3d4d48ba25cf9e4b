import PermafrostStore

/// The mapping between values of one type and the cells of an attribute, for types that a single plain cell can't hold.
///
/// It's created once for each attribute, by the same rules as ``PermafrostModel/AttributeMapping``.
protocol ValueCodec: Sendable {
    /// The number of cells.
    var columnCount: Int { get }
    /// Returns the value in the cells, beginning at `start`; nil if there is none.
    func decode(_ cells: some CellSource, at start: Int) throws(ValueError) -> Any?
    /// Appends the cells of a value; nil for no value.
    func encode(_ value: Any?, into cells: inout [SQLiteValue]) throws(ValueError)
    /// A placeholder for a value that doesn't exist.
    var placeholder: Any { get }
    /// The groups of cells that must each have content if there is a value.
    var requiredCells: [Range<Int>] { get }
    /// The value that NULL in every cell represents if there must be a value: a struct whose members are all nil. It's
    /// nil if the type has no such value.
    var emptyValue: Any? { get }
    /// Whether the single cell compares as its values do. Predicates then compare it directly with other cells.
    var comparesPlainly: Bool { get }
    /// Whether the single cell is a text, and the value is the same text.
    var isText: Bool { get }
}

extension ValueCodec {
    var requiredCells: [Range<Int>] { [0..<columnCount] }
    var emptyValue: Any? { nil }
    var comparesPlainly: Bool { false }
    var isText: Bool { false }
}

/// A source of a row's cells.
protocol CellSource {
    func cell(_ column: Int) -> SQLiteValue
}

/// A reason that a cell holds no value of a type, or that a value has no cell.
enum ValueError: Error, Sendable, Hashable {
    /// The cell is NULL, and the property isn't optional.
    case missing
    /// The content has another kind than the type's.
    case unreadable(type: String)
    /// The file of a large value doesn't exist.
    case missingFile(name: String)
    /// The file of a large value exists and can't be read.
    case unreadableFile(name: String, reason: String)
    /// An enum has no case with this raw value or name.
    case unknownCase(type: String, value: String)
    /// The type's own `Codable` conformance has failed.
    case codable(type: String, reason: String)
}
