import SwiftSyntax

extension SyntaxProtocol {
    /// Whether no build for users compiles the node, because it is in a branch for debug builds or a simulator.
    var isUnshipped: Bool {
        var current = Syntax(self)
        while let parent = current.parent {
            if let clause = parent.as(IfConfigClauseSyntax.self), clause.isNeverShipped { return true }
            current = parent
        }
        return false
    }
}

extension IfConfigClauseSyntax {
    /// Whether no build for users compiles the branch, because its condition is always false or a preceding branch's
    /// condition is always true in such builds.
    var isNeverShipped: Bool {
        guard let clauses = parent?.as(IfConfigClauseListSyntax.self) else { return false }
        for clause in clauses {
            let value = clause.condition.flatMap { ShippedCondition.value(of: $0) }
            if clause == self { return value == false }
            if value == true { return true }
        }
        return false
    }
}

/// The value of an `#if` condition in builds for users.
private enum ShippedCondition {
    /// Returns the value, or nil if it depends on the platform or on a flag other than `DEBUG`.
    static func value(of node: ExprSyntax) -> Bool? {
        if let name = node.as(DeclReferenceExprSyntax.self) { return name.baseName.text == "DEBUG" ? false : nil }
        if let literal = node.as(BooleanLiteralExprSyntax.self) { return literal.literal.tokenKind == .keyword(.true) }
        if let not = node.as(PrefixOperatorExprSyntax.self) { return value(of: not.expression).map { !$0 } }
        if let tuple = node.as(TupleExprSyntax.self) {
            return tuple.elements.count == 1 ? tuple.elements.first.flatMap { value(of: $0.expression) } : nil
        }
        if let call = node.as(FunctionCallExprSyntax.self) {
            let isSimulator = call.arguments.first?.expression.trimmedDescription == "simulator"
            return call.calledName == "targetEnvironment" && isSimulator ? false : nil
        }
        if let sequence = node.as(SequenceExprSyntax.self) { return value(of: Array(sequence.elements)) }
        return nil
    }

    /// Returns the value of operands that are joined by `&&` and `||`, or nil if the value isn't known. `&&` binds more
    /// tightly than `||`.
    private static func value(of elements: [ExprSyntax]) -> Bool? {
        var alternatives: [Bool?] = []
        var all: Bool? = true
        for element in elements {
            if let sign = element.as(BinaryOperatorExprSyntax.self)?.operator.text {
                guard sign == "&&" || sign == "||" else { return nil }
                if sign == "||" {
                    alternatives.append(all)
                    all = true
                }
            } else {
                let one = value(of: element)
                all = all == false || one == false ? false : all == true ? one : all
            }
        }
        alternatives.append(all)
        if alternatives.contains(true) { return true }
        return alternatives.allSatisfy { $0 == false } ? false : nil
    }
}
