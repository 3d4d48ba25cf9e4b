import Foundation
import PermafrostStore

/// A kind of predicate expression with another form where it decides by itself over a row: NULL serves as false there.
protocol SQLFilter {
    func filter(_ translation: PredicateTranslation) throws -> String
}

extension PredicateExpressions.Conjunction: SQLFilter {
    func filter(_ translation: PredicateTranslation) throws -> String {
        "(\(try translation.filter(lhs)) AND \(try translation.filter(rhs)))"
    }
}

extension PredicateExpressions.Comparison: SQLFilter {
    func filter(_ translation: PredicateTranslation) throws -> String {
        let comparison = SQLComparison(translation: translation, part: self)
        return "(\(try comparison.plainlyOrdered(translation.term(lhs), try sign(), translation.term(rhs))))"
    }
}

extension PredicateExpressions.RangeExpressionContains: SQLFilter {
    func filter(_ translation: PredicateTranslation) throws -> String {
        try bounds(translation) { try $0.plainlyOrdered($1, $2, $3) }
    }
}

/// A predicate as SQL.
struct SQLCondition {
    /// The text of the condition over the table under the alias `t`.
    var sql: String
    /// The values of its parameters, in order.
    var parameters: [SQLiteValue]
    /// Whether rows of other tables decide too.
    var followsRelationships: Bool
}
