import PermafrostStore

/// What a part of a predicate is in SQL.
indirect enum SQLTerm {
    /// One value; NULL if it is nil.
    case scalar(String, isText: Bool)
    /// A text that is known, by its parameter.
    case constantText(String, String)
    /// An attribute in several columns, or in one with a codec of its own.
    case columns([String], any ValueCodec)
    /// A value that may be in a file of its own: its column says whether there is one, and no more.
    case external(String)
    /// A value of this process that is compared with columns: which cells it fills depends on those.
    case constant(Any?)
    /// An object, by an expression for its `Z_PK`.
    case object(String, EntityStorage)
    /// The row that an alias stands for.
    case row(alias: String, EntityStorage)
    /// The row that an alias stands for, as one of an entity that inherits from the row's: nil if the condition fails.
    case cast(alias: String, EntityStorage, condition: String)
    /// An object's identity: its `Z_PK`, in that entity.
    case identity(String, EntityStorage)
    /// The objects that a to-many relationship refers to: what to select from, under which alias, and on what condition.
    case objects(source: String, alias: String, condition: String, EntityStorage)
    /// Values of this process.
    case constants([Any?])
    /// Bounds of a range; nil if it has none.
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
