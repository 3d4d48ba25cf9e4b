/// The documentation page about the differences between the module and Apple's.
struct MissingSymbolsPage {
    let known: KnownDifferences
    let comparison: SurfaceComparison

    var text: String {
        var paragraphs = [
            Self.introduction(comparison), "## What is missing", "Using one of these is a compile-time error.",
        ]
        for group in known.missing + known.undeclared { paragraphs += lines(group.title, group.reason, group.symbols) }
        paragraphs.append("## What is declared differently")
        for group in known.different { paragraphs += lines(group.title, group.reason, group.symbols.map(\.symbol)) }
        paragraphs += [
            "## What this module alone declares", "Using one of these is a compile-time error on Apple's platforms.",
        ]
        for group in known.oursAlone { paragraphs += lines(group.title, group.reason, group.symbols) }
        return paragraphs.joined(separator: "\n\n") + "\n"
    }

    private static func introduction(_ comparison: SurfaceComparison) -> String {
        """
        # Missing symbols

        How the public declarations of this module differ from those of Apple's, with the reasons.

        Tests compare both modules, name by name and type by type, and write this page. Of declarations and conformances

        - \(comparison.equal) are the same,
        - \(comparison.missing.count) are missing here,
        - \(comparison.different.count) are declared differently, and
        - \(comparison.oursAlone.count) are in this module alone.

        A name with `*` stands for a type and everything in it; `Type: Protocol` is a conformance.
        """
    }

    private func lines(_ title: String, _ reason: String, _ symbols: [String]) -> [String] {
        ["### \(title)", reason, Array(Set(symbols)).sorted().map { "- `\($0)`" }.joined(separator: "\n")]
    }
}
