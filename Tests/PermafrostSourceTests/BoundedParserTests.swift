import Foundation
import SwiftParser
import SwiftSyntax
import Testing

@testable import PermafrostSource

/// A file that exceeds the parser's limits is reported with its location, and all other files are read.
@Suite struct BoundedParserTests {
    static let version = """
        enum V1: VersionedSchema {
            static let versionIdentifier = Schema.Version(1, 0, 0)
            static let models: [any PersistentModel.Type] = [A.self]
            @Model final class A { var name = "" }
        }

        """

    /// Source that exceeds a limit and follows a model, and words that the reported issue contains.
    struct Excess: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: @Sendable () -> String
        let words: String

        init(_ testDescription: String, _ words: String, _ text: @escaping @Sendable () -> String) {
            (self.testDescription, self.words, self.text) = (testDescription, words, text)
        }
    }

    static let excesses = [
        Excess("brackets", "nested too deeply") { String(repeating: "[", count: 100_000) },
        Excess("parentheses", "nested too deeply") { String(repeating: "(", count: 100_000) },
        Excess("generic arguments", "nested too deeply") { "let a: " + String(repeating: "A<", count: 100_000) },
        Excess("braces that end", "nested too deeply") {
            String(repeating: "{", count: 100_000) + String(repeating: "}", count: 100_000)
        },
        Excess("operators", "too many tokens") { "let a = " + String(repeating: "+ ", count: 5_000_000) },
        Excess("lines", "too many tokens") { String(repeating: "a\n", count: 5_000_000) },
        Excess("a few long comments", "larger than 16 MB") {
            String(repeating: "// " + String(repeating: "x", count: 1_000_000) + "\n", count: 50)
        },
        Excess("zero bytes", "not UTF-8") { String(repeating: "\0", count: 5_000_000) },
    ]

    @Test(arguments: excesses) func aFindingAndTheOtherFiles(_ excess: Excess) throws {
        let project = try SourceReader(
            request: SourceRequest(directory: "/"),
            files: InMemorySources(["Bad.swift": "@Model class B {}\n" + excess.text(), "Good.swift": Self.version])
        ).read()
        #expect(project.schemas.map(\.name) == ["V1"])
        let issues = project.issues.filter { $0.location.file == "Bad.swift" }
        #expect(issues.contains { "\($0.problem)".contains(excess.words) }, "\(issues)")
    }

    @Test func tokensAreNeverCountedTooLow() {
        let texts = ["let a = b.c(1, \"x\")", "a+b", "@A struct B<C>: D {}", "/* c */ a", "é.ü", "1_000.5"]
        for text in texts {
            let count = Parser.parse(source: text).tokens(viewMode: .sourceAccurate).count {
                $0.tokenKind != .endOfFile
            }
            let excess = Array(text.utf8).withUnsafeBufferPointer {
                BoundedParser.firstExcess(in: $0, limit: max(0, count - 1))
            }
            #expect(excess != nil || count <= 1, "\(text) has \(count) tokens")
        }
    }
}
