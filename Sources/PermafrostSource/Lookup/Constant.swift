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

extension ParsedType.Value {
    /// The expression that creates a `MigrationPlan`: the initial value or, if that doesn't create a plan, the body's
    /// first result that does. Nil if neither creates a plan, or if this is a function with parameters.
    var madePlan: Expression? {
        guard parameters.isEmpty else { return nil }
        let results = (body ?? []).compactMap { if case .result(let value) = $0 { value } else { nil } }
        return ([initial].compactMap(\.self) + results).first { value in
            guard case .call(let callee, let arguments) = value.kind,
                Expression.PlanCall(callee: callee, labels: arguments.map(\.label)) == .plan
            else { return false }
            return type?.lastName == "MigrationPlan" || type == nil && callee.kind != .member(nil, "init")
        }
    }
}

extension Constant {
    /// A static or global constant that creates a `MigrationPlan`.
    struct PlanConstant {
        /// The plan's name. This is the enclosing type's qualified name, followed by the constant's name if the type
        /// has several plans, as in `App.plan`. If no type of the project encloses the constant, this is the constant's
        /// name.
        let name: String
        /// The enclosing type's node, or nil for a constant outside any type.
        let node: Int?
        let reference: DeclarationTable.ValueReference

        /// Returns all constants that create plans. Omits constants in generic types, because a generic type isn't a
        /// single plan.
        ///
        /// - Parameter plans: the nodes of the types that are plans themselves. Their constants are omitted too.
        static func all(in table: DeclarationTable, besides plans: Set<Int>) -> [PlanConstant] {
            func made(_ values: [String: [DeclarationTable.ValueReference]]) -> [(
                String, DeclarationTable.ValueReference
            )] {
                values.sorted { $0.key < $1.key }.flatMap { name, references in
                    references.filter { table.value($0).madePlan != nil }.map { (name, $0) }
                }
            }
            let foreign = Set(table.foreign.values)
            let members = table.nodes.indices.filter { node in
                !plans.contains(node) && table.nodes[node].parts.allSatisfy { table.type($0).generics.isEmpty }
            }.flatMap { node -> [PlanConstant] in
                let found = made(table.nodes[node].values)
                let isSeveral = Set(found.map(\.0)).count > 1
                return found.map { name, reference in
                    let owner = table.nodes[node].path
                    let named = foreign.contains(node) ? name : isSeveral ? "\(owner).\(name)" : owner
                    return PlanConstant(name: named, node: node, reference: reference)
                }
            }
            return members + made(table.topValues).map { PlanConstant(name: $0, node: nil, reference: $1) }
        }
    }
}
