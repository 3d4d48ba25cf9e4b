import PermafrostStore

/// The mapping between the values of one type and the cells of an attribute.
///
/// A codec is created once for each attribute, with the same rules as ``PermafrostModel/AttributeMapping``.
protocol ValueCodec: Sendable {
    /// The number of cells that a value uses.
    var columnCount: Int { get }
    /// Decodes the value from the cells, beginning at `start`. Returns nil if the cells contain no value.
    func decode(_ cells: some CellSource, at start: Int) throws(ValueError) -> Any?
    /// Appends the cells of a value. If the value is nil, appends NULL for each cell.
    func encode(_ value: Any?, into cells: inout [SQLiteValue]) throws(ValueError)
    /// The value that a required property without a default returns if its value can't be read from the store. If the
    /// type has no such value, this is `()`.
    var placeholder: Any { get }
    /// The groups of cells that are required, relative to the attribute's first cell. If the attribute has a value,
    /// each group must contain a cell that isn't NULL.
    var requiredCells: [Range<Int>] { get }
    /// The value of a required property whose cells are all NULL, such as a struct whose members are all nil. Nil if
    /// the type has no such value.
    var emptyValue: Any? { get }
    /// Whether each value has one cell, and the cells compare in the same way as the values, so that predicates can
    /// compare the cells directly.
    var comparesPlainly: Bool { get }
    /// Whether the values are strings, each stored unchanged in one cell.
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

/// The reason that a value can't be read from its cells or written to them.
enum ValueError: Error, Sendable, Hashable {
    /// All cells are NULL, but the property or the member of a struct or enum isn't optional.
    case missing
    /// The cell's content isn't a value of the type, the value to write has a different type, or a constant can't be
    /// set.
    case unreadable(type: String)
    /// The file of a large value doesn't exist.
    case missingFile(name: String)
    /// The file of a large value exists but can't be read.
    case unreadableFile(name: String, reason: String)
    /// An enum has no case with the given raw value or name.
    case unknownCase(type: String, value: String)
    /// The type's own `Codable` conformance threw an error.
    case codable(type: String, reason: String)
}
