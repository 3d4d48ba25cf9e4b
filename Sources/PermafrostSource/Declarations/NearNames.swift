/// Spelling suggestions, closest first.
package enum NearNames {
    /// Returns up to three candidates that are similar to a name, closest first. A candidate is similar if it starts
    /// with the name, or if its edit distance from the name is at most a third of the name's length. A distance of 1 is
    /// always similar. Ignores case, and omits the name itself.
    package static func of(_ name: String, among candidates: some Sequence<String>) -> [String] {
        // Limit the length, so that a long name doesn't take unbounded time.
        let wanted = Array(name.lowercased().prefix(128))
        let limit = max(1, wanted.count / 3)
        var near: [(name: String, distance: Int)] = []
        for candidate in Set(candidates) where candidate != name {
            let letters = Array(candidate.lowercased().prefix(128))
            guard abs(letters.count - wanted.count) <= limit || letters.starts(with: wanted) else { continue }
            let distance = letters.starts(with: wanted) && !wanted.isEmpty ? 0 : distance(wanted, letters)
            if distance <= limit { near.append((candidate, distance)) }
        }
        return near.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(3).map(\.name)
    }

    /// Returns the suggestions as a question, such as `did you mean a, b or c?`. Nil if there are no suggestions.
    package static func question(_ names: [String]) -> String? {
        guard let last = names.last else { return nil }
        let others = names.dropLast().joined(separator: ", ")
        return "did you mean \(others.isEmpty ? "" : others + " or ")\(last)?"
    }

    /// Returns the edit distance: the minimum number of letters to insert, remove, replace or swap with a neighboring
    /// letter.
    private static func distance(_ first: [Character], _ second: [Character]) -> Int {
        guard !first.isEmpty, !second.isEmpty else { return max(first.count, second.count) }
        var beforeLast: [Int] = []
        var last = Array(0...second.count)
        for row in 1...first.count {
            var current = [row]
            for column in 1...second.count {
                let cost = first[row - 1] == second[column - 1] ? 0 : 1
                var best = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + cost)
                if row > 1, column > 1, first[row - 1] == second[column - 2], first[row - 2] == second[column - 1] {
                    best = min(best, beforeLast[column - 2] + 1)
                }
                current.append(best)
            }
            beforeLast = last
            last = current
        }
        return last[second.count]
    }
}
