import PermafrostProject

/// `permafrost list`: lists the versions and their states.
struct ListCommand: Command {
    static let specification = CommandSpecification(
        name: "list", summary: "list every version with its state and the stage to the next version",
        discussion: "Shows every version of every group, with its state and the place of its declaration.",
        examples: [
            CommandExample("", "list every version"),
            CommandExample("--plan AppMigrationPlan", "list only the versions of a plan"),
        ])

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        let report = ListReport(list: try list())
        let code = context.write(report)
        context.output.problems(report.findings)
        return code
    }

    private func list() throws -> VersionList {
        let progress = ProgressNote("reading sources", output: context.output)
        defer { progress.end() }
        let held = context.heldFixtures(needsDelivery: false)
        let project = try context.project()
        return try VersionList.run(project, context.matcher(of: project), held: held.get())
    }
}
