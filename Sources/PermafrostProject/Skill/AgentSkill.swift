import PermafrostModel
import PermafrostSource

/// The skill that tells agents when to freeze, what never to edit, how to add a version, and what each finding means.
///
/// Its text comes from `Texts/skill.md`, which quotes the guides, and from the pages about findings. Each file contains a digest of its other lines, so that
/// a later run recognizes edits.
package struct AgentSkill: Sendable {
    /// A file of the skill.
    package struct File: Sendable {
        package let name: String
        package let text: String
    }

    /// The name of the skill, which is also the name of its folder.
    package static let name = "permafrost"
    /// The name of the file that agents read first.
    static let mainFile = "SKILL.md"

    /// The files that this version of Permafrost writes.
    package static let files = [
        // The file that agents read first is written last.
        WrittenSkillFile.written("findings.md", start: "", lines: findings),
        WrittenSkillFile.written(mainFile, start: head, lines: guides),
    ]

    /// The front matter of the main file, and its other lines. Apart from the introduction, they quote the guides.
    private static let (head, guides): (String, String) = {
        let text = EmbeddedTexts.skillMD
        let end = text.firstRange(of: "\n---\n")?.upperBound ?? text.startIndex
        return (String(text[..<end]), String(text[end...]))
    }()

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

            What each code means. `permafrost explain CODE` prints one of these sections.

            \(pages.joined(separator: "\n"))
            """
    }()
}
