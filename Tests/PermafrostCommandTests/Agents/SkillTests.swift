import Foundation
import PermafrostProject
import PermafrostTestSupport
import Testing

/// The skill for agents: what is written, what is kept, and when `check` calls it outdated.
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

    private static func findings(of folder: ScratchFolder) throws -> [[String: Any]] {
        let result = try Tool.run("check", "--format", "json", in: folder)
        #expect(result.status == 0, "\(result)")
        return try Report(result).findings.filter { $0["code"] as? String == "PF0122" }
    }

    private static func frozen() throws -> ScratchFolder {
        let folder = try TypeNameTests.project()
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        return folder
    }

    // MARK: Writing

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
        #expect(report["isWritten"] as? Bool == false && report["isChecked"] as? Bool == true, "\(result)")
        #expect((report["files"] as? [[String: String]])?.map { $0["result"] } == ["written", "written"])
        #expect(!FileManager.default.fileExists(atPath: folder.path(".claude")))
    }

    @Test func anUnusualFolderGetsANote() throws {
        let folder = try ScratchFolder()
        let result = try Self.skill("--into", "docs", in: folder)
        #expect(result.status == 0)
        #expect(result.errors.contains("check can't warn when this skill is outdated"), "\(result)")
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

    // MARK: Checking

    @Test func checkFindsAnOutdatedSkill() throws {
        let folder = try Self.frozen()
        #expect(try Self.skill("--into", ".claude/skills", in: folder).status == 0)
        #expect(try Self.findings(of: folder).isEmpty)
        // git may convert line breaks.
        let main = try Self.text(Self.main, in: folder)
        try folder.write(main.replacing("\n", with: "\r\n"), to: Self.main)
        #expect(try Self.findings(of: folder).isEmpty)
        // An edited skill of this version isn't outdated.
        try folder.write(main + "\nOur own rule.\n", to: Self.main)
        #expect(try Self.findings(of: folder).isEmpty)
        try folder.write(main, to: Self.main)
        try FileManager.default.removeItem(atPath: folder.path(Self.findings))
        #expect(try Self.findings(of: folder).count == 1)
        #expect(try Self.skill("--into", ".claude/skills", in: folder).status == 0)
        #expect(try Self.findings(of: folder).isEmpty)
        try Self.makeOutdated(folder)
        let found = try #require(try Self.findings(of: folder).first)
        #expect(found["severity"] as? String == "warning")
        #expect(found["file"] as? String == Self.main)
        #expect((found["fix"] as? String)?.hasSuffix("permafrost skill --into .claude/skills --force") == true)
    }

    @Test func aSkillAtTheTopOfTheRepositoryIsFound() throws {
        let folder = try Self.frozen()
        let outer = try ScratchFolder()
        #expect(try CommandResult.running(["git", "init", "--quiet"], in: outer.url).status == 0)
        for name in ["Sources", "Fixtures"] {
            try FileManager.default.createDirectory(
                atPath: outer.path("App"), withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: folder.path(name), toPath: outer.path("App/\(name)"))
        }
        #expect(try Self.skill("--into", ".agents/skills", in: outer).errors.isEmpty)
        let path = ".agents/skills/permafrost/findings.md"
        try outer.write(try Self.text(path, in: outer).replacing(/edits: \w+/, with: "edits: 0"), to: path)
        let result = try Tool.run("check", "--project", "App", in: outer)
        #expect(result.output.contains(".agents/skills/permafrost/SKILL.md:1:1: warning: "), "\(result)")
        let fix = try #require(result.output.firstMatch(of: /permafrost (skill --into \S+ --force)/)?.1)
        #expect(try Tool.run(fix.split(separator: " ").map(String.init), in: outer.url, cache: outer).status == 0)
        #expect(try !Tool.run("check", "--project", "App", in: outer).output.contains("PF0122"))
    }

    /// Files that `skill` didn't write, or that can't be read, aren't reported.
    @Test func othersSkillsAreIgnored() throws {
        let folder = try Self.frozen()
        #expect(try Self.skill("--into", ".claude/skills", in: folder).status == 0)
        try Self.makeOutdated(folder)
        let files = FileManager.default
        try files.createDirectory(atPath: folder.path(".agents"), withIntermediateDirectories: true)
        try files.moveItem(atPath: folder.path(".claude/skills"), toPath: folder.path("elsewhere"))
        try files.createSymbolicLink(
            atPath: folder.path(".claude/skills"), withDestinationPath: folder.path("elsewhere"))
        try folder.write("# Our own skill", to: ".agents/skills/permafrost/SKILL.md")
        let outdated = try Self.text("elsewhere/permafrost/SKILL.md", in: folder)
        try folder.write(outdated + String(repeating: " ", count: 1 << 20), to: ".github/skills/permafrost/SKILL.md")
        try files.createDirectory(
            atPath: folder.path(".cursor/skills/permafrost/SKILL.md"), withIntermediateDirectories: true)
        #expect(try Self.findings(of: folder).isEmpty)
    }
}
