import PermafrostModel

/// Conditions in lists. One that is only known where the app runs changes nothing if both branches give the same;
/// of `#available` the branch for the newest systems is read, and said so.
struct ListCondition {
    /// What a condition chooses.
    enum Choice {
        case first
        case second
        /// The one that the newest systems take: the first if it is true.
        case newest(Bool)
        case unknown
    }

    let list: ListEvaluator
    let frame: ListEvaluator.Frame

    /// `test ? first : second`
    func value(
        _ test: Expression, _ first: Expression, _ second: Expression, _ whole: Expression
    ) throws(ListEvaluator.Failure) -> ListValue {
        let choice = choice(test)
        switch choice {
        case .first: return try list.value(first, frame)
        case .second: return try list.value(second, frame)
        case .newest, .unknown:
            let left = try list.value(first, frame)
            let right = try list.value(second, frame)
            if left.equals(right) { return left }
            guard case .newest(let isFirst) = choice else { throw list.failure(whole, frame) }
            note(test)
            return isFirst ? left : right
        }
    }

    /// Steps through what follows from a condition. The statements after it count for both branches.
    func step(
        _ condition: Statement.Choice, then rest: ArraySlice<Statement>, _ frame: inout ListEvaluator.Frame
    ) throws(ListEvaluator.Failure) -> ListValue? {
        let body = ListBody(list: list)
        let choice = choice(condition.test)
        switch choice {
        case .first: return try body.step(through: condition.then + rest, &frame)
        case .second: return try body.step(through: condition.otherwise + rest, &frame)
        case .newest, .unknown:
            var left = frame
            let first = try body.step(through: condition.then + rest, &left)
            var right = frame
            let second = try body.step(through: condition.otherwise + rest, &right)
            let isSame =
                first.map { first in second.map { first.equals($0) } ?? false } ?? (second == nil && left.equals(right))
            guard !isSame else {
                frame = left
                return first
            }
            guard case .newest(let isFirst) = choice else {
                throw list.failure(condition.text, at: list.location(condition.test, frame))
            }
            note(condition.test)
            frame = isFirst ? left : right
            return isFirst ? first : second
        }
    }

    /// What a condition chooses, as far as the sources say.
    func choice(_ test: Expression) -> Choice {
        switch test.kind {
        case .other(let text) where text.hasPrefix("#available"): return .newest(true)
        case .other(let text) where text.hasPrefix("#unavailable"): return .newest(false)
        case .infix(let left, "&&", let right):
            switch (choice(left), choice(right)) {
            case (.second, _), (_, .second): return .second
            case (.first, let other), (let other, .first): return other
            case (.newest(let first), .newest(let second)): return .newest(first && second)
            default: return .unknown
            }
        default:
            guard case .boolean(let value)? = try? list.value(test, frame) else { return .unknown }
            return value ? .first : .second
        }
    }

    private func note(_ test: Expression) {
        list.progress.note(
            SourceIssue(
                .branchRead(what: list.what, condition: test.text), severity: .warning, at: list.location(test, frame)))
    }
}

extension ListEvaluator.Frame {
    /// Whether every name stands for the same in both.
    fileprivate func equals(_ other: ListEvaluator.Frame) -> Bool {
        values.count == other.values.count
            && values.allSatisfy { name, value in other.values[name].map(value.equals) ?? false }
    }
}
