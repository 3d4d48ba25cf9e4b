import PermafrostModel

/// The value of an expression while a list is evaluated.
indirect enum ListValue {
    case item(ListEvaluator.Item)
    case list([ListValue])
    /// A local constant that can't be evaluated. A use of it is the failure.
    case unknown(ListEvaluator.Failure)

    /// Whether both have the same value, regardless of their locations.
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

extension ListEvaluator.Element {
    /// Whether both are the same type, or stages that do the same.
    fileprivate func equals(_ other: ListEvaluator.Element) -> Bool {
        guard case .stage(var left) = self, case .stage(let right) = other else { return self == other }
        left.location = right.location
        return left == right
    }
}

extension ListEvaluator {
    /// The names with values while a body runs.
    struct Frame {
        var context: ConstantLookup.Context
        var values: [String: ListValue] = [:]
        var depth = 0

        /// The frame of a constant or function that is declared elsewhere.
        func inner(_ context: ConstantLookup.Context) -> Frame { Frame(context: context, depth: depth + 1) }
    }

    /// The progress of an evaluation, and its warnings.
    final class Progress {
        /// The most expressions and elements that one evaluation looks at.
        private static let limit = 200_000
        private var count = 0
        /// Branches of conditions that were read without a proof that they are the ones.
        fileprivate(set) var branches: [SourceIssue] = []

        /// Counts one expression or element more; false if there are too many.
        func take(_ number: Int = 1) -> Bool {
            count += number
            return count <= Self.limit
        }

        /// Counts from zero, for the next list.
        func restart() { count = 0 }

        func note(_ issue: SourceIssue) {
            if !branches.contains(issue) { branches.append(issue) }
        }
    }
}
