import PermafrostProject

/// `permafrost skill`: writes a skill that tells agents how to work with frozen versions.
struct SkillCommand: Command {
    static let into = TextOption(
        "--into", value: "DIR", "the folder with the agent's skills, such as .claude/skills (required)")
    static let force = Flag("--force", "replace files of the skill that somebody edited")
    static let dryRun = Flag.dryRun("show what would be written without writing")

    static let specification = CommandSpecification(
        name: "skill", operands: "--into DIR",
        summary: "write an agent skill: when to freeze, what never to edit, how to read findings",
        discussion: """
            Writes the folder \(AgentSkill.name) with SKILL.md, which has the rules and steps from the guides, and findings.md, \
            which describes every finding's code. Agents such as Claude Code and Codex read skills from \
            .agents/skills or .claude/skills. Each file contains a digest: an edited file isn't changed without --force. Exit \
            0: written, or already there. 2: failed, nothing written.
            """,
        examples: [
            CommandExample("--into .claude/skills", "write the skill for an agent")
        ],
        options: [into, force, dryRun])

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        guard let into = context.path(Self.into) else {
            throw UsageError.missingOption("--into DIR", command: Self.specification.name)
        }
        let installation = try SkillInstallation(
            into: into, project: context.options.directory, isForced: context.invocation[Self.force])
        if !context.invocation.isDryRun { try installation.write() }
        return context.write(
            SkillReport(installation: installation, isWritten: !context.invocation.isDryRun, shown: context.shown))
    }
}
