/// Counts the parts of one type while it is put together: a dictionary of dictionaries, or a struct with two of the next one
/// in it, doubles with each line, and a few lines would take all time and memory.
struct SizeBound {
    /// A type has at most this many parts; one that is written by people has a few hundred.
    static let limit = 10_000
    /// What stands in the place of the parts beyond.
    static let excess = "a type of more than 10,000 parts"

    /// The parts of the outermost type so far.
    private(set) var size = 0
    private var depth = 0

    /// Whether parts are missing.
    var isExceeded: Bool { size > Self.limit }

    /// Counts a part, which others may follow inside of it; false if it is one too many, and is not begun.
    mutating func enter() -> Bool {
        if depth == 0 { size = 0 }
        guard take(1) else { return false }
        depth += 1
        return true
    }

    /// Ends a part that was begun.
    mutating func leave() { depth -= 1 }

    /// Counts parts that are known already; false if they are too many.
    mutating func take(_ count: Int) -> Bool {
        size += count
        return !isExceeded
    }
}
