/// One thing that a probe finds out: what it is about, and what was found.
///
/// Both are short texts that mean the same in every process: no path, no address, no moment.
struct Fact: Codable, Hashable, Sendable {
    /// What it is about: `opening`, `hash of Item`, `Item.link`.
    let name: String
    /// What was found, or is expected: `refused with 134504`, `uri, optional`.
    let value: String

    init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// A fact that is either so or not.
    init(_ name: String, _ isSo: Bool) {
        self.init(name, isSo ? "yes" : "no")
    }
}

/// A fact that is expected, and where the expectation comes from.
struct Prediction: Codable, Hashable, Sendable {
    /// Where an expectation comes from.
    enum Source: String, Codable, Sendable {
        /// `permafrost freeze` read the kit's declarations, and wrote this into a fixture.
        case declaration
        /// `permafrost diff` compared two versions of the kit's declarations.
        case difference
        /// SwiftData for Linux wrote this into a store.
        case linuxStore
        /// The probe's rule says so.
        case rule
    }

    let fact: Fact
    let source: Source

    /// Whether a value is as expected. An expectation that ends in `…` is met by what begins so.
    func isMet(by value: String?) -> Bool {
        guard let value else { return false }
        return fact.value.hasSuffix("…") ? value.hasPrefix(fact.value.dropLast()) : value == fact.value
    }
}

/// Where SwiftData for Linux is known to differ from what is expected of Apple's.
struct LinuxDifference: Sendable {
    let fact: Fact
    let reason: String
}
