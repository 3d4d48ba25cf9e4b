/// A fixture that an earlier release froze by a mapping that was wrong for it, in words.
package struct FormerMappingWording: Sendable, Hashable {
    private let mapping: FormerMapping

    package init(_ mapping: FormerMapping) {
        self.mapping = mapping
    }

    /// What is wrong, as a predicate of the version.
    package var frozen: String { "was frozen by an earlier Permafrost, whose mapping was wrong for \(properties)" }

    /// The properties that were mapped wrongly.
    package var properties: String { mapping.properties.joined(separator: ", ") }

    /// Who is hit.
    package var affected: String {
        "Nobody's store: the fixture, and what tests with it, is not what Apple's framework makes of the declaration"
    }

    /// What to do.
    ///
    /// - Parameters:
    ///   - isEdited: whether the declaration was edited as well.
    ///   - one: the command that freezes the version again.
    ///   - all: the command that freezes every such version again.
    package func fix(isEdited: Bool, one: String, all: String) -> String {
        let inverse =
            mapping.isOfInverses && !mapping.isConfirmed
            ? "; only if an `inverse:` of these was taken out since the freeze, which looks the same, put it back instead"
            : ""
        return isEdited
            ? "Put the declaration back as it was first; then freeze it again: \(one)" + inverse
            : "Freeze it again: \(one), or \(all) for every such fixture" + inverse
    }
}
