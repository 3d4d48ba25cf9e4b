import Foundation
import PermafrostModel
import PermafrostProject
import PermafrostTestSupport
import Testing

/// The documentation's pages about rules match the rules.
///
/// `PERMAFROST_WRITE_PAGES=1 swift test --filter RulePagesTests` writes them.
@Suite struct RulePagesTests {
    private static let folder = SourceTree.root.appending(path: "Documentation/Guide.docc/Rules")

    @Test func thePagesMatchTheRules() throws {
        var expected = Dictionary(uniqueKeysWithValues: RulePages.all.map { ("\($0.code).md", Self.text(of: $0)) })
        expected["Rules.md"] = Self.index
        expected["Evidence.md"] = Self.evidence
        if ProcessInfo.processInfo.environment["PERMAFROST_WRITE_PAGES"] != nil {
            try? FileManager.default.removeItem(at: Self.folder)
            try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
            for (name, text) in expected { try Data(text.utf8).write(to: Self.folder.appending(path: name)) }
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(Set(names) == Set(expected.keys))
        for (name, text) in expected {
            #expect(try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8) == text, "\(name)")
        }
    }

    private static func text(of page: RulePage) -> String {
        """
        # \(page.code) \(page.name)

        \(paragraph(page.summary))

        Severity: \(page.severity.rawValue). \(places(page))

        ## What it prevents

        \(paragraph(page.failure))

        ## Fix

        \(paragraph(page.fix))

        ## Evidence

        \(paragraph(page.evidence))

        """
            + (page.examples.map { "\n## Examples\n\n" + example("Reported", $0) + "\n" + example("Not reported", $1) }
                ?? "")
    }

    private static func example(_ title: String, _ example: RuleExample) -> String {
        "\(title):\n\n```\n\(example.code)\n```\n"
    }

    /// Returns a paragraph for DocC, which would read a paragraph that begins with `@` as a directive.
    private static func paragraph(_ text: String) -> String { text.hasPrefix("@") ? "\\" + text : text }

    private static func places(_ page: RulePage) -> String {
        let names: [(RulePage.Gate, String)] = [
            (.check, "`permafrost check`"), (.lint, "`permafrost lint`"), (.freeze, "`permafrost freeze`"),
            (.plan, "`MigrationPlan.validate()`"),
        ]
        let found = names.filter { page.gates.contains($0.0) }.map(\.1)
        guard let last = found.last else { return "" }
        return found.count > 1
            ? "\(found.dropLast().joined(separator: ", ")) and \(last) apply this rule." : "\(last) applies this rule."
    }

    private static var evidence: String {
        let rows = RulePages.all.map { page in
            "| [\(page.code)](\(page.code).md) | \(page.severity.rawValue) | \(page.reads.joined(separator: "; ")) | "
                + "\(page.source.sentence) | \(page.assumption ?? "nothing") |"
        }
        return """
            # Evidence

            Look up what each rule reads, and how it knows that the failure happens.

            ## Overview

            A finding is an error only if Permafrost read every fact that the failure depends on, and if the failure has a source:
            documentation, real stores, reports by two developers, an app's fix, or the rule's own contract. Otherwise, the finding
            is a warning, and the last column names the assumption.

            | rule | severity | reads | source | assumes |
            |---|---|---|---|---|
            \(rows.joined(separator: "\n"))

            """
    }

    private static var index: String {
        let groups: [(title: String, pages: [RulePage])] = [
            ("What has shipped", RulePages.all.filter { $0.code < "PF0200" }),
            ("What is about to ship", RulePages.all.filter { $0.code >= "PF0200" }),
        ]
        let topics = groups.filter { !$0.pages.isEmpty }.map { title, pages in
            "### \(title)\n\n" + pages.map { "- <doc:\($0.code)>\n" }.joined()
        }
        let rows = RulePages.all.map { "| [\($0.code)](\($0.code).md) | \($0.summary) |" }
        return """
            # Rules

            Look up what a code such as PF0208 means: the failure that its rule prevents, and the fix.

            ## Overview

            `permafrost explain PF0208` prints the same page in a terminal. <doc:Lint> explains how to suppress a finding, and
            <doc:Evidence> lists the source of each rule.

            | rule | finds |
            |---|---|
            \(rows.joined(separator: "\n"))

            ## Topics

            \(topics.joined(separator: "\n"))
            """
    }
}
