import PermafrostModel

/// Methods and properties of lists and of their elements, and the closures that methods are given.
struct ListMethod {
    let list: ListEvaluator
    let frame: ListEvaluator.Frame

    /// The value of a property; nil if it is not known.
    func property(_ name: String, of owner: ListValue) -> ListValue? {
        switch (owner, name) {
        case (.list(let values), "first"): values.first
        case (.list(let values), "last"): values.last
        case (.list(let values), "count"): .integer(values.count)
        case (.list(let values), "isEmpty"): .boolean(values.isEmpty)
        case (.list(let values), "indices"): .list(values.indices.map { .integer($0) })
        case (.list, "lazy"): owner
        case (.tuple(let elements), "offset"): elements.first
        case (.tuple(let elements), "element"): elements.count == 2 ? elements[1] : nil
        case (.tuple(let elements), _): Int(name).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
        default: nil
        }
    }

    /// The result of a method.
    func value(
        of name: String, _ owner: ListValue, _ arguments: [Expression.Argument], _ whole: Expression
    ) throws(ListEvaluator.Failure) -> ListValue {
        guard case .list(let values) = owner, list.progress.take(values.count) else { throw list.failure(whole, frame) }
        switch arguments.count {
        case 0:
            if let result = plain(name, values) { return result }
        case 1:
            if let result = try closed(name, values, arguments[0], whole) { return result }
            if let result = try counted(name, values, arguments[0]) { return result }
        case 2:
            // `reduce([], +)`
            guard name == "reduce", arguments[1].value.kind == .name("+"),
                case .list(let start) = try list.value(arguments[0].value, frame), let rest = joined(values)
            else { break }
            return .list(start + rest)
        default: break
        }
        throw list.failure(whole, frame)
    }

    private func plain(_ name: String, _ values: [ListValue]) -> ListValue? {
        switch name {
        case "reversed", "shuffled": .list(values.reversed())
        case "dropLast": .list(values.dropLast())
        case "dropFirst": .list(Array(values.dropFirst()))
        case "joined": joined(values).map { .list($0) }
        case "enumerated": .list(values.enumerated().map { .tuple([.integer($0), $1]) })
        case "adjacentPairs": .list(zip(values, values.dropFirst()).map { .tuple([$0, $1]) })
        default: nil
        }
    }

    private func joined(_ values: [ListValue]) -> [ListValue]? {
        var result: [ListValue] = []
        for value in values {
            guard case .list(let elements) = value else { return nil }
            result += elements
        }
        return result
    }

    private static let counted: Set<String> = [
        "contains", "subtracting", "union", "dropLast", "dropFirst", "prefix", "suffix",
    ]

    /// A method that takes a number or another list.
    private func counted(
        _ name: String, _ values: [ListValue], _ argument: Expression.Argument
    ) throws(ListEvaluator.Failure) -> ListValue? {
        guard argument.label == nil, Self.counted.contains(name) else { return nil }
        let argument = try list.value(argument.value, frame)
        switch (name, argument) {
        case ("contains", _): return .boolean(values.contains { $0.equals(argument) })
        case ("subtracting", .list(let others)):
            return .list(values.filter { value in !others.contains { $0.equals(value) } })
        case ("union", .list(let others)): return .list(values + others)
        case ("dropLast", .integer(let count)) where count >= 0: return .list(values.dropLast(count))
        case ("dropFirst", .integer(let count)) where count >= 0: return .list(Array(values.dropFirst(count)))
        case ("prefix", .integer(let count)) where count >= 0: return .list(Array(values.prefix(count)))
        case ("suffix", .integer(let count)) where count >= 0: return .list(Array(values.suffix(count)))
        default: return nil
        }
    }

    // MARK: Closures

    /// A method that takes a closure or function; nil if it is another one.
    private func closed(
        _ name: String, _ values: [ListValue], _ argument: Expression.Argument, _ whole: Expression
    ) throws(ListEvaluator.Failure) -> ListValue? {
        let test = argument.value
        switch name {
        case "filter": return .list(try kept(values, test, holds: true))
        case "map", "compactMap", "flatMap":
            var results: [ListValue] = []
            for value in values { results.append(try apply(test, to: value)) }
            guard name == "flatMap" else { return .list(results) }
            guard let joined = joined(results) else { throw list.failure(whole, frame) }
            return .list(joined)
        case "contains" where argument.label == "where" || test.isFunction:
            return .boolean(!(try kept(values, test, holds: true)).isEmpty)
        case "allSatisfy": return .boolean(try kept(values, test, holds: false).isEmpty)
        case "first" where argument.label == "where" || test.isFunction:
            guard let first = try kept(values, test, holds: true).first else { throw list.failure(whole, frame) }
            return first
        default: return nil
        }
    }

    /// The elements for which a test has that result.
    func kept(
        _ values: [ListValue], _ test: Expression, holds result: Bool
    ) throws(ListEvaluator.Failure) -> [ListValue] {
        var kept: [ListValue] = []
        for value in values {
            guard case .boolean(let holds) = try apply(test, to: value) else { throw list.failure(test, frame) }
            if holds == result { kept.append(value) }
        }
        return kept
    }

    /// What a closure or function makes of an element.
    private func apply(_ function: Expression, to value: ListValue) throws(ListEvaluator.Failure) -> ListValue {
        switch function.kind {
        case .closure(let names, let statements):
            var inner = frame
            inner.depth += 1
            var names = names
            if names.isEmpty {
                var used: Set<String> = []
                for statement in statements { statement.forEachName { used.insert($0) } }
                names = used.contains("$1") ? ["$0", "$1"] : ["$0"]
            }
            guard inner.bind(names, to: value) else { break }
            return try ListBody(list: list).result(of: statements, inner, at: list.location(function, frame))
        // `ObjectIdentifier.init`, `\.self`
        case .member(let base?, "init") where base.kind == .name("ObjectIdentifier"): return value
        case .keyPath(_, ["self"]), .keyPath(_, []): return value
        case .name, .member:
            var inner = frame
            inner.values["$0"] = value
            let argument = Expression.Argument(label: nil, value: Expression(.name("$0"), at: function.offset))
            let result = try ListFunction(list: list, frame: inner).value(of: function, [argument], function)
            if let result { return result }
        default: break
        }
        throw list.failure(function, frame)
    }
}

extension Expression {
    /// Whether it is a closure or a function's key path.
    fileprivate var isFunction: Bool {
        switch kind {
        case .closure, .keyPath: true
        default: false
        }
    }
}
