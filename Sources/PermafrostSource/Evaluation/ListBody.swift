import PermafrostModel

/// Steps through the statements of getters, functions and closures that build lists.
struct ListBody {
    let list: ListEvaluator

    /// What a body returns.
    func result(
        of statements: [Statement], _ frame: ListEvaluator.Frame, at location: SourceLocation
    ) throws(ListEvaluator.Failure) -> ListValue {
        var frame = frame
        frame.depth += 1
        guard let result = try step(through: statements[...], &frame) else {
            throw list.failure(list.what, at: location)
        }
        return result
    }

    /// What the statements return; nil if they end without a result.
    func step(
        through statements: ArraySlice<Statement>, _ frame: inout ListEvaluator.Frame
    ) throws(ListEvaluator.Failure) -> ListValue? {
        var rest = statements
        while let statement = rest.popFirst() {
            switch statement {
            case .result(let value): return try list.value(value, frame)
            case .variable(let name, _, let value): frame.values[name] = local(value, frame)
            case .expression(let value): try change(value, &frame)
            case .branches(let branches):
                let active = branches.first { isActive($0, frame) }
                if let active, let result = try step(through: active.statements[...], &frame) { return result }
            case .condition(let condition):
                return try ListCondition(list: list, frame: frame).step(condition, then: rest, &frame)
            case .loop(let loop):
                if let result = try step(through: loop, &frame) { return result }
            case .other(let text, let offset):
                throw list.failure(text, at: list.table.location(frame.context.scope, offset))
            }
        }
        return nil
    }

    private func isActive(_ branch: Statement.Branch, _ frame: ListEvaluator.Frame) -> Bool {
        list.resolver.lookup.isActive([branch.condition], in: frame.context.scope.file)
    }

    /// The value of a local constant. One that is no part of a list matters only if a list uses it.
    private func local(_ value: Expression?, _ frame: ListEvaluator.Frame) -> ListValue {
        guard let value else { return .list([]) }
        do throws(ListEvaluator.Failure) {
            return try list.value(value, frame)
        } catch {
            return .unknown(error)
        }
    }

    private func step(
        through loop: Statement.Loop, _ frame: inout ListEvaluator.Frame
    ) throws(ListEvaluator.Failure) -> ListValue? {
        guard case .list(let values) = try list.value(loop.sequence, frame) else {
            throw list.failure(loop.sequence, frame)
        }
        for value in values {
            guard list.progress.take(), frame.bind(loop.names, to: value) else {
                throw list.failure(loop.sequence, frame)
            }
            if let filter = loop.filter {
                guard case .boolean(let holds) = try list.value(filter, frame) else {
                    throw list.failure(filter, frame)
                }
                if !holds { continue }
            }
            if let result = try step(through: loop.body[...], &frame) { return result }
        }
        return nil
    }

    // MARK: Changes

    /// `list += …`, `list = …`, `list.append(…)`, `list.append(contentsOf:)`, `list.insert(_:at:)`, `list.removeAll`
    private func change(
        _ expression: Expression, _ frame: inout ListEvaluator.Frame
    ) throws(ListEvaluator.Failure) {
        switch expression.kind {
        case .infix(let target, "=", let value):
            guard case .name(let name) = target.kind else { break }
            frame.values[name] = try list.value(value, frame)
            return
        case .infix(let target, "+=", let value):
            guard case .name(let name) = target.kind, case .list(let old)? = frame.values[name],
                case .list(let more) = try list.value(value, frame)
            else { break }
            frame.values[name] = .list(old + more)
            return
        case .call(let callee, let arguments):
            guard case .member(let base?, let method) = callee.kind, case .name(let name) = base.kind,
                case .list(let old)? = frame.values[name]
            else { break }
            guard let new = try changed(old, by: method, arguments, frame) else { break }
            frame.values[name] = .list(new)
            return
        default: break
        }
        throw list.failure(expression, frame)
    }

    /// The list after a call of a method that changes it; nil if the method is not known.
    private func changed(
        _ old: [ListValue], by method: String, _ arguments: [Expression.Argument], _ frame: ListEvaluator.Frame
    ) throws(ListEvaluator.Failure) -> [ListValue]? {
        guard let first = arguments.first else {
            switch method {
            case "removeAll": return []
            case "removeLast", "popLast": return old.dropLast()
            case "removeFirst": return Array(old.dropFirst())
            case "reverse": return old.reversed()
            default: return nil
            }
        }
        switch (method, first.label, arguments.count) {
        case ("append", nil, 1): return old + [try list.value(first.value, frame)]
        case ("append", "contentsOf", 1):
            guard case .list(let more) = try list.value(first.value, frame) else { return nil }
            return old + more
        case ("insert", nil, 2):
            guard case .integer(let index) = try list.value(arguments[1].value, frame), (0...old.count).contains(index)
            else { return nil }
            var new = old
            new.insert(try list.value(first.value, frame), at: index)
            return new
        case ("insert", "contentsOf", 2):
            guard case .integer(let index) = try list.value(arguments[1].value, frame), (0...old.count).contains(index),
                case .list(let more) = try list.value(first.value, frame)
            else { return nil }
            var new = old
            new.insert(contentsOf: more, at: index)
            return new
        case ("removeAll", nil, 1), ("removeAll", "where", 1):
            return try ListMethod(list: list, frame: frame).kept(old, first.value, holds: false)
        default: return nil
        }
    }

    // MARK: Builders

    /// The stages that the statements of a `MigrationPlan`'s builder give, in order.
    func built(
        _ statements: [Statement], _ frame: inout ListEvaluator.Frame
    ) throws(ListEvaluator.Failure) -> [ListEvaluator.Item] {
        var items: [ListEvaluator.Item] = []
        for statement in statements {
            switch statement {
            case .expression(let value), .result(let value): items += try list.listOrItem(value, frame)
            case .variable(let name, _, let value): frame.values[name] = local(value, frame)
            case .branches(let branches):
                let active = branches.first { isActive($0, frame) }
                if let active { items += try built(active.statements, &frame) }
            case .condition(let condition):
                switch ListCondition(list: list, frame: frame).choice(condition.test) {
                case .first: items += try built(condition.then, &frame)
                case .second: items += try built(condition.otherwise, &frame)
                case .newest, .unknown:
                    throw list.failure(condition.text, at: list.location(condition.test, frame))
                }
            case .loop(let loop):
                guard case .list(let values) = try list.value(loop.sequence, frame), loop.filter == nil else {
                    throw list.failure(loop.sequence, frame)
                }
                for value in values {
                    guard frame.bind(loop.names, to: value) else { throw list.failure(loop.sequence, frame) }
                    items += try built(loop.body, &frame)
                }
            case .other(let text, let offset):
                throw list.failure(text, at: list.table.location(frame.context.scope, offset))
            }
        }
        return items
    }
}
