import PermafrostModel
import PermafrostSource

/// The skill that tells agents when to freeze, what never to edit, how to add a version, and what each finding means.
///
/// Its text comes from the guides and the pages about findings. Each file contains a digest of its other lines, so that
/// a later run recognizes edits, and skills that another version of Permafrost wrote.
package struct AgentSkill: Sendable {
    /// A file of the skill.
    package struct File: Sendable {
        package let name: String
        package let text: String
    }

    /// The name of the skill, which is also the name of its folder.
    package static let name = "permafrost"
    /// The folders where agents look for a project's skills, relative to the project or its repository.
    package static let usualFolders = [
        ".agents/skills", ".claude/skills", ".codex/skills", ".cursor/skills", ".gemini/skills", ".github/skills",
        ".opencode/skills",
    ]
    /// The name of the file that agents read first.
    static let mainFile = "SKILL.md"

    /// The files that this version of Permafrost writes.
    package static let files = [
        // The file that agents read first is written last.
        InstalledSkill.File.written("findings.md", start: "", lines: findings),
        InstalledSkill.File.written(mainFile, start: head, lines: guides),
    ]

    private static let head = """
        ---
        name: \(name)
        description: Keeps SwiftData schema versions migratable with Permafrost. Use before changing a @Model class, a \
        VersionedSchema, a SchemaMigrationPlan or a type that models store, before a release, and when `permafrost check` or \
        `permafrost lint` reports a finding with a code such as PF0208.
        ---

        """

    private static let guides: String = {
        let sections = SkillGuide.all.map { guide in
            "## \(guide.title)\n\n" + joined(guide.paragraphs) + "\n"
        }
        return """

            # SwiftData schema versions with Permafrost

            Every schema version that shipped is frozen as a fixture in git, and `permafrost check` fails if its declaration changes.
            `permafrost list` shows every version with its state. In a package that uses the plugins, run \
            `swift package permafrost list` and `swift package check-schemas`.

            \(sections.joined(separator: "\n"))
            ## What each finding means

            `findings.md` in this folder describes every code: the failure that its rule prevents, and the fix.

            """
    }()

    /// Joins paragraphs. Items of one list follow each other without an empty line.
    private static func joined(_ paragraphs: [String]) -> String {
        zip(paragraphs, [""] + paragraphs).map { paragraph, last in
            (last.isEmpty ? "" : paragraph.hasPrefix("- ") && last.hasPrefix("- ") ? "\n" : "\n\n") + paragraph
        }.joined()
    }

    private static let findings: String = {
        let pages = RulePages.all.map { page in
            """
            ## \(page.code) \(page.name)

            \(page.summary)

            - Severity: \(page.severity.rawValue)
            - What it prevents: \(page.failure)
            - Fix: \(page.fix)

            """
        }
        return """

            # Findings

            What each code means. `permafrost lint --explain CODE` prints one of these sections.

            \(pages.joined(separator: "\n"))
            """
    }()
}
