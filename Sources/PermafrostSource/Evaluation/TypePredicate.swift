/// Tells whether a listed type passes a filter's closure: `ObjectIdentifier($0) != ObjectIdentifier(X.self)`,
/// `$0 != X.self`, `!($0 == X.self)`, `$0 is X.Type`, joined by `&&` and `||`.
struct TypePredicate {
    let list: ListEvaluator

    func holds(
        _ closure: Expression, _ item: ListEvaluator.Item, _ context: EvaluationContext
    ) throws(ListEvaluator.Failure) -> Bool {
        guard case .closure(let names, let statements) = closure.kind, names.count <= 1, statements.count == 1,
            case .result(let test) = statements[0], case .type(let node) = item.element
        else { throw list.failure(closure, context) }
        return try test.passes(node, parameter: names.first ?? "$0", list, context)
    }
}

extension Expression {
    fileprivate func passes(
        _ node: Int, parameter: String, _ list: ListEvaluator, _ context: EvaluationContext
    ) throws(ListEvaluator.Failure) -> Bool {
        switch kind {
        case .boolean(let value): return value
        case .prefix("!", let operand): return try !operand.passes(node, parameter: parameter, list, context)
        case .infix(let left, "&&", let right):
            let first = try left.passes(node, parameter: parameter, list, context)
            let second = try right.passes(node, parameter: parameter, list, context)
            return first && second
        case .infix(let left, "||", let right):
            let first = try left.passes(node, parameter: parameter, list, context)
            let second = try right.passes(node, parameter: parameter, list, context)
            return first || second
        case .infix(let left, let sign, let right):
            guard ["==", "!=", "===", "!=="].contains(sign), let first = left.operand(parameter, node, list, context),
                let second = right.operand(parameter, node, list, context)
            else { break }
            return (first == second) == sign.hasPrefix("=")
        case .cast(let value, "is", .metatype(let type)):
            guard value.isName(parameter), case .named(let components) = type else { break }
            let name = components.dropFirst().reduce(Expression(.name(components[0].name), at: offset)) {
                Expression(.member($0, $1.name), at: offset)
            }
            guard let other = list.typeOperand(name, context) else { break }
            return other == node
        default: break
        }
        throw list.failure(self, context)
    }

    /// The type on one side of a comparison.
    private func operand(
        _ parameter: String, _ node: Int, _ list: ListEvaluator, _ context: EvaluationContext
    ) -> Int? {
        if isName(parameter) { return node }
        if case .call(let callee, let arguments) = kind, callee.text == "ObjectIdentifier", arguments.count == 1 {
            return arguments[0].value.operand(parameter, node, list, context)
        }
        if case .cast(let inner, "as", _) = kind { return inner.operand(parameter, node, list, context) }
        guard case .member(_?, "self") = kind else { return nil }
        return list.typeOperand(self, context)
    }

    private func isName(_ name: String) -> Bool {
        if case .name(name) = kind { true } else { false }
    }
}
