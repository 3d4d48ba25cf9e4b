import Foundation
import PermafrostModel
import PermafrostStore

/// A predicate without its type. Code that uses it looks up no generic types.
@usableFromInline
struct PredicateParts {
    /// The expression, whose type is only known at run time.
    let expression: any StandardPredicateExpression<Bool>
    /// The variable that represents the fetched object.
    let variable: PredicateExpressions.VariableID

    /// Creates the parts of a predicate.
    @inlinable
    init<T>(_ predicate: Predicate<T>) {
        self.init(predicate.expression, predicate.variable.key)
    }

    /// Creates the parts from an expression and the variable that represents the fetched object.
    @usableFromInline
    init(_ expression: any StandardPredicateExpression<Bool>, _ variable: PredicateExpressions.VariableID) {
        self.expression = expression
        self.variable = variable
    }
}
