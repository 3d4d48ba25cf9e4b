import PermafrostModel

/// Operators in lists and in the tests of filters: `+`, `==`, `&&`, `!`, `is`, ranges and the arithmetic of indexes.
struct ListOperator {
    let list: ListEvaluator
    let frame: ListEvaluator.Frame

    /// The most numbers that a range stands for.
    private static let rangeLimit = 10_000

    /// What an expression of an operator stands for.
    func value(_ expression: Expression) throws(ListEvaluator.Failure) -> ListValue {
        switch expression.kind {
        case .prefix("!", let operand):
            guard case .boolean(let value) = try list.value(operand, frame) else { break }
            return .boolean(!value)
        case .prefix("-", let operand):
            guard case .integer(let value) = try list.value(operand, frame), value != .min else { break }
            return .integer(-value)
        case .infix(let left, "&&", let right): return try joined(left, right, stopsAt: false, expression)
        case .infix(let left, "||", let right): return try joined(left, right, stopsAt: true, expression)
        case .infix(let left, let sign, let right):
            let first = try list.value(left, frame)
            let second = try list.value(right, frame)
            guard let value = result(first, sign, second) else { break }
            return value
        case .cast(let value, "is", .metatype(let type)):
            guard case .item(let item) = try list.value(value, frame), let other = node(type, at: expression.offset)
            else { break }
            return .boolean(item.element == .type(other))
        default: break
        }
        throw list.failure(expression, frame)
    }

    private func joined(
        _ left: Expression, _ right: Expression, stopsAt end: Bool, _ whole: Expression
    ) throws(ListEvaluator.Failure) -> ListValue {
        guard case .boolean(let first) = try list.value(left, frame) else { throw list.failure(left, frame) }
        if first == end { return .boolean(end) }
        guard case .boolean(let second) = try list.value(right, frame) else { throw list.failure(right, frame) }
        return .boolean(second)
    }

    private func result(_ left: ListValue, _ sign: String, _ right: ListValue) -> ListValue? {
        switch (left, sign, right) {
        case (.list(let first), "+", .list(let second)):
            return list.progress.take(first.count + second.count) ? .list(first + second) : nil
        case (_, "==", _), (_, "===", _): return .boolean(left.equals(right))
        case (_, "!=", _), (_, "!==", _): return .boolean(!left.equals(right))
        case (.integer(let first), _, .integer(let second)): return result(first, sign, second)
        default: return nil
        }
    }

    private func result(_ left: Int, _ sign: String, _ right: Int) -> ListValue? {
        switch sign {
        case "+": return checked(left.addingReportingOverflow(right))
        case "-": return checked(left.subtractingReportingOverflow(right))
        case "*": return checked(left.multipliedReportingOverflow(by: right))
        case "<": return .boolean(left < right)
        case "<=": return .boolean(left <= right)
        case ">": return .boolean(left > right)
        case ">=": return .boolean(left >= right)
        case "..<", "...":
            let (count, isTooMany) = right.subtractingReportingOverflow(left)
            guard !isTooMany, (0...Self.rangeLimit).contains(count), list.progress.take(count) else { return nil }
            return .list((left..<right).map { .integer($0) } + (sign == "..." ? [.integer(right)] : []))
        default: return nil
        }
    }

    private func checked(_ result: (partialValue: Int, overflow: Bool)) -> ListValue? {
        result.overflow ? nil : .integer(result.partialValue)
    }

    /// The project's type of that name.
    private func node(_ type: TypeExpression, at offset: Int32) -> Int? {
        guard case .named(let components) = type, let first = components.first else { return nil }
        let name = components.dropFirst().reduce(Expression(.name(first.name), at: offset)) {
            Expression(.member($0, $1.name), at: offset)
        }
        return list.typeOperand(name, frame)
    }
}
