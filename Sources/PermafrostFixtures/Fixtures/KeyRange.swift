import PermafrostStore

/// The number of keys, and the lowest and highest key.
struct KeyRange {
    private var count: Int64 = 0
    private var lowest = Int64.max
    private var highest = Int64.min

    var isEmpty: Bool { count == 0 }

    mutating func add(_ key: Int64) {
        count += 1
        lowest = min(lowest, key)
        highest = max(highest, key)
    }

    /// Returns whether these keys are 1 to n without gaps and include all of the other keys. These keys must be
    /// distinct, as a table's primary keys are.
    func holdsEveryKey(of others: KeyRange) -> Bool {
        lowest == 1 && highest == count && others.lowest >= lowest && others.highest <= highest
    }
}
