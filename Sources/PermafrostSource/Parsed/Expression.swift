/// An expression in the source. Only the kinds of expressions that declarations use are parsed. Any other expression is
/// kept as source text in ``Kind/other(_:)``.
package struct Expression: Sendable, Hashable {
    var kind: Kind
    /// The expression's byte offset in the file.
    var offset: Int32

    package indirect enum Kind: Sendable, Hashable {
        /// The digits of an integer literal, without `_` but with a radix prefix such as `0x`.
        case integer(String)
        case float(String)
        case string(String)
        /// A string literal with interpolations. The parts are its texts and values in order, and empty for a literal with
        /// escapes, several lines, or formatted values. `text` is its source.
        case interpolation([Expression], text: String)
        case boolean(Bool)
        case nilLiteral
        case name(String)
        /// `base.name`, or `.name` without a base.
        case member(Expression?, String)
        /// A call. Its trailing closures are the last arguments.
        case call(Expression, [ExpressionArgument])
        case array([Expression])
        case dictionary([Entry])
        /// A name with generic arguments, such as `Array<Int>`.
        case specialised(Expression, [TypeExpression])
        /// A type that can't also be an expression, such as `[Int?]` or `any P`.
        case type(TypeExpression)
        /// A subscript such as `base[index]`. `text` is its source.
        case subscripted(Expression, [ExpressionArgument], text: String)
        /// `base?`.
        case optional(Expression)
        /// `base!`.
        case forced(Expression)
        case prefix(String, Expression)
        case infix(Expression, String, Expression)
        /// A cast or type check. The string is the operator: `as`, `as?`, `as!` or `is`.
        case cast(Expression, String, TypeExpression)
        case ternary(Expression, Expression, Expression)
        case tuple([ExpressionArgument])
        /// A closure, with its parameters' names and its statements. Omits implicit parameters such as `$0`.
        case closure([String], [Statement])
        /// A key path, with its root type and the names of its properties. In `\.title`, the root is nil. Other
        /// components, such as `?` and subscripts, are omitted.
        case keyPath(TypeExpression?, [String])
        /// A migration hook, such as the closure of `didMigrate`. Its code isn't evaluated.
        case hook(ParsedHook)
        /// A `MigrationPlan` stage's operations.
        case operations([ParsedOperation])
        case other(String)
    }

    /// An entry of a dictionary literal.
    package struct Entry: Sendable, Hashable {
        var key: Expression
        var value: Expression
    }

    init(_ kind: Kind, at offset: Int32) {
        self.kind = kind
        self.offset = offset
    }
}

package struct ExpressionArgument: Sendable, Hashable {
    var label: String?
    var value: Expression
}

extension Expression {
    /// The expression as Swift source in a uniform format, without comments. A hook or a list of operations is written
    /// as `{…}`.
    var text: String {
        switch kind {
        case .integer(let digits), .float(let digits): digits
        case .string(let value): Self.quoted(value)
        case .interpolation(_, let text), .other(let text), .name(let text), .subscripted(_, _, let text): text
        case .boolean(let value): value ? "true" : "false"
        case .nilLiteral: "nil"
        case .hook, .operations: "{…}"
        case .member(let base, let name): (base?.text ?? "") + "." + name
        case .call(let callee, let arguments): "\(callee.text)(\(Self.text(of: arguments)))"
        case .array(let elements): "[\(elements.map(\.text).joined(separator: ", "))]"
        case .dictionary(let entries):
            entries.isEmpty
                ? "[:]" : "[\(entries.map { "\($0.key.text): \($0.value.text)" }.joined(separator: ", "))]"
        case .specialised(let base, let types): "\(base.text)<\(types.map(\.text).joined(separator: ", "))>"
        case .type(let type): type.text
        case .optional(let base): base.text + "?"
        case .forced(let base): base.text + "!"
        case .prefix(let sign, let operand): sign + operand.text
        case .infix(let left, let sign, let right):
            sign == "..." || sign == "..<" ? left.text + sign + right.text : "\(left.text) \(sign) \(right.text)"
        case .cast(let value, let sign, let type): "\(value.text) \(sign) \(type.text)"
        case .ternary(let condition, let first, let second): "\(condition.text) ? \(first.text) : \(second.text)"
        case .tuple(let elements): "(\(Self.text(of: elements)))"
        case .closure(let parameters, let statements):
            "{ " + (parameters.isEmpty ? "" : parameters.joined(separator: ", ") + " in ")
                + statements.map(\.text).joined(separator: "; ") + " }"
        case .keyPath(let root, let names): "\\" + (root?.text ?? "") + names.map { "." + $0 }.joined()
        }
    }

    private static func text(of arguments: [ExpressionArgument]) -> String {
        arguments.map { ($0.label.map { $0 + ": " } ?? "") + $0.value.text }.joined(separator: ", ")
    }

    private static func quoted(_ value: String) -> String {
        var text = "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\n": text += "\\n"
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }

    /// The last component of a name, such as `Defaults` in `App.Defaults<Int>`, without generic arguments, `?` and `!`.
    /// Nil for a member without a base, such as `.defaults`, and for any other expression.
    var lastName: String? {
        switch kind {
        case .name(let name), .member(_?, let name): name
        case .specialised(let base, _), .optional(let base), .forced(let base): base.lastName
        default: nil
        }
    }

    /// Calls `body` with each name in the expression, including the names in types. Skips the property names in key
    /// paths, and all names in hooks, operations and unparsed expressions.
    func forEachName(_ body: (String) -> Void) {
        switch kind {
        case .integer, .float, .string, .boolean, .nilLiteral, .hook, .operations, .other: break
        case .interpolation(let parts, _):
            for part in parts { part.forEachName(body) }
        case .name(let name): body(name)
        case .member(let base, let name):
            base?.forEachName(body)
            body(name)
        case .call(let callee, let arguments):
            callee.forEachName(body)
            for argument in arguments { argument.value.forEachName(body) }
        case .array(let elements):
            for element in elements { element.forEachName(body) }
        case .dictionary(let entries):
            for entry in entries {
                entry.key.forEachName(body)
                entry.value.forEachName(body)
            }
        case .subscripted(let base, let arguments, _):
            base.forEachName(body)
            for argument in arguments { argument.value.forEachName(body) }
        case .specialised(let base, let types):
            base.forEachName(body)
            for type in types { type.forEachName(body) }
        case .type(let type): type.forEachName(body)
        case .optional(let inner), .forced(let inner), .prefix(_, let inner): inner.forEachName(body)
        case .infix(let left, _, let right):
            left.forEachName(body)
            right.forEachName(body)
        case .cast(let value, _, let type):
            value.forEachName(body)
            type.forEachName(body)
        case .ternary(let condition, let first, let second):
            condition.forEachName(body)
            first.forEachName(body)
            second.forEachName(body)
        case .tuple(let elements):
            for element in elements { element.value.forEachName(body) }
        case .closure(_, let statements):
            for statement in statements { statement.forEachName(body) }
        case .keyPath(let root, _): root?.forEachName(body)
        }
    }
}

extension Expression {
    /// Returns whether the expression can be called to create a value of the given type, which is in the `Permafrost`
    /// module. For `Stage`, the expression must be `Stage`, `Permafrost.Stage`, `Stage.init`, `Permafrost.Stage.init`
    /// or `.init`.
    fileprivate func makes(_ type: String) -> Bool {
        switch kind {
        case .name(type), .member(nil, "init"): true
        case .member(let base?, type): base.kind == .name("Permafrost")
        case .member(let base?, "init"): base.makes(type)
        default: false
        }
    }
}

/// A call that creates a `MigrationPlan` or one of its stages. The call is recognized by its name and argument
/// labels.
enum PlanCall {
    /// `MigrationPlan(schemas: …) { … }`
    case plan
    /// `MigrationPlan(AppPlan.self)`, which creates a plan from a `SchemaMigrationPlan` type.
    case planOfType
    /// `Stage(from: …, to: …) { … }`
    case stage

    init?(callee: Expression, labels: [String?]) {
        if callee.makes("Stage"), labels.prefix(2) == ["from", "to"] {
            self = .stage
        } else if callee.makes("MigrationPlan"), labels.first == "schemas" {
            self = .plan
        } else if callee.lastName == "MigrationPlan", callee.makes("MigrationPlan"), labels.first == .some(nil) {
            self = .planOfType
        } else {
            return nil
        }
    }
}
