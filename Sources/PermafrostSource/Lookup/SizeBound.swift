import PermafrostModel

/// A counter that limits the number of a type's parts while the type is resolved or expanded.
///
/// In nested dictionaries, or in structs that each contain the next struct twice, the number doubles with each
/// level. Without the limit, a few lines of source could exhaust time and memory.
struct SizeBound {
    /// The maximum number of parts. Types in real projects have a few hundred parts.
    static let limit = 10_000
    /// The name that replaces the parts that exceed the limit.
    static let excess = "a type of more than 10,000 parts"

    /// The number of the outermost type's parts that have been counted so far.
    private(set) var size = 0
    private var depth = 0

    /// Whether more than ``limit`` parts have been counted. If so, the resolved or expanded type is incomplete.
    var isExceeded: Bool { size > Self.limit }

    /// Counts a part that may contain other parts, such as an array. Restarts the count for the outermost part.
    /// Returns false if the limit is exceeded. If it returns true, call ``leave()`` at the end of the part.
    mutating func enter() -> Bool {
        if depth == 0 { size = 0 }
        guard take(1) else { return false }
        depth += 1
        return true
    }

    /// Ends a part that ``enter()`` started.
    mutating func leave() { depth -= 1 }

    /// Counts the given number of parts. Returns false if the limit is exceeded.
    mutating func take(_ count: Int) -> Bool {
        size += count
        return !isExceeded
    }
}
