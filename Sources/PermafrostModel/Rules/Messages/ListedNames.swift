extension [String] {
    /// The names as a list in a sentence, such as `a, b and c`.
    package var listed: String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " and " + last
    }
}

extension Array where Element: Hashable {
    /// The elements without duplicates, in the order of their first occurrence.
    package var unique: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}

extension String {
    /// The text with its first letter in lowercase, to continue a sentence.
    var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
