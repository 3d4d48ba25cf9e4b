import PermafrostProject

/// `permafrost list`: how every version stands.
struct ListCommand {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        let progress = Progress("reading sources", output: context.output)
        let project = try context.project()
        let known = KnownFixturesFile(context)
        let check = try ProjectCheck(project, needsFixtures: false, known: known.read())
        known.keep(check.known)
        progress.end()
        let code: ExitCode = check.isIncomplete ? .failed : .fine
        switch context.format {
        case .json: context.output.result(CheckJSON(check, code: code).list.bytes(.lines))
        default: context.output.result(ListText(check, output: context.output).text)
        }
        context.output.problems(check.findings.filter(\.isOfSources))
        return code
    }
}
