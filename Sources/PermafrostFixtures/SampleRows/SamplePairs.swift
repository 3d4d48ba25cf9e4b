import PermafrostStore

/// The linked pairs of rows in a many-to-many relationship. If the counts allow it, every fourth row of the first side
/// has no links, and most others have two.
struct SamplePairs {
    typealias Reference = SampleRows.Reference

    /// A row of the join table.
    struct Pair {
        var first: Reference
        var second: Reference
        /// The first row's position among the second row's links, starting at 1.
        var firstPosition: Int
        /// The second row's position among the first row's links, starting at 1.
        var secondPosition: Int
    }

    private let first: [Reference]
    private let second: [Reference]
    private let firstCounts: ClosedRange<Int>
    private let secondCounts: ClosedRange<Int>
    private let shift: Int
    private let isOwnInverse: Bool
    private var pairs: [Pair] = []
    private var linksOfFirst: [Int]
    private var linksOfSecond: [Int]
    private var linked: Set<[Int]> = []

    /// Prepares the pairs. Call ``link()`` to create them.
    ///
    /// - Parameters:
    ///   - firstCounts: the allowed number of second-side rows for each first-side row.
    ///   - shift: the number to add to a first-side row's index. The sum is the index of the second-side row where the
    ///     search for the row's links starts.
    ///   - isOwnInverse: whether the relationship is its own inverse. Each pair then also requires the reverse pair.
    init(
        first: [Reference], second: [Reference], firstCounts: ClosedRange<Int>, secondCounts: ClosedRange<Int>,
        shift: Int, isOwnInverse: Bool
    ) {
        self.first = first
        self.second = second
        self.firstCounts = firstCounts
        self.secondCounts = secondCounts
        self.shift = shift
        self.isOwnInverse = isOwnInverse
        linksOfFirst = [Int](repeating: 0, count: first.count)
        linksOfSecond = [Int](repeating: 0, count: second.count)
    }

    /// Links the rows, and returns the pairs.
    mutating func link() -> [Pair] {
        for index in first.indices {
            if firstCounts.lowerBound == 0, index % 4 == 3 { continue }
            let wanted = min(max(firstCounts.lowerBound, 2), firstCounts.upperBound)
            for offset in second.indices where linksOfFirst[index] < wanted {
                pair(index, (index + shift + offset) % second.count)
            }
        }
        for index in second.indices {
            for candidate in first.indices where linksOfSecond[index] < secondCounts.lowerBound {
                pair(candidate, index)
            }
        }
        return pairs
    }

    private mutating func pair(_ left: Int, _ right: Int) {
        guard first[left] != second[right], linksOfFirst[left] < firstCounts.upperBound,
            linksOfSecond[right] < secondCounts.upperBound, linked.insert([left, right]).inserted
        else { return }
        add(left, right)
        if isOwnInverse, linked.insert([right, left]).inserted { add(right, left) }
    }

    private mutating func add(_ left: Int, _ right: Int) {
        linksOfFirst[left] += 1
        linksOfSecond[right] += 1
        pairs.append(
            Pair(
                first: first[left], second: second[right], firstPosition: linksOfSecond[right],
                secondPosition: linksOfFirst[left]))
    }
}
