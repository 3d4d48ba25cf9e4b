import SwiftSyntax

/// A reader for expressions that replaces the names of constants with their values. It only knows the constants in the
/// same file.
struct LocalExpressions {
    /// The maximum number of constants to follow in a chain.
    private static let depthLimit = 8
    /// The maximum number of names that are replaced in one expression.
    private static let countLimit = 64

    let expressions: ExpressionReader

    /// Returns an expression with the names of constants replaced by their values. If the branches of an `if`, `switch`
    /// or `#if` determine the value, it becomes a ternary expression with the possible values. The name of a parameter
    /// is kept as text, because its value is unknown.
    func read(_ node: ExprSyntax) -> Expression {
        var rest = Self.countLimit
        return read(node, depth: 0, &rest)
    }

    private func read(_ node: ExprSyntax, depth: Int, _ rest: inout Int) -> Expression {
        let expression = expressions.read(node)
        return replacing(expression, at: node, depth, &rest)
    }

    private func replacing(
        _ expression: Expression, at node: ExprSyntax, _ depth: Int, _ rest: inout Int
    ) -> Expression {
        var result = expression
        switch expression.kind {
        case .name(let name): return value(of: name, expression, at: node, depth, &rest)
        case .member(let base?, let name):
            if let type = expression.typeName {
                let isUnknown = node.isGenericParameter(named: type)
                return isUnknown ? Expression(.other(expression.text), at: expression.offset) : expression
            }
            if case .name(let owner) = base.kind {
                if owner == "self" || owner == "Self" { return value(of: name, expression, at: node, depth, &rest) }
            }
            result.kind = .member(replacing(base, at: node, depth, &rest), name)
        case .call(let callee, let arguments):
            // A function's name isn't a constant, but the value whose method is called may be one.
            var replaced = callee
            if case .member(let base?, let name) = callee.kind, base.kind != .name("self"), base.kind != .name("Self") {
                replaced.kind = .member(replacing(base, at: node, depth, &rest), name)
            }
            result.kind = .call(replaced, self.arguments(arguments, at: node, depth, &rest))
        case .array(let elements):
            result.kind = .array(elements.map { replacing($0, at: node, depth, &rest) })
        case .subscripted(let base, let arguments, let text):
            result.kind = .subscripted(replacing(base, at: node, depth, &rest), arguments, text: text)
        case .optional(let inner): result.kind = .optional(replacing(inner, at: node, depth, &rest))
        case .forced(let inner): result.kind = .forced(replacing(inner, at: node, depth, &rest))
        case .prefix(let sign, let inner): result.kind = .prefix(sign, replacing(inner, at: node, depth, &rest))
        case .infix(let left, let sign, let right):
            result.kind = .infix(
                replacing(left, at: node, depth, &rest), sign, replacing(right, at: node, depth, &rest))
        case .ternary(let condition, let first, let second):
            result.kind = .ternary(
                condition, replacing(first, at: node, depth, &rest), replacing(second, at: node, depth, &rest))
        default: break
        }
        return result
    }

    private func arguments(
        _ arguments: [ExpressionArgument], at node: ExprSyntax, _ depth: Int, _ rest: inout Int
    ) -> [ExpressionArgument] {
        arguments.map { argument in
            ExpressionArgument(label: argument.label, value: replacing(argument.value, at: node, depth, &rest))
        }
    }

    private func value(
        of name: String, _ expression: Expression, at node: ExprSyntax, _ depth: Int, _ rest: inout Int
    ) -> Expression {
        // Types aren't constants.
        guard name.first?.isUppercase != true else { return expression }
        guard depth < Self.depthLimit, rest > 0 else { return Expression(.other(name), at: expression.offset) }
        if let branches = node.branchValues(named: name) {
            guard let first = branches.first else { return Expression(.other(name), at: expression.offset) }
            rest -= branches.count
            return branches.dropFirst().reduce(read(first, depth: depth + 1, &rest)) { result, branch in
                let other = read(branch, depth: depth + 1, &rest)
                return Expression(
                    .ternary(Expression(.other(name), at: result.offset), result, other), at: result.offset)
            }
        }
        if node.isParameter(named: name), expression.kind == .name(name) {
            return Expression(.other(name), at: expression.offset)
        }
        guard let value = node.value(named: name) else { return expression }
        rest -= 1
        return read(value, depth: depth + 1, &rest)
    }
}

extension SyntaxProtocol {
    /// Returns whether a name's value is unknown at this node: the name is a parameter, a loop's variable, or a local
    /// variable that may have changed.
    fileprivate func isParameter(named name: String) -> Bool {
        var current = Syntax(self)
        while let parent = current.parent {
            if let items = parent.as(CodeBlockItemListSyntax.self),
                let keyword = items.keyword(of: name, before: current)
            {
                return keyword == .keyword(.var) && !parent.isInFile
            }
            if let loop = parent.as(ForStmtSyntax.self), loop.pattern.name == name { return true }
            if let closure = parent.as(ClosureExprSyntax.self), closure.names(name) { return true }
            if parent.declaresParameter(named: name) { return true }
            current = parent
        }
        return false
    }

    /// Whether this is the list of a file's statements.
    private var isInFile: Bool { parent?.is(SourceFileSyntax.self) == true }

    /// Returns whether a name is a generic parameter of a declaration around the node.
    func isGenericParameter(named name: String) -> Bool {
        var current = parent
        while let node = current {
            let clause = node.genericParameters
            if clause?.parameters.contains(where: { $0.name.plainText == name }) == true { return true }
            current = node.parent
        }
        return false
    }
}

extension Expression {
    /// The name of the type in `A.self`, or nil for any other expression.
    var typeName: String? {
        guard case .member(let base?, "self") = kind, case .name(let name) = base.kind else { return nil }
        return name
    }
}
