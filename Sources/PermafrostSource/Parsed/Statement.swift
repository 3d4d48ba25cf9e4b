/// A statement in the body of a getter, function or closure.
package enum Statement: Sendable, Hashable {
    /// The result of a body: the expression in `return x`, or the body's only expression.
    case result(Expression)
    /// A `let` or `var` that declares one name. A declaration such as `let a = 1, b = 2` is split into two statements.
    case variable(name: String, type: TypeExpression?, value: Expression?)
    /// An expression that is evaluated for its effects.
    case expression(Expression)
    /// An `#if`, with its branches. At most one branch's condition is true.
    case branches([Branch])
    /// An `if` or `guard`.
    case condition(Choice)
    case loop(Loop)
    /// Any other statement, with its first words.
    case other(String, offset: Int32)

    /// An `if` or `guard`, with the statements of its branches.
    package struct Choice: Sendable, Hashable {
        /// The conditions, combined with `&&`.
        var test: Expression
        /// The names that the conditions bind, such as `url` in `guard let url = …`, with their values.
        var bindings: [ExpressionArgument] = []
        /// The statements that run if the conditions are true. Always empty for a `guard`.
        var then: [Statement]
        /// The statements after `else`.
        var otherwise: [Statement]
        /// The statement's first words, for messages.
        var text: String
    }

    /// `for name in sequence where filter { … }`
    package struct Loop: Sendable, Hashable {
        var sequence: Expression
        var filter: Expression?
        var body: [Statement]
        /// The loop's first words, for messages.
        var text: String
    }

    package struct Branch: Sendable, Hashable {
        var condition: Condition
        var statements: [Statement]
    }
}

extension Statement {
    /// The statement on a single line. An `#if` is shortened to the conditions of its branches, and an `if`, `guard` or
    /// other statement to its first words. Expressions, results and variables are complete.
    var text: String {
        switch self {
        case .result(let value), .expression(let value): value.text
        case .variable(let name, let type, let value):
            "var \(name)" + (type.map { ": \($0.text)" } ?? "") + (value.map { " = \($0.text)" } ?? "")
        case .branches(let branches): branches.map { "#if \($0.condition.text)" }.joined(separator: " ")
        case .condition(let choice): choice.text
        case .loop(let loop): loop.text
        case .other(let text, _): text
        }
    }

    /// Calls `body` with each name in the statement, except for the names in bound values, such as `file` in `if let
    /// url = file`.
    func forEachName(_ body: (String) -> Void) {
        switch self {
        case .result(let value), .expression(let value): value.forEachName(body)
        case .variable(_, let type, let value):
            type?.forEachName(body)
            value?.forEachName(body)
        case .branches(let branches):
            for branch in branches {
                for statement in branch.statements { statement.forEachName(body) }
            }
        case .condition(let choice):
            choice.test.forEachName(body)
            for statement in choice.then + choice.otherwise { statement.forEachName(body) }
        case .loop(let loop):
            loop.sequence.forEachName(body)
            loop.filter?.forEachName(body)
            for statement in loop.body { statement.forEachName(body) }
        case .other: break
        }
    }
}
