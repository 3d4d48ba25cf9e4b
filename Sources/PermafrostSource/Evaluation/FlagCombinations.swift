/// The combinations of compilation flags that a version is evaluated with. Flags of conditions that were found together
/// aren't combined, so that their number grows with the conditions and not with their combinations.
struct FlagCombinations {
    private var all: [Set<String>] = [[]]
    private var count = 0
    private var known: Set<Set<String>> = [[]]
    private var knownSets: Set<Set<String>> = []
    /// Whether there are more combinations than ``next()`` returns.
    private(set) var areIncomplete = false

    /// More than real projects have.
    private static let limit = 128

    /// Returns the next combination, or nil if all were returned.
    mutating func next() -> Set<String>? {
        guard count < all.count else { return nil }
        count += 1
        return all[count - 1]
    }

    /// Adds the combinations of the flags that decide together whether a declaration is compiled.
    ///
    /// - Parameters:
    ///   - flagSets: the flags, for each declaration that was found.
    ///   - active: the flags that were set when the declarations were found.
    mutating func add(_ flagSets: [Set<String>], to active: Set<String>) {
        let new = flagSets.filter { !$0.isEmpty && knownSets.insert($0).inserted }
        for flags in new.map({ $0.sorted() }).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            var subsets = flags.map { Set([$0]) } + [Set(flags)]
            if flags.count < Self.limit.trailingZeroBitCount {
                subsets = (1..<(1 << flags.count)).map { chosen in
                    Set(flags.enumerated().filter { chosen & (1 << $0.offset) != 0 }.map(\.element))
                }
            } else {
                areIncomplete = true
            }
            for subset in subsets {
                add(subset)
                add(subset.union(active.subtracting(flags)))
            }
        }
    }

    private mutating func add(_ flags: Set<String>) {
        guard known.insert(flags).inserted else { return }
        guard all.count < Self.limit else {
            areIncomplete = true
            return
        }
        all.append(flags)
    }
}
