import PermafrostStore

/// A type of range that can be a constant in a predicate.
protocol ConstantRange {
    var term: SQLTerm { get }
}
