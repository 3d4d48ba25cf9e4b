import PermafrostModel

/// The value of an expression that `ListEvaluator` evaluates. It is a type or stage, a list of values, or unknown.
indirect enum ListValue {
    case item(ListItem)
    case list([ListValue])
    /// A local constant or argument that can't be evaluated. It is an error only if a list uses it.
    case unknown(ListFailure)

    /// Returns whether both values are equal, except for their locations.
    func equals(_ other: ListValue) -> Bool {
        switch (self, other) {
        case (.item(let left), .item(let right)): left.element.equals(right.element)
        case (.list(let left), .list(let right)):
            left.count == right.count && zip(left, right).allSatisfy { $0.equals($1) }
        case (.unknown, .unknown): true
        default: false
        }
    }
}

extension ListElement {
    /// Returns whether both elements are the same type or equivalent stages.
    fileprivate func equals(_ other: ListElement) -> Bool {
        guard case .stage(var left) = self, case .stage(let right) = other else { return self == other }
        left.location = right.location
        return left == right
    }
}

/// A counter that limits the work of an evaluation, and a list of the warnings.
final class ListProgress {
    /// The maximum number of expressions and elements that an evaluation may visit.
    private static let limit = 200_000
    private var count = 0
    /// The warnings about `if #available` statements whose branches have different results.
    fileprivate(set) var branches: [SourceIssue] = []

    /// Counts visited expressions and elements. Returns false when the total exceeds the limit.
    func take(_ number: Int = 1) -> Bool {
        count += number
        return count <= Self.limit
    }

    /// Starts counting from zero, for the next list.
    func restart() { count = 0 }

    func note(_ issue: SourceIssue) {
        if !branches.contains(issue) { branches.append(issue) }
    }
}

/// The context for evaluating a body, with the values of local constants and arguments.
struct ListFrame {
    var context: LookupContext
    var values: [String: ListValue] = [:]
    var depth = 0

    /// Returns a frame without local values, for evaluating a constant or function that is declared elsewhere.
    func inner(_ context: LookupContext) -> ListFrame { ListFrame(context: context, depth: depth + 1) }
}
