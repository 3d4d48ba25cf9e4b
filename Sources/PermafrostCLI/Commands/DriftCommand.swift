import PermafrostProject
import PermafrostStore

/// `permafrost drift STORE`: which version a store is, and if it is none, what made it unknown.
struct DriftCommand: Command {
    static let specification = CommandSpecification(
        name: "drift", operands: "STORE", operandCount: 1...1,
        summary: "tell which version a store is, or which property makes it unknown",
        discussion: """
            Compares a store's version hashes with those of every declared and every frozen version, as the framework does when \
            it opens the store. Where none fits, shows the likest version and what exactly differs. Exit 0: a declared version \
            fits. 1: none does. 2: could not run, or not fully.
            """)

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        let path = context.invocation.operands[0]
        let inspection = try StoreInspection(StoreReader(path: path))
        let progress = Progress("reading sources", output: context.output)
        defer { progress.end() }
        let known = try KnownVersions(try context.project())
        let drift = StoreDrift(inspection, with: known)
        progress.end()
        let code: ExitCode =
            known.isIncomplete || inspection.isIncomplete ? .failed : drift.isRecognised ? .fine : .findings
        context.output.problems(known.findings)
        switch context.format {
        case .json:
            context.output.result(
                DriftJSON(drift, known.findings, path: path, code: code).json.bytes(.lines))
        default:
            context.output.result(
                DriftText(drift, path: path, directory: context.options.directory, output: context.output).text)
        }
        return code
    }
}
