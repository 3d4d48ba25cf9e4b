/// The documentation page about the differences between the module and Apple's.
struct MissingSymbolsPage {
    let known: KnownDifferences
    let comparison: SurfaceComparison

    var text: String {
        var paragraphs = [
            Self.introduction(comparison), "## Missing declarations", "Using one of these is a compile-time error.",
        ]
        for group in known.missing + known.undeclared { paragraphs += lines(group.title, group.reason, group.symbols) }
        paragraphs.append("## Different declarations")
        for group in known.different { paragraphs += lines(group.title, group.reason, group.symbols.map(\.symbol)) }
        paragraphs += [
            "## Additional declarations", "Using one of these is a compile-time error on Apple's platforms.",
        ]
        for group in known.oursAlone { paragraphs += lines(group.title, group.reason, group.symbols) }
        return paragraphs.joined(separator: "\n\n") + "\n"
    }

    private static func introduction(_ comparison: SurfaceComparison) -> String {
        """
        # Missing symbols

        See which of Apple's public declarations this module lacks or declares differently, and why.

        Tests compare the names and types of both modules and generate this page. Of all declarations and conformances:

        - \(comparison.equal) are the same
        - \(comparison.missing.count) are missing in this module
        - \(comparison.different.count) are declared differently
        - \(comparison.oursAlone.count) are only in this module

        A name with `*` includes the type and all its members, and `Type: Protocol` is a conformance.
        """
    }

    private func lines(_ title: String, _ reason: String, _ symbols: [String]) -> [String] {
        ["### \(title)", reason, Array(Set(symbols)).sorted().map { "- `\($0)`" }.joined(separator: "\n")]
    }
}
