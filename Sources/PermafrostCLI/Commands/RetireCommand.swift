import PermafrostModel
import PermafrostProject
import PermafrostStore

/// `permafrost retire`: takes a version out of the sources, whose stores the app no longer migrates.
struct RetireCommand: Command {
    static let because = TextOption("--because", value: "TEXT", "the reason to record (required)")
    static let lastRelease = TextOption(
        "--last-release", value: "NAME",
        "the last release that migrates stores of the version (default: the last one in shipped.txt, or the newest release tag)"
    )
    static let dryRun = Flag.dryRun("show the edits as a unified diff without writing")
    static let undo = Flag("--undo", "undo the last retire", hasSideEffect: true)

    static let specification = CommandSpecification(
        name: "retire", operands: "VERSION --because TEXT", operandCount: 0...1,
        summary: "stop supporting a version, and take it out of the sources",
        discussion: """
            Removes the version's type with its models, its extensions and typealiases, its stages, and the tests that \
            scaffold wrote for it. Adds a line to the plan, Retired("1.0.0", hashes: […], lastRelease: "2.3"), and marks the \
            fixture in retired.txt in the fixture tree. The fixture stays unchanged. SafeModelContainer then rejects a store of \
            the version with MigrationError.retired, and doesn't change it. A container without it rejects the store with \
            \(CoreDataFailure.unknownModelVersion.quotation). If several plans list the version, edits all of them. Refuses the \
            newest or only version of a plan, a version that an older one migrates through, a version that isn't frozen or has \
            drifted, and a version that other code still uses. Verifies all other versions before writing anything. \
            Exit 0: retired. 2: failed, nothing written.
            """,
        options: [because, lastRelease, dryRun, undo], agentArguments: [Flag.dryRunName])

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode { try context.whileLocked(edit) }

    private func edit() throws -> ExitCode {
        let edits = context.edits
        if context.invocation[Self.undo] { return try context.undo(edits) }
        guard let version = context.invocation.operands.first else {
            throw UsageError.missingOperand("VERSION", command: Self.specification.name)
        }
        guard let reason = context.invocation[Self.because] else {
            throw UsageError.missingOption("--because TEXT", command: Self.specification.name)
        }
        guard !reason.allSatisfy(\.isWhitespace) else {
            throw UsageError.invalidValue(
                option: Self.because.specification.name, value: reason,
                expected: "a reason, such as \"0.1 % of launches\"")
        }
        try context.finish()
        let progress = Output.Progress("reading sources", output: context.output)
        let project = try context.projectWithoutModels()
        context.output.problems(project.sourceFindings)
        let retirement = try Retirement(
            project, version: version, because: reason, lastRelease: lastRelease(of: project),
            context.matcher(of: project))
        progress.end()
        let isWritten = !context.invocation[Self.dryRun]
        if isWritten { try retirement.write(with: edits) }
        let code = context.write(RetireReport(retirement: retirement, isWritten: isWritten))
        if context.isForPeople, isWritten { hints(retirement).forEach(context.output.note) }
        return code
    }

    private func hints(_ retirement: Retirement) -> [String] {
        [
            "A \(retirement.version) store now meets MigrationError.retired in SafeModelContainer. Offer the user to keep the "
                + "file, to export it, or to start anew",
            "To write a test of this, run \(ToolCommand.line("scaffold"))", "To undo this, run it again with --undo",
        ]
    }

    /// Returns the name of the last release that shipped, or nil if none is recorded or tagged.
    private func lastRelease(of project: Project) throws -> String? {
        if let given = context.invocation[Self.lastRelease] {
            guard ReleaseRecord.isName(given) else {
                throw UsageError.invalidValue(
                    option: Self.lastRelease.specification.name, value: given,
                    expected: "a name such as 2.3, of at most 100 bytes and without spaces or a leading #")
            }
            return given
        }
        return try project.lastRelease
    }
}
