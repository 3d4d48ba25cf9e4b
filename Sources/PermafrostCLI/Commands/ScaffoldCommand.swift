import PermafrostProject
import PermafrostSource

/// `permafrost scaffold`: writes drift and migration tests for the frozen versions.
struct ScaffoldCommand: Command {
    static let from = TextOption(
        "--from", short: "-f", value: "VERSION", "write only the test of the migration from this frozen version")
    static let to = TextOption(
        "--to", short: "-t", value: "VERSION",
        "the declared version to migrate to, with --from, even if it isn't "
            + "frozen")
    static let drift = TextOption("--drift", value: "VERSION", "write only the drift test of this frozen version")
    static let replace = Flag("--replace", "replace files that scaffold wrote and nobody edited")

    static let specification = CommandSpecification(
        name: "scaffold",
        summary: "write drift and migration tests for the frozen versions",
        discussion: """
            For each frozen version, writes a test that fails if it has drifted. Also writes a test for each migration from one \
            version to the next, and for the migration from the oldest to the newest. With --from and --to, writes the test of \
            one migration. The version to migrate to doesn't have to be frozen: the test of a version that isn't frozen yet \
            fails until you write what the migration must do, also after the freeze. Never changes a test file that you edited. \
            Exit 0: all tests exist. 2: some tests couldn't be written.
            """,
        examples: [
            CommandExample("", "write every missing test"),
            CommandExample("--from 1.0.0 --to 3.0.0", "write the test of one migration"),
            CommandExample("--drift 2.0.0 --tests Tests/AppTests", "write the drift test of one version into a folder"),
        ],
        options: [from, to, drift, replace, TestOptions.tests, TestOptions.framework])

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        var request = try context.testRequest()
        request.selection = try selection()
        request.replaces = context.invocation[Self.replace]
        let progress = ProgressNote("reading sources", output: context.output)
        let project = try context.project()
        let scaffold = try ProjectScaffold(project, request)
        progress.end()
        context.output.problems(project.sourceFindings)
        return context.write(context.written(scaffold, problems: project.sourceFindings))
    }

    private func selection() throws -> ScaffoldRequest.Selection {
        let (from, to) = (context.invocation[Self.from], context.invocation[Self.to])
        let drift = context.invocation[Self.drift]
        switch (from, to, drift) {
        case (nil, nil, nil): return .all
        case (nil, nil, let version?): return .drift(version)
        case (let from?, let to?, nil): return .migration(from: from, to: to)
        case (_?, nil, nil): throw UsageError.missingOption("--to VERSION with --from", command: "scaffold")
        case (nil, _?, nil): throw UsageError.missingOption("--from VERSION with --to", command: "scaffold")
        case (_?, _, _?): throw UsageError.conflictingOptions("--drift", "--from")
        case (nil, _?, _?): throw UsageError.conflictingOptions("--drift", "--to")
        }
    }
}

extension ProjectScaffold.Outcome {
    var isFailure: Bool { if case .failed = result { true } else { false } }

    /// Whether the file was written or replaced.
    var isNew: Bool {
        switch result {
        case .written, .replaced: true
        case .unchanged, .outdated, .edited, .failed: false
        }
    }

    /// Returns the line that describes the outcome for the file.
    func line(_ path: String, _ style: Style) -> String {
        let unfinished =
            file.test.isUnfinished
            ? [
                "unfinished: the test fails until you assert what the migration "
                    + "does"
            ] : []
        func notes(_ first: [String] = []) -> String {
            let all = first + unfinished
            return all.isEmpty ? "" : " (\(all.joined(separator: "; ")))"
        }
        return switch result {
        case .written: "\(style.green("wrote"))    \(path)"
        case .replaced: "\(style.green("replaced")) \(path)\(notes())"
        case .unchanged: "\(style.faint("kept"))     \(path)\(notes(["unchanged"]))"
        case .outdated: "\(style.faint("kept"))     \(path)\(notes(["outdated: add --replace to write it again"]))"
        case .edited: "\(style.faint("kept"))     \(path) (edited by you)"
        case .failed(let error): "\(style.red("failed"))   \(path): \(ErrorMessage(error).whole)"
        }
    }
}
