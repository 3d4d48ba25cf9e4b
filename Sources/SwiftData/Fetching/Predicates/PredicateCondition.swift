import Foundation
import PermafrostStore

/// The SQL condition for a predicate.
struct PredicateCondition {
    /// The `WHERE` clause for the entity's rows that meet the condition. The table has the alias `t`.
    var whereClause: String
    /// The values of the SQL's parameters, in order.
    var parameters: [SQLiteValue]
    /// Whether the condition's result for a row depends on other rows, such as the rows that it refers to.
    var followsRelationships: Bool
}
