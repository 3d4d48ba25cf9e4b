/// Literal numbers and the arithmetic that declarations do with them.
enum Constant {
    /// The value of an integer literal expression: `60 * 60`, `-1`, `0xFF`.
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

    /// The value of a number literal expression.
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
