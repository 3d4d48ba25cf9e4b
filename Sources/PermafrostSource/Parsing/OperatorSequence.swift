import SwiftSyntax

/// A flat sequence of operands and operators, which is folded into a tree with Swift's standard precedences.
struct OperatorSequence {
    private let elements: [ExprSyntax]
    private let reader: ExpressionReader
    private var position = 0
    private var depth = 0

    init(elements: [ExprSyntax], reader: ExpressionReader) {
        self.elements = elements
        self.reader = reader
    }

    /// Returns the expression tree, or nil if the sequence is incomplete or the tree would be too deep.
    mutating func fold() -> Expression? {
        guard let result = expression(minimum: 0), position == elements.count else { return nil }
        return result
    }

    private mutating func expression(minimum: Int) -> Expression? {
        guard depth < 60, position < elements.count else { return nil }
        depth += 1
        defer { depth -= 1 }
        var left = reader.read(elements[position])
        position += 1
        while position < elements.count, let precedence = precedence(of: elements[position]), precedence >= minimum {
            let element = elements[position]
            position += 1
            if let ternary = element.as(UnresolvedTernaryExprSyntax.self) {
                guard let right = expression(minimum: precedence) else { return nil }
                left = Expression(.ternary(left, reader.read(ternary.thenExpression), right), at: left.offset)
            } else if let cast = castSign(element) {
                guard position < elements.count, let type = elements[position].as(TypeExprSyntax.self) else {
                    return nil
                }
                position += 1
                left = Expression(
                    .cast(left, cast, TypeReader(bytes: reader.bytes).read(type.type)), at: left.offset)
            } else {
                let sign = element.as(BinaryOperatorExprSyntax.self)?.operator.text ?? "="
                let isRightAssociative = precedence == 1 || sign == "??"
                guard let right = expression(minimum: isRightAssociative ? precedence : precedence + 1) else {
                    return nil
                }
                left = Expression(.infix(left, sign, right), at: left.offset)
            }
        }
        return left
    }

    private func castSign(_ element: ExprSyntax) -> String? {
        if let cast = element.as(UnresolvedAsExprSyntax.self) {
            return "as" + (cast.questionOrExclamationMark?.text ?? "")
        }
        return element.is(UnresolvedIsExprSyntax.self) ? "is" : nil
    }

    private func precedence(of element: ExprSyntax) -> Int? {
        if element.is(AssignmentExprSyntax.self) { return 1 }
        if element.is(UnresolvedTernaryExprSyntax.self) { return 2 }
        if castSign(element) != nil { return 7 }
        guard let sign = element.as(BinaryOperatorExprSyntax.self)?.operator.text else { return nil }
        return Self.precedences[sign] ?? 12
    }

    private static let precedences = [
        "+=": 1, "-=": 1, "||": 3, "&&": 4, "==": 5, "!=": 5, "===": 5, "!==": 5, "<": 5, ">": 5, "<=": 5, ">=": 5,
        "??": 6, "...": 8, "..<": 8, "+": 9, "-": 9, "|": 9, "*": 10, "/": 10, "%": 10, "&": 10, "<<": 11, ">>": 11,
    ]
}
