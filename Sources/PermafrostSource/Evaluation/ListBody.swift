import PermafrostModel

/// An evaluator for the statements of getters, functions and closures that build lists.
struct ListBody {
    let list: ListEvaluator

    /// Returns the value that a body's statements return. If they don't return a value, throws a failure at `location`.
    func result(
        of statements: [Statement], _ frame: ListFrame, at location: SourceLocation
    ) throws(ListFailure) -> ListValue {
        var frame = frame
        frame.depth += 1
        guard let result = try step(through: statements[...], &frame) else {
            throw list.failure(list.what, at: location)
        }
        return result
    }

    /// Returns the value that statements return, or nil if they end without returning a value.
    func step(
        through statements: ArraySlice<Statement>, _ frame: inout ListFrame
    ) throws(ListFailure) -> ListValue? {
        var rest = statements
        while let statement = rest.popFirst() {
            switch statement {
            case .result(let value): return try list.value(value, frame)
            case .variable(let name, _, let value): frame.values[name] = local(value, frame)
            case .expression(let value): try change(value, &frame)
            case .branches(let branches):
                let active = branches.first { isActive($0, frame) }
                if let active { rest = active.statements + rest }
            case .condition(let condition):
                return try step(through: condition, then: rest, &frame)
            case .loop(let loop): throw list.failure(loop.text, at: list.location(loop.sequence, frame))
            case .other(let text, let offset):
                throw list.failure(text, at: list.table.location(frame.context.scope, offset))
            }
        }
        return nil
    }

    private func isActive(_ branch: Statement.Branch, _ frame: ListFrame) -> Bool {
        list.resolver.lookup.isActive([branch.condition], in: frame.context.scope.file)
    }

    /// Returns the initial value of a local constant or variable, or an empty list if it has none. Returns `unknown` if
    /// the value can't be evaluated, which is an error only if a list uses the constant or variable.
    private func local(_ value: Expression?, _ frame: ListFrame) -> ListValue {
        guard let value else { return .list([]) }
        do throws(ListFailure) {
            return try list.value(value, frame)
        } catch {
            return .unknown(error)
        }
    }

    // MARK: Conditions

    /// Evaluates an `if #available` statement together with the statements after it. Returns the value that the newest
    /// systems get, or nil if the statements don't return a value.
    ///
    /// Adds a warning if the branches have different results and the app supports systems that run either branch.
    /// Throws a failure if the condition isn't about the system's version.
    private func step(
        through condition: Statement.Choice, then rest: ArraySlice<Statement>, _ frame: inout ListFrame
    ) throws(ListFailure) -> ListValue? {
        guard let isFirst = newest(condition.test) else {
            throw list.failure(condition.text, at: list.location(condition.test, frame))
        }
        // A system that the app doesn't run on doesn't matter.
        if isAlways(condition.test) {
            return try step(through: (isFirst ? condition.then : condition.otherwise) + rest, &frame)
        }
        var left = frame
        let first = try step(through: condition.then + rest, &left)
        var right = frame
        let second = try step(through: condition.otherwise + rest, &right)
        let isSame =
            first.map { first in second.map { first.equals($0) } ?? false } ?? (second == nil && left.equals(right))
        let (newer, older) = isFirst ? (first, second) : (second, first)
        if !isSame, !older.isStart(of: newer, of: list.what) {
            list.progress.note(
                SourceIssue(
                    branchRead(condition.test.text, newer.types.symmetricDifference(older.types)), severity: .warning,
                    at: list.location(condition.test, frame)))
        }
        frame = isFirst ? left : right
        return isFirst ? first : second
    }

    /// Returns the problem with a condition, given the types that only one branch lists.
    private func branchRead(_ condition: String, _ differing: Set<Int>) -> SourceIssue.Problem {
        let (resolver, table) = (list.resolver, list.table)
        let isByClass = differing.allSatisfy { node in
            let part = resolver.lookup.activeDeclaration(of: node)
            return part.map { table.availability($0).arguments != nil } == true
                || resolver.superclass(of: node).map(resolver.isModel) == true
        }
        return .branchRead(
            what: list.what, condition: condition, differing: differing.map { table.nodes[$0].path }.sorted(),
            isByClass: isByClass && !differing.isEmpty)
    }

    /// Returns whether all systems that the target supports run the same branch, so that the other branch can be
    /// ignored.
    private func isAlways(_ test: Expression) -> Bool {
        switch test.kind {
        case .other(let text): list.resolver.lookup.configuration.alwaysSatisfies(availability: text)
        case .infix(let left, "&&", let right): isAlways(left) && isAlways(right)
        default: false
        }
    }

    /// Returns whether the newest systems run the first branch, or nil if the condition isn't about the system's
    /// version.
    private func newest(_ test: Expression) -> Bool? {
        switch test.kind {
        case .other(let text) where text.hasPrefix("#available"): return true
        case .other(let text) where text.hasPrefix("#unavailable"): return false
        case .infix(let left, "&&", let right):
            guard let first = newest(left), let second = newest(right) else { return nil }
            return first && second
        default: return nil
        }
    }

    // MARK: Changes

    /// Applies a change such as `list += …`, `list.append(…)` or `list.append(contentsOf: …)` to a list.
    private func change(
        _ expression: Expression, _ frame: inout ListFrame
    ) throws(ListFailure) {
        let name: String
        let added: ListValue
        switch expression.kind {
        case .infix(let target, "+=", let value):
            guard case .name(let target) = target.kind else { throw list.failure(expression, frame) }
            name = target
            added = try list.value(value, frame)
        case .call(let callee, let arguments):
            if case .member(let base?, "removeAll") = callee.kind, case .name(let target) = base.kind,
                arguments.count == 1, case .list(let old)? = frame.values[target],
                let kept = ListMethod(list: list, frame: frame)
                    .filtered(old, by: arguments[0].value, isKept: false)
            {
                frame.values[target] = .list(kept)
                return
            }
            guard case .member(let base?, "append") = callee.kind, case .name(let target) = base.kind,
                let argument = arguments.first, arguments.count == 1
            else { throw list.failure(expression, frame) }
            name = target
            let value = try list.value(argument.value, frame)
            added = argument.label == "contentsOf" ? value : .list([value])
        default: throw list.failure(expression, frame)
        }
        guard case .list(let old)? = frame.values[name], case .list(let more) = added else {
            throw list.failure(expression, frame)
        }
        frame.values[name] = .list(old + more)
    }

    // MARK: Builders

    /// Returns the stages in a `MigrationPlan` builder's statements, in order.
    func built(
        _ statements: [Statement], _ frame: inout ListFrame
    ) throws(ListFailure) -> [ListItem] {
        var items: [ListItem] = []
        for statement in statements {
            switch statement {
            case .expression(let value), .result(let value): items += try list.listOrItem(value, frame)
            case .variable(let name, _, let value): frame.values[name] = local(value, frame)
            case .branches(let branches):
                let active = branches.first { isActive($0, frame) }
                if let active { items += try built(active.statements, &frame) }
            case .condition(let condition):
                throw list.failure(condition.text, at: list.location(condition.test, frame))
            case .loop(let loop): throw list.failure(loop.text, at: list.location(loop.sequence, frame))
            case .other(let text, let offset):
                throw list.failure(text, at: list.table.location(frame.context.scope, offset))
            }
        }
        return items
    }
}

extension ListValue? {
    /// The types in the list. Empty if the value isn't a list.
    fileprivate var types: Set<Int> {
        guard case .list(let values)? = self else { return [] }
        return Set(
            values.compactMap { value in
                if case .item(let item) = value, case .type(let node) = item.element { node } else { nil }
            })
    }

    /// Returns whether a plan's list on older systems is the start of the list on the newest systems. The stores of an
    /// older system then have a version that the newest systems know.
    fileprivate func isStart(of newest: ListValue?, of what: String) -> Bool {
        guard what == "schemas" || what == "stages", case .list(let old)? = self, case .list(let new)? = newest,
            !old.isEmpty, old.count < new.count
        else { return false }
        return zip(old, new).allSatisfy { $0.equals($1) }
    }
}

extension ListFrame {
    /// Returns whether all names have the same values in both frames.
    fileprivate func equals(_ other: ListFrame) -> Bool {
        values.count == other.values.count
            && values.allSatisfy { name, value in other.values[name].map(value.equals) ?? false }
    }
}
