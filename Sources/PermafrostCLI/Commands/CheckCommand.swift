import PermafrostModel
import PermafrostProject

/// `permafrost check`: the drift gate.
struct CheckCommand: Command {
    static let specification = CommandSpecification(
        name: "check",
        summary: "fail where a fixture is damaged or a frozen version's declaration has changed",
        discussion: """
            Compares every fixture with its checksums and with what the sources declare today, and names each \
            property that changed, its line, who is hit and what to do. Exit 0: nothing. 1: drift or damage. \
            2: could not run, or not fully.
            """,
        options: [
            OptionSpecification(name: "--require-frozen", help: "a declared version that is not frozen is an error")
        ])

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        let check = try context.check(requiresFrozen: context.invocation.has("--require-frozen"))
        let code: ExitCode =
            check.isIncomplete ? .failed : check.findings.contains { $0.severity == .error } ? .findings : .fine
        switch context.format {
        case .json: context.output.result(CheckJSON(check, code: code).json.bytes(.lines))
        case .text:
            context.output.result(CheckText(check, directory: context.options.directory, output: context.output).text)
        }
        return code
    }
}
