import PermafrostStore

/// The SQL form of a predicate's part.
indirect enum SQLTerm {
    /// One value; NULL if it's nil.
    case scalar(String, isText: Bool)
    /// A known text, with its parameter.
    case constantText(String, String)
    /// An attribute in several columns, or in one column with its own codec.
    case columns([String], any ValueCodec)
    /// A value that may be in its own file. Its column only shows whether there is a value.
    case external(String)
    /// A value of this process that is compared with columns, which determine its cells.
    case constant(Any?)
    /// An object, by an expression for its `Z_PK`.
    case object(String, EntityStorage)
    /// The row that an alias represents.
    case row(alias: String, EntityStorage)
    /// The row that an alias represents, as an instance of an entity that inherits from the row's entity. It's nil if
    /// the condition is false.
    case cast(alias: String, EntityStorage, condition: String)
    /// An object's identity: its `Z_PK` in the entity.
    case identity(String, EntityStorage)
    /// The objects of a to-many relationship: the source of the selection, its alias and its condition.
    case objects(source: String, alias: String, condition: String, EntityStorage)
    /// Several values of this process.
    case constants([Any?])
    /// The bounds of a range; nil for an open end.
    case range(lower: SQLTerm?, upper: SQLTerm?, includesUpper: Bool)

    /// The term as one value; nil if it has another form.
    var value: String? {
        switch self {
        case .scalar(let sql, _), .constantText(let sql, _), .object(let sql, _), .identity(let sql, _): sql
        case .row(let alias, _): "\(alias).Z_PK"
        case .cast(let alias, _, let condition): "(CASE WHEN \(condition) THEN \(alias).Z_PK END)"
        case .columns(let columns, _): columns.count == 1 ? columns[0] : nil
        case .constant, .external, .objects, .constants, .range: nil
        }
    }

    /// Whether the term is a text.
    var isText: Bool {
        switch self {
        case .scalar(_, let isText): isText
        case .constantText: true
        default: false
        }
    }
}

extension SQLTerm {
    /// A range of this process.
    protocol ConstantRange {
        var term: SQLTerm { get }
    }
}

extension ClosedRange: SQLTerm.ConstantRange {
    var term: SQLTerm { .range(lower: .constant(lowerBound), upper: .constant(upperBound), includesUpper: true) }
}

extension Range: SQLTerm.ConstantRange {
    var term: SQLTerm { .range(lower: .constant(lowerBound), upper: .constant(upperBound), includesUpper: false) }
}

extension PartialRangeFrom: SQLTerm.ConstantRange {
    var term: SQLTerm { .range(lower: .constant(lowerBound), upper: nil, includesUpper: false) }
}

extension PartialRangeThrough: SQLTerm.ConstantRange {
    var term: SQLTerm { .range(lower: nil, upper: .constant(upperBound), includesUpper: true) }
}

extension PartialRangeUpTo: SQLTerm.ConstantRange {
    var term: SQLTerm { .range(lower: nil, upper: .constant(upperBound), includesUpper: false) }
}
