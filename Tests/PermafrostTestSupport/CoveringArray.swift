/// Rows that cover every pair of values of any two factors. There are usually far fewer rows than combinations.
///
/// Each row starts with a pair that no earlier row has. Every further factor takes the value that adds the most missing
/// pairs. The rows are the same in each run.
public struct CoveringArray: Sendable {
    /// The rows. A row has the index of one value for each factor. The first row has the first value of each factor.
    /// Empty if a factor has no values.
    public private(set) var rows: [[Int]]

    private struct Pair: Hashable {
        var factor: Int, value: Int
        var otherFactor: Int, otherValue: Int
    }

    /// Creates the rows for factors with the given numbers of values.
    ///
    /// - Parameter counts: the number of values of each factor.
    public init(counts: [Int]) {
        rows = [Array(repeating: 0, count: counts.count)]
        guard counts.allSatisfy({ $0 > 0 }) else {
            rows = []
            return
        }
        var missing = Self.pairs(counts)
        missing.subtract(Self.pairs(of: rows[0]))
        if counts.count == 1 { rows += (1..<counts[0]).map { [$0] } }
        // In a fixed order, which a set doesn't have.
        for pair in Self.ordered(counts) where missing.contains(pair) {
            let row = Self.row(beginningWith: pair, counts, missing)
            missing.subtract(Self.pairs(of: row))
            rows.append(row)
        }
    }

    private static func row(beginningWith pair: Pair, _ counts: [Int], _ missing: Set<Pair>) -> [Int] {
        var chosen: [Int: Int] = [pair.factor: pair.value, pair.otherFactor: pair.otherValue]
        for factor in counts.indices where chosen[factor] == nil {
            // The number of missing pairs that a value makes with the chosen values, and then with any value.
            let worth = (0..<counts[factor]).map { value in
                let made = chosen.count { missing.contains(Self.pair(factor, value, $0.key, $0.value)) }
                let open = missing.count {
                    $0.factor == factor && $0.value == value || $0.otherFactor == factor && $0.otherValue == value
                }
                return (made, open)
            }
            chosen[factor] = worth.indices.max { worth[$0] < worth[$1] } ?? 0
        }
        return counts.indices.map { chosen[$0] ?? 0 }
    }

    private static func pair(_ factor: Int, _ value: Int, _ other: Int, _ otherValue: Int) -> Pair {
        factor < other
            ? Pair(factor: factor, value: value, otherFactor: other, otherValue: otherValue)
            : Pair(factor: other, value: otherValue, otherFactor: factor, otherValue: value)
    }

    private static func ordered(_ counts: [Int]) -> [Pair] {
        var pairs: [Pair] = []
        for factor in counts.indices {
            for other in counts.indices.dropFirst(factor + 1) {
                for value in 0..<counts[factor] {
                    for otherValue in 0..<counts[other] {
                        pairs.append(
                            Pair(factor: factor, value: value, otherFactor: other, otherValue: otherValue))
                    }
                }
            }
        }
        return pairs
    }

    private static func pairs(_ counts: [Int]) -> Set<Pair> { Set(ordered(counts)) }

    private static func pairs(of row: [Int]) -> Set<Pair> {
        var pairs: Set<Pair> = []
        for factor in row.indices {
            for other in row.indices.dropFirst(factor + 1) {
                pairs.insert(pair(factor, row[factor], other, row[other]))
            }
        }
        return pairs
    }
}
