/// Functions that evaluate number literals and arithmetic in declarations.
enum Constant {
    /// Returns the value of an expression with integer literals, such as `60 * 60`, `-1` or `0xFF`. Returns nil for any
    /// other expression, or if the arithmetic overflows or divides by zero.
    static func integer(_ expression: Expression) -> Int64? {
        switch expression.kind {
        case .integer(let digits): return integer(digits)
        case .prefix("-", let operand): return integer(operand).map { 0 &- $0 }
        case .prefix("+", let operand): return integer(operand)
        case .infix(let left, let sign, let right):
            guard let left = integer(left), let right = integer(right) else { return nil }
            switch sign {
            case "+": return checked(left.addingReportingOverflow(right))
            case "-": return checked(left.subtractingReportingOverflow(right))
            case "*": return checked(left.multipliedReportingOverflow(by: right))
            case "/": return right == 0 ? nil : checked(left.dividedReportingOverflow(by: right))
            default: return nil
            }
        default: return nil
        }
    }

    /// Returns the value of an expression with number literals, such as `0.5` or `60 * 60`. Returns nil for any other
    /// expression, or for a division by zero.
    static func double(_ expression: Expression) -> Double? {
        switch expression.kind {
        case .integer(let digits): return integer(digits).map(Double.init) ?? Double(digits)
        case .float(let digits): return Double(digits)
        case .prefix("-", let operand): return double(operand).map { -$0 }
        case .prefix("+", let operand): return double(operand)
        case .infix(let left, let sign, let right):
            guard let left = double(left), let right = double(right) else { return nil }
            switch sign {
            case "+": return left + right
            case "-": return left - right
            case "*": return left * right
            case "/": return right == 0 ? nil : left / right
            default: return nil
            }
        default: return nil
        }
    }

    private static func integer(_ digits: String) -> Int64? {
        for (prefix, radix) in [("0x", 16), ("0b", 2), ("0o", 8)] where digits.hasPrefix(prefix) {
            return Int64(digits.dropFirst(2), radix: radix)
        }
        return Int64(digits)
    }

    private static func checked(_ result: (partialValue: Int64, overflow: Bool)) -> Int64? {
        result.overflow ? nil : result.partialValue
    }
}

extension ParsedValue {
    /// The expression that creates a `MigrationPlan`: the initial value or, if that doesn't create a plan, the body's
    /// first result that does. Nil if neither creates a plan, or if this is a function with parameters.
    var madePlan: Expression? {
        guard parameters.isEmpty else { return nil }
        let results = (body ?? []).compactMap { if case .result(let value) = $0 { value } else { nil } }
        return ([initial].compactMap(\.self) + results).first { value in
            guard case .call(let callee, let arguments) = value.kind,
                PlanCall(callee: callee, labels: arguments.map(\.label)) == .plan
            else { return false }
            return type?.lastName == "MigrationPlan" || type == nil && callee.kind != .member(nil, "init")
        }
    }
}
