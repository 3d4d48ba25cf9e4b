/// An expression as the source writes it, reduced to what declarations are made of. What no rule ever evaluates is kept
/// as its text.
package struct Expression: Sendable, Hashable, Codable {
    /// What it is.
    var kind: Kind
    /// Where it starts, in bytes from the start of the file.
    var offset: Int32

    /// The kinds of expressions.
    package indirect enum Kind: Sendable, Hashable, Codable {
        /// The digits without `_`; a radix prefix stays.
        case integer(String)
        case float(String)
        case string(String)
        /// A string with interpolations, by its text.
        case interpolation(String)
        case boolean(Bool)
        case nilLiteral
        case name(String)
        /// `base.name`, or `.name` without a base.
        case member(Expression?, String)
        /// A call; trailing closures are the last arguments.
        case call(Expression, [Argument])
        case array([Expression])
        case dictionary([Entry])
        /// `Name<Argument>`
        case specialised(Expression, [TypeExpression])
        /// A type where only a type can be written: `[Int?]`, `any P`.
        case type(TypeExpression)
        /// `base?`
        case optional(Expression)
        /// `base!`
        case forced(Expression)
        case prefix(String, Expression)
        case infix(Expression, String, Expression)
        /// `as`, `as?`, `as!` or `is`
        case cast(Expression, String, TypeExpression)
        case ternary(Expression, Expression, Expression)
        case tuple([Argument])
        /// The names of the parameters (`$0` is implied) and the statements.
        case closure([String], [Statement])
        /// The root type and the names after it, without `?` and `!`.
        case keyPath(TypeExpression?, [String])
        /// A hook of a migration stage: code, not a declaration.
        case hook(ParsedHook)
        /// The operations of a stage in a `MigrationPlan`.
        case operations([ParsedOperation])
        case other(String)
    }

    /// An argument of a call.
    package struct Argument: Sendable, Hashable, Codable {
        var label: String?
        var value: Expression
    }

    /// A pair of a dictionary literal.
    package struct Entry: Sendable, Hashable, Codable {
        var key: Expression
        var value: Expression
    }

    init(_ kind: Kind, at offset: Int32) {
        self.kind = kind
        self.offset = offset
    }
}

/// A statement of a getter, function or closure that an evaluation may step through.
package enum Statement: Sendable, Hashable, Codable {
    /// `return x`, or the only expression of a body.
    case result(Expression)
    /// `let` or `var` with one name.
    case variable(name: String, type: TypeExpression?, value: Expression?)
    /// An expression run for its effect.
    case expression(Expression)
    /// `#if`: the conditions of each branch, which exclude each other, and its statements.
    case branches([Branch])
    /// Any other statement, by its first words.
    case other(String, offset: Int32)

    /// One branch of `#if`.
    package struct Branch: Sendable, Hashable, Codable {
        var condition: Condition
        var statements: [Statement]
    }
}
