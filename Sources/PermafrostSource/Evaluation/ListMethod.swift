import PermafrostModel

/// An evaluator for methods that make a list from another list, such as `V1.models.filter { $0 != V1.Note.self }`.
struct ListMethod {
    let list: ListEvaluator
    let frame: ListFrame

    private static let names: Set = [
        "filter", "map", "compactMap", "flatMap", "joined", "dropFirst", "dropLast", "prefix", "suffix", "reversed",
    ]

    /// Returns the result of a call. Returns nil if the callee isn't a supported method, or `Array` with one argument.
    func value(of callee: Expression, _ arguments: [ExpressionArgument]) throws(ListFailure) -> ListValue? {
        if case .name("Array") = callee.kind, arguments.count == 1, arguments[0].label == nil {
            return try list.value(arguments[0].value, frame)
        }
        guard case .member(let base?, let name) = callee.kind, Self.names.contains(name), arguments.count < 2,
            case .list(let values) = try list.value(base, frame)
        else { return nil }
        return result(of: name, arguments.first?.value, values).map { .list($0) }
    }

    private func result(of name: String, _ argument: Expression?, _ values: [ListValue]) -> [ListValue]? {
        switch name {
        case "filter": return argument.flatMap { filtered(values, by: $0) }
        case "map", "compactMap", "flatMap":
            guard let argument else { return nil }
            var mapped: [ListValue] = []
            for value in values {
                guard let (inner, body) = Self.bound(argument, to: value, frame),
                    let result = try? list.value(body, inner)
                else { return nil }
                if name == "flatMap", case .list(let inner) = result { mapped += inner } else { mapped.append(result) }
            }
            return mapped
        case "joined":
            guard argument == nil else { return nil }
            return values.flatMap { value in if case .list(let inner) = value { inner } else { [value] } }
        case "reversed": return argument == nil ? values.reversed() : nil
        default:
            guard let count = argument.map({ Constant.integer($0).map(Int.init) }) ?? 1, count >= 0 else { return nil }
            return switch name {
            case "dropFirst": Array(values.dropFirst(count))
            case "dropLast": Array(values.dropLast(count))
            case "prefix": Array(values.prefix(count))
            default: Array(values.suffix(count))
            }
        }
    }

    /// Returns the elements for which a closure returns true, or nil if its result isn't known for one of them.
    ///
    /// - Parameter isKept: false to return the elements for which the closure returns false.
    func filtered(_ values: [ListValue], by closure: Expression, isKept: Bool = true) -> [ListValue]? {
        var kept: [ListValue] = []
        for value in values {
            guard let (inner, body) = Self.bound(closure, to: value, frame), let holds = Self.holds(body, inner, list)
            else {
                return nil
            }
            if holds == isKept { kept.append(value) }
        }
        return kept
    }

    /// Returns the only expression of a closure, with a frame in which its parameter has a value.
    private static func bound(
        _ closure: Expression, to value: ListValue, _ frame: ListFrame
    ) -> (ListFrame, Expression)? {
        guard case .closure(let parameters, let statements) = closure.kind, parameters.count < 2,
            statements.count == 1, case .result(let body)? = statements.first
        else { return nil }
        var inner = frame
        inner.depth += 1
        inner.values[parameters.first ?? "$0"] = value
        return (inner, body)
    }

    /// Returns whether a condition about types is true, or nil if that isn't known.
    private static func holds(_ test: Expression, _ frame: ListFrame, _ list: ListEvaluator) -> Bool? {
        switch test.kind {
        case .boolean(let value): return value
        case .prefix("!", let inner): return holds(inner, frame, list).map { !$0 }
        case .tuple(let elements) where elements.count == 1: return holds(elements[0].value, frame, list)
        case .infix(let left, "&&", let right):
            return holds(left, frame, list).flatMap { $0 ? holds(right, frame, list) : false }
        case .infix(let left, "||", let right):
            return holds(left, frame, list).flatMap { $0 ? true : holds(right, frame, list) }
        case .infix(let left, let sign, let right) where ["==", "!=", "===", "!=="].contains(sign):
            let isEqual: Bool?
            if case .boolean(let value) = right.kind {
                isEqual = holds(left, frame, list).map { $0 == value }
            } else if let first = type(left, frame, list), let second = type(right, frame, list) {
                isEqual = first == second
            } else {
                isEqual = nil
            }
            return isEqual.map { $0 == sign.hasPrefix("=") }
        case .cast(let value, "is", .metatype(let type)):
            guard let own = self.type(value, frame, list),
                case .node(let other) = list.inference.resolve(type, frame.context)
            else { return nil }
            return own == other || list.resolver.ancestors(of: own).contains(other)
        case .call(let callee, let arguments):
            guard case .member(let base?, "contains") = callee.kind, arguments.count == 1,
                case .list(let values)? = try? list.value(base, frame)
            else { return nil }
            let results = values.map { value in
                bound(arguments[0].value, to: value, frame).flatMap { holds($1, $0, list) }
            }
            return results.contains(true) ? true : results.contains(nil) ? nil : false
        default: return nil
        }
    }

    /// Returns the type that an expression refers to, such as `$0`, `Note.self` or `ObjectIdentifier(Note.self)`.
    private static func type(_ expression: Expression, _ frame: ListFrame, _ list: ListEvaluator) -> Int? {
        if case .call(let callee, let arguments) = expression.kind, callee.lastName == "ObjectIdentifier",
            arguments.count == 1
        {
            return type(arguments[0].value, frame, list)
        }
        if case .cast(let inner, "as", _) = expression.kind { return type(inner, frame, list) }
        return list.typeOperand(expression, frame)
    }
}
