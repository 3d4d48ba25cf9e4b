import Foundation
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
            OptionSpecification(
                name: "--base", value: "GITREF",
                help: "compare with the sources at a tag or commit instead of fixtures"),
            OptionSpecification(name: "--require-frozen", help: "a declared version that is not frozen is an error"),
            OptionSpecification(
                name: "--stamp", value: "FILE", help: "write an empty file where nothing is wrong, for build tools"),
        ],
        formats: ReportFormat.allCases)

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        let requiresFrozen = context.invocation.has("--require-frozen")
        let base = context.invocation.value("--base")
        if base != nil, requiresFrozen { throw UsageError.conflictingOptions("--base", "--require-frozen") }
        let check = try base.map(context.check(since:)) ?? context.check(requiresFrozen: requiresFrozen)
        let report = CheckReport(check: check)
        if report.exitCode == .fine, let stamp = context.invocation.value("--stamp") { try Self.write(stamp) }
        return context.write(report)
    }

    /// Makes or renews a file: build systems look at its time.
    private static func write(_ stamp: String) throws {
        do {
            try Data().write(to: URL(fileURLWithPath: stamp), options: .atomic)
        } catch {
            throw UsageError.invalidValue(
                option: "--stamp", value: stamp, expected: "a file that can be written (\(error.localizedDescription))")
        }
    }
}
