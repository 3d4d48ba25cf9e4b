import PermafrostFixtures
import PermafrostModel

/// PF0122: An agent skill was written by a different version of Permafrost.
struct OutdatedSkill: ProjectRule {
    static let needs: Set<Fact> = [.skills]
    static let page = RulePage(
        code: "PF0122", name: "OutdatedSkill", severity: .warning, gates: [.check],
        summary: "An agent skill was written by a different version of Permafrost.",
        failure: """
            An agent that follows the skill doesn't know the current commands and findings, and may give advice that no longer \
            applies.
            """,
        fix: """
            Write the skill again with `permafrost skill --into`. If somebody edited the skill, add `--force`, which \
            replaces the edits.
            """)

    let facts: ProjectFacts

    func findings(in context: RuleContext) -> [Finding] {
        facts.skills.filter(\.isOutdated).map { skill in
            Finding(
                Self.page, Self.message(skill), at: SourceLocation(file: skill.mainFile, line: 1, column: 1))
        }
    }

    private static func message(_ skill: InstalledSkill) -> Finding.Message {
        let command = "\(ToolCommand.line("skill")) --into \(skill.folder.asShellWord)"
        return .init(
            what: "The agent skill in \(skill.folder.visible) differs from the skill of this version of Permafrost",
            affected: "agents that follow the skill. They don't know the current commands and findings",
            fix: skill.isEdited
                ? "Write the skill again, which replaces the edits: \(command) --force"
                : "Write the skill again: \(command)")
    }
}
