import PermafrostProject

/// `permafrost list`: how every version stands.
struct ListCommand: Command {
    static let specification = CommandSpecification(
        name: "list", summary: "list the versions: declared, frozen, drifted, and the stage to the next",
        discussion: "Shows every version of every group, with its place and how it stands.")

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        let check = try context.check(needsFixtures: false)
        let code: ExitCode = check.isIncomplete ? .failed : .fine
        switch context.format {
        case .json: context.output.result(CheckJSON(check, code: code).list.bytes(.lines))
        default: context.output.result(ListText(check, output: context.output).text)
        }
        context.output.problems(check.findings.filter(\.isOfSources))
        return code
    }
}
