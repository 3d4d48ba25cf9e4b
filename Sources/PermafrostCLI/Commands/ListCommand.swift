import PermafrostProject

/// `permafrost list`: lists the versions and their states.
struct ListCommand: Command {
    static let specification = CommandSpecification(
        name: "list", summary: "list every version with its state and the stage to the next version",
        discussion: "Shows every version of every group, with its state and the place of its declaration.")

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        let report = ListReport(check: try context.check(needsFixtures: false))
        let code = context.write(report)
        context.output.problems(report.findings)
        return code
    }
}
