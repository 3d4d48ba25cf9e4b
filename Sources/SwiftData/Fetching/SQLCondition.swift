import PermafrostStore

/// A predicate as SQL.
struct SQLCondition {
    /// The text of the condition over the table under the alias `t`.
    var sql: String
    /// The values of its parameters, in order.
    var parameters: [SQLiteValue]
    /// Whether rows of other tables decide too.
    var followsRelationships: Bool
}
