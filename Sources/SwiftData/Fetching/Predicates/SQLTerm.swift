import PermafrostStore

/// The SQL form of a part of a predicate.
indirect enum SQLTerm {
    /// SQL for a single value. NULL represents nil.
    case scalar(String, isText: Bool)
    /// A constant string: its parameter, and the string itself.
    case constantText(String, String)
    /// An attribute with several columns, or with one column that can't be compared directly with a value.
    case columns([String], any ValueCodec)
    /// A value that can be stored in a separate file. It can only be compared with nil, because its column may contain
    /// only the file's name.
    case external(String)
    /// A constant that isn't an SQL parameter yet. Its encoding depends on the columns that it's compared with.
    case constant(Any?)
    /// An object, as an SQL expression for its `Z_PK`.
    case object(String, EntityStorage)
    /// A row of the table with the given alias.
    case row(alias: String, EntityStorage)
    /// A row of the table with the given alias, cast to an entity. The cast's value is nil if the condition is false.
    case cast(alias: String, EntityStorage, condition: String)
    /// An object's persistent identifier, as an SQL expression for the object's `Z_PK`.
    case identity(String, EntityStorage)
    /// The objects of a to-many relationship: the SQL for the `FROM` clause, the alias of the objects' table, and the
    /// SQL condition.
    case objects(source: String, alias: String, condition: String, EntityStorage)
    /// A collection of constants.
    case constants([Any?])
    /// A range with its bounds. A bound is nil if the range is unbounded at that end.
    case range(lower: SQLTerm?, upper: SQLTerm?, includesUpper: Bool)

    /// The SQL for the term's single value, or nil if the term isn't SQL for a single value.
    var value: String? {
        switch self {
        case .scalar(let sql, _), .constantText(let sql, _), .object(let sql, _), .identity(let sql, _): sql
        case .row(let alias, _): "\(alias).Z_PK"
        case .cast(let alias, _, let condition): "(CASE WHEN \(condition) THEN \(alias).Z_PK END)"
        case .columns(let columns, _): columns.count == 1 ? columns[0] : nil
        case .constant, .external, .objects, .constants, .range: nil
        }
    }

    /// Whether the term is SQL for a string. It's false for a constant that isn't a parameter yet.
    var isText: Bool {
        switch self {
        case .scalar(_, let isText): isText
        case .constantText: true
        default: false
        }
    }
}

extension ClosedRange: ConstantRange {
    var term: SQLTerm { .range(lower: .constant(lowerBound), upper: .constant(upperBound), includesUpper: true) }
}

extension Range: ConstantRange {
    var term: SQLTerm { .range(lower: .constant(lowerBound), upper: .constant(upperBound), includesUpper: false) }
}

extension PartialRangeFrom: ConstantRange {
    var term: SQLTerm { .range(lower: .constant(lowerBound), upper: nil, includesUpper: false) }
}

extension PartialRangeThrough: ConstantRange {
    var term: SQLTerm { .range(lower: nil, upper: .constant(upperBound), includesUpper: true) }
}

extension PartialRangeUpTo: ConstantRange {
    var term: SQLTerm { .range(lower: nil, upper: .constant(upperBound), includesUpper: false) }
}
