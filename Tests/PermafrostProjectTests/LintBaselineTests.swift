import Foundation
import PermafrostModel
import PermafrostTestSupport
import Testing

@testable import PermafrostProject

/// A baseline accepts the findings that it lists, wherever their code moves, and no others.
@Suite struct LintBaselineTests {
    private static let stores = """
        enum Stores {
            static func main() -> ModelContainer {
                do { return try ModelContainer(for: AppV2.User.self) } catch {
                    fatalError("no store")
                }
            }
        }

        """

    /// Returns an app whose second version has the given properties.
    private static func app(_ properties: String..., besides: String = stores) -> [String: String] {
        LintSources.app(
            LintSources.user("var a: Int?"),
            "@Model final class User {\nvar a: Int?\n\(properties.joined(separator: "\n"))\ninit() {}\n}",
            besides: besides)
    }

    private static let old = app("var b: Int", "var c: Int")

    /// Calls `body` with a lint while its sources exist.
    private static func lint<Result>(
        _ sources: [String: String], _ body: (ProjectLint) throws -> Result
    ) throws -> Result {
        let project = try TestProject(sources)
        return try withExtendedLifetime(project) {
            try body(ProjectLint.run(project.project { $0.readsCode = true }))
        }
    }

    private static func baseline(of sources: [String: String]) throws -> Baseline {
        try lint(sources) { Baseline(of: $0) }
    }

    private static func compare(
        _ sources: [String: String], with baseline: Baseline, isPart: Bool = false
    ) throws -> LintComparison {
        try lint(sources) {
            LintComparison($0, baseline, in: BaselineFile(nil, in: "/nowhere"), base: nil, isPart: isPart)
        }
    }

    /// A change of the sources, and the codes of the new and of the gone findings.
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let sources: [String: String]
        var new: [String] = []
        var gone: [String] = []

        init(_ about: String, _ sources: [String: String], new: [String] = [], gone: [String] = []) {
            testDescription = about
            self.sources = sources
            self.new = new
            self.gone = gone
        }
    }

    private static let changes: [Change] = [
        Change("nothing", old),
        Change("another order", app("var c: Int", "// moved\n\n", "var b: Int")),
        Change("another file", ["Sources/Renamed.swift": old["App.swift"] ?? ""]),
        Change(
            "two files",
            [
                "A.swift": app("var b: Int", "var c: Int", besides: "")["App.swift"] ?? "",
                "B.swift": "import SwiftData\n" + stores,
            ]),
        Change("other spacing", app("    var  b:Int", "\tvar c : Int")),
        Change("a comment at the end of a line", app("var b: Int // \"why\"", "var c: Int /* why */")),
        Change(
            "slashes in a string",
            app("var b: Int", "var c: Int", besides: stores.replacing("no store", with: "no // store")),
            new: ["PF0222"], gone: ["PF0222"]),
        Change("another property", app("var b: Int", "var c: Int", "var d: Int"), new: ["PF0208"]),
        Change("another type", app("var b: Int", "var c: String"), new: ["PF0208"], gone: ["PF0208"]),
        Change("mended", app("var b: Int = 0", "var c: Int"), gone: ["PF0208"]),
        Change(
            "an equal finding",
            app("var b: Int", "var c: Int", besides: stores + stores.replacing("enum Stores", with: "enum Others")),
            new: ["PF0207", "PF0222"]),
        Change(
            "an equal finding in another place",
            app("var b: Int", "var c: Int", besides: stores.replacing("enum Stores", with: "enum Others"))),
    ]

    @Test(arguments: changes) func onlyNewFindingsCount(_ change: Change) throws {
        let baseline = try Self.baseline(of: Self.old)
        #expect(baseline.count == 4)
        let result = try Self.compare(change.sources, with: baseline)
        #expect(result.findings.map(\.code).sorted() == change.new)
        #expect(result.gone.map(\.identity.code) == change.gone)
        #expect(result.old.count == 4 - change.gone.count)
        // Pruning removes what is gone, and adds nothing.
        #expect(result.pruned.count == 4 - change.gone.count)
        #expect(try Self.compare(change.sources, with: result.pruned).findings.count == change.new.count)
    }

    /// An accepted warning doesn't accept an error.
    @Test(arguments: [(Finding.Severity.error, 0), (.warning, 1), (.note, 1)])
    func anEntryAcceptsAtMostItsOwnSeverity(_ severity: Finding.Severity, _ new: Int) throws {
        let sources = Self.app("var b: Int", besides: "")
        let found = try #require(Self.baseline(of: sources).entries.first)
        #expect(found.severity == .error)
        let entry = Baseline.Entry(found.identity, severity, count: 1, what: "")
        let result = try Self.compare(sources, with: Baseline([entry]))
        #expect(result.findings.count == new && result.gone.count == new)
    }

    @Test func aPartOfTheProjectHasNoObsoleteEntries() throws {
        let baseline = try Self.baseline(of: Self.old)
        let sources = Self.app("var b: Int", besides: "")
        #expect(try Self.compare(sources, with: baseline).gone.count == 3)
        #expect(try Self.compare(sources, with: baseline, isPart: true).gone.isEmpty)
    }

    // MARK: The file

    @Test func theFileRoundTrips() throws {
        let baseline = try Self.baseline(of: Self.old)
        #expect(try Baseline(parsing: baseline.bytes) == baseline)
        // A merge that keeps both sides' lines doesn't accept more.
        let text = String(decoding: baseline.bytes, as: UTF8.self)
        let line = try #require(text.split(separator: "\n").first { $0.contains("PF0208") })
        let twice = text.replacing(line, with: "\(line)\n\(line)")
        #expect(try Baseline(parsing: Array(twice.utf8)) == baseline)
        #expect(!text.contains("App.swift"))
    }

    private static let entry =
        #"{"code": "PF0208", "count": 1, "severity": "error", "subject": "", "text": "", "what": ""}"#

    @Test(arguments: [
        ("", BaselineProblem.notJSON), ("<html></html>", .notJSON), ("[1", .notJSON),
        (String(repeating: "[", count: 100_000), .notJSON),
        ("[]", .malformed("formatVersion")), ("{}", .malformed("formatVersion")),
        (#"{"formatVersion": "1"}"#, .malformed("formatVersion")), (#"{"formatVersion": 2}"#, .otherFormat(2)),
        (#"{"formatVersion": -9223372036854775808}"#, .otherFormat(.min)),
        (#"{"formatVersion": 1}"#, .malformed("findings")),
        (#"{"formatVersion": 1, "findings": {}}"#, .malformed("findings")),
        (#"{"formatVersion": 1, "findings": [\#(entry), 1]}"#, .malformed("findings[1]")),
        (#"{"formatVersion": 1, "findings": [\#(entry.replacing("1,", with: "0,"))]}"#, .malformed("findings[0]")),
        (#"{"formatVersion": 1, "findings": [\#(entry.replacing("1,", with: "100001,"))]}"#, .malformed("findings[0]")),
        (
            #"{"formatVersion": 1, "findings": [\#(entry.replacing("\"error\"", with: "\"fatal\""))]}"#,
            .malformed("findings[0]")
        ),
        (
            #"{"formatVersion": 1, "findings": [\#(entry.replacing("1,", with: "60000,")), "#
                + #"\#(entry.replacing("1,", with: "60000,").replacing("PF0208", with: "PF0209"))]}"#,
            .malformed("findings")
        ),
        ("<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> main\n", .conflict),
        ("{\"findings\": [\n<<<<<<< HEAD\n\(entry)\n=======\n>>>>>>> main\n]}", .conflict),
    ])
    func aFileThatCannotBeUsedIsRejected(_ text: String, _ problem: BaselineProblem) {
        #expect(throws: problem) { try Baseline(parsing: Array(text.utf8)) }
    }
}
