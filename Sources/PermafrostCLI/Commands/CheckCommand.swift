import PermafrostModel
import PermafrostProject

/// `permafrost check`: the drift gate.
struct CheckCommand: Command {
    static let base = TextOption(
        "--base", value: "GITREF",
        "also compare with a tag, branch or commit, such as the branch that a change is merged into")
    static let requireFrozen = Flag("--require-frozen", "a declared version that is not frozen is an error")
    static let stamp = TextOption(
        "--stamp", value: "FILE", "write an empty file where nothing is wrong, for build tools")

    static let specification = CommandSpecification(
        name: "check",
        summary: "fail if a fixture is damaged or missing, or a frozen declaration changed",
        discussion: """
            Compares every fixture with its checksums, with what the sources declare and with what git holds: a fixture that a \
            release tag, the last commit or the base has must not be missing or replaced. Each tag is a release unless \
            settings.json in the fixture tree names patterns. Exit 0: no errors. 1: drift, damage or a missing fixture. \
            2: failed or incomplete.
            """,
        options: [base, requireFrozen, stamp],
        formats: ReportFormat.allCases)

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        let check = try context.check(
            requiresFrozen: context.invocation[Self.requireFrozen], since: context.invocation[Self.base])
        let report = CheckReport(check: check)
        // Build systems look at its time.
        if report.exitCode == .fine, let stamp = context.invocation[Self.stamp] {
            try OutputFile(stamp, option: "--stamp", context).write([])
        }
        return context.write(report)
    }
}
