import PermafrostModel

/// The value of an expression while a list is evaluated.
indirect enum ListValue {
    case item(ListEvaluator.Item)
    case list([ListValue])
    case tuple([ListValue])
    case integer(Int)
    case boolean(Bool)
    /// A local constant that is no part of a list; a use of it is the failure.
    case unknown(ListEvaluator.Failure)

    /// Whether both stand for the same, wherever they are written.
    func equals(_ other: ListValue) -> Bool {
        switch (self, other) {
        case (.item(let left), .item(let right)): left.element.equals(right.element)
        case (.list(let left), .list(let right)), (.tuple(let left), .tuple(let right)):
            left.count == right.count && zip(left, right).allSatisfy { $0.equals($1) }
        case (.integer(let left), .integer(let right)): left == right
        case (.boolean(let left), .boolean(let right)): left == right
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
    /// Names that stand for values while a body is stepped through.
    struct Frame {
        var context: ConstantLookup.Context
        var values: [String: ListValue] = [:]
        var depth = 0

        /// The frame of a constant or function that is declared elsewhere.
        func inner(_ context: ConstantLookup.Context) -> Frame { Frame(context: context, depth: depth + 1) }

        /// Gives names to a value: one name to the whole, several to the elements of a tuple.
        mutating func bind(_ names: [String], to value: ListValue) -> Bool {
            if names.count == 1 {
                values[names[0]] = value
                return true
            }
            guard case .tuple(let elements) = value, elements.count == names.count else { return false }
            for (name, element) in zip(names, elements) { values[name] = element }
            return true
        }
    }

    /// How far an evaluation has come, and what there is to know of it.
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
