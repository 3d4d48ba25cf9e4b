/// A found or expected result of a probe: a name and a value.
///
/// Both are short strings that don't depend on the process: they contain no path, address, or time.
struct Fact: Codable, Hashable, Sendable {
    /// The subject of the fact: `opening`, `hash of Item`, `Item.link`.
    let name: String
    /// The value that was found or is expected: `refused with 134504`, `uri, optional`.
    let value: String

    init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Creates a fact with the value "yes" or "no".
    init(_ name: String, _ isSo: Bool) {
        self.init(name, isSo ? "yes" : "no")
    }
}

/// An expected fact, with the source of the expectation.
struct Prediction: Codable, Hashable, Sendable {
    /// The source of an expectation.
    enum Source: String, Codable, Sendable {
        /// A fixture that `permafrost freeze` wrote from the kit's declarations.
        case declaration
        /// The comparison of two versions of the kit's declarations by `permafrost diff`.
        case difference
        /// A store that SwiftData for Linux wrote or migrated.
        case linuxStore
        /// The probe's rule.
        case rule
    }

    let fact: Fact
    let source: Source

    /// Returns whether a value is as expected. An expectation that ends in `…` is a prefix.
    func isMet(by value: String?) -> Bool {
        guard let value else { return false }
        return fact.value.hasSuffix("…") ? value.hasPrefix(fact.value.dropLast()) : value == fact.value
    }
}

/// A known difference between SwiftData for Linux and the expectation for Apple's.
struct LinuxDifference: Sendable {
    let fact: Fact
    let reason: String
}
