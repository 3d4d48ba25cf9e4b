import PermafrostTestSupport
import Testing

/// No message contains an error's value as Swift prints it, such as `unknownName(what: "schema", …)`.
@Suite struct ErrorTextTests {
    private static let modules = ["CLI", "Project", "Source", "Fixtures", "Store", "Model"]
    private static let sources = Result {
        try modules.reduce(into: [:]) { all, module in
            all.merge(try SourceTree.code(below: "Sources/Permafrost" + module)) { first, _ in first }
        }
    }

    /// Errors that the code that calls their function catches and replaces.
    private static let caught: Set<String> = [
        "BinaryPropertyListError", "CloudKitSchemaError", "Conflict", "Excess", "Foreign", "Invalid", "ListFailure",
        "MalformedPropertyList",
        "MappingModels", "Refusal", "StartError", "UnknownModel", "Unreadable",
    ]

    @Test func everyErrorHasAMessage() throws {
        let code = try Self.sources.get()
        let whole = code.values.joined()
        let words = code.filter { $0.key.contains("/PermafrostCLI/") }.values.joined()
        var wordless: Set<String> = []
        for text in code.values {
            for match in text.matches(of: /(?:enum|struct|class) (\w+): [^{]*\bError\b[^{]*\{/) {
                let name = String(match.1)
                let own = try Regex("extension (\\w+\\.)*\(name): [^{]*CustomStringConvertible")
                let isDescribed = match.0.contains("CustomStringConvertible") || whole.contains(own)
                let isWorded = words.contains(try Regex("\\b\(name)\\b").wordBoundaryKind(.simple))
                if !isDescribed, !isWorded { wordless.insert(name) }
            }
        }
        #expect(wordless == Self.caught)
    }

    /// A problem with a declaration is worded by its rule.
    @Test func noMessageContainsAProblem() throws {
        for (path, text) in try Self.sources.get() {
            #expect(!text.contains(/\\\(\w+\.problem\)/), "\(path)")
        }
    }
}
