import Foundation
import PermafrostProject
import PermafrostTestSupport
import Testing

/// The skill for agents: what is written, and what is kept.
@Suite struct SkillTests {
    private static let main = ".claude/skills/permafrost/SKILL.md"
    private static let findings = ".claude/skills/permafrost/findings.md"

    private static func skill(_ arguments: String..., in folder: ScratchFolder) throws -> CommandResult {
        try Tool.run(["skill"] + arguments, in: folder.url, cache: folder)
    }

    private static func text(_ path: String, in folder: ScratchFolder) throws -> String {
        try String(contentsOfFile: folder.path(path), encoding: .utf8)
    }

    /// Makes both files look like those of another version, without edits in them.
    private static func makeOutdated(_ folder: ScratchFolder) throws {
        for path in [main, findings] {
            let text = try text(path, in: folder)
            try folder.write(text.replacing(/edits: \w+/, with: "edits: 0123456789abcdef"), to: path)
        }
    }

    @Test func theSkillIsWrittenOnce() throws {
        let folder = try ScratchFolder()
        let first = try Self.skill("--into", ".claude/skills", in: folder)
        #expect(first.output == "wrote    \(Self.findings)\nwrote    \(Self.main)\n", "\(first)")
        #expect(first.errors.isEmpty)
        let files = try folder.files()
        let again = try Self.skill("--into", ".claude/skills/permafrost", in: folder)
        #expect(
            again.output == "kept     \(Self.findings) (unchanged)\nkept     \(Self.main) (unchanged)\n", "\(again)")
        #expect(try folder.files() == files)
    }

    @Test func theSkillHasEveryGuideAndRule() throws {
        let folder = try ScratchFolder()
        #expect(try Self.skill("--into", ".claude/skills", in: folder).status == 0)
        let main = try Self.text(Self.main, in: folder)
        #expect(main.hasPrefix("---\nname: permafrost\ndescription: "))
        for title in ["When to freeze", "What never to edit", "How to add a version", "How to read a finding"] {
            #expect(main.contains("\n## \(title)\n"), "\(title)")
        }
        let findings = try Self.text(Self.findings, in: folder)
        for page in RulePages.all {
            #expect(findings.contains("## \(page.code) \(page.name)\n\n\(page.summary)\n"), "\(page.code)")
        }
    }

    /// Every paragraph, list item, table and code block of a section is quoted from the section's guide.
    @Test(arguments: [
        ("When to freeze", "Freezing"), ("What never to edit", "Freezing"), ("How to add a version", "TheNextVersion"),
        ("How to read a finding", "Lint"), ("How to read drift", "GateCI"),
    ])
    func aSectionQuotesItsGuide(_ title: String, _ page: String) throws {
        let words = { (text: Substring) in text.split { $0.isWhitespace }.joined(separator: " ") }
        let text = { (path: String) in
            try String(contentsOf: SourceTree.root.appending(path: path), encoding: .utf8)
        }
        let guide = words(try text("Documentation/Guide.docc/\(page).md")[...])
        let sections = try text("Sources/PermafrostProject/Texts/skill.md").split(separator: "\n## ")
        let section = try #require(sections.first { $0.hasPrefix(title + "\n\n") }).dropFirst(title.count)
        for paragraph in section.split(separator: /\n\n|\n(?=- )/) where !words(paragraph).isEmpty {
            #expect(guide.contains(words(paragraph)), "\(page): \(paragraph)")
        }
    }

    @Test func anEditedFileIsKept() throws {
        let folder = try ScratchFolder()
        #expect(try Self.skill("--into", ".claude/skills", in: folder).status == 0)
        try folder.edit(Self.main, "## When to freeze", "## Our rules\n\n## When to freeze")
        try Self.makeOutdated(folder)
        let before = try folder.files()
        let refused = try Self.skill("--into", ".claude/skills", in: folder)
        #expect(refused.status == 2)
        #expect(refused.errors.contains("to keep the edits in \(Self.findings) and \(Self.main). "), "\(refused)")
        #expect(try folder.files() == before)
        let forced = try Self.skill("--into", ".claude/skills", "--force", in: folder)
        #expect(forced.output == "replaced \(Self.findings)\nreplaced \(Self.main)\n", "\(forced)")
    }

    @Test func aDryRunWritesNothing() throws {
        let folder = try ScratchFolder()
        let result = try Self.skill("--into", ".claude/skills", "--dry-run", "--format", "json", in: folder)
        let report = try Report(result).json
        #expect(report["isWritten"] as? Bool == false, "\(result)")
        #expect((report["files"] as? [[String: String]])?.map { $0["result"] } == ["written", "written"])
        #expect(!FileManager.default.fileExists(atPath: folder.path(".claude")))
    }

    @Test func aLinkIsNotFollowed() throws {
        let folder = try ScratchFolder()
        try FileManager.default.createDirectory(atPath: folder.path("other"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path(".claude"), withDestinationPath: folder.path("other"))
        let result = try Self.skill("--into", ".claude/skills", in: folder)
        #expect(result.status == 2)
        #expect(result.errors.contains("symbolic link"), "\(result)")
        #expect(try folder.files(below: "other").isEmpty)
    }

    @Test func theFolderIsRequired() throws {
        let result = try Self.skill(in: ScratchFolder())
        #expect(result.status == 2)
        #expect(result.errors.contains("skill needs --into DIR"), "\(result)")
    }
}
