import PermafrostProject
import PermafrostStore

/// `permafrost drift STORE`: which version a store is, or what made it unknown.
struct DriftCommand: Command {
    static let blame = Flag("--blame", "find the commit that moved the declaration away from the store")

    static let specification = CommandSpecification(
        name: "drift", operands: "STORE", operandCount: 1...1,
        summary: "say which version a store is, or which property makes it unknown",
        discussion: """
            Compares a store's version hashes with those of every declared and every frozen version, as the framework does when \
            it opens the store. If none matches, shows the most similar version and what differs. Exit 0: a declared version \
            fits. 1: none does. 2: could not run, or not fully.
            """,
        options: [blame],
        formats: ReportFormat.allCases)

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        let path = context.invocation.operands[0]
        let inspection = try StoreInspection(StoreReader(path: path))
        let progress = Output.Progress("reading sources", output: context.output)
        defer { progress.end() }
        let project = try context.project()
        let known = try VersionCatalog(project, context.matcher(of: project))
        let drift = try StoreIdentification(inspection, with: known)
        progress.end()
        let blame = try context.invocation[Self.blame] && !drift.isRecognised ? blame(drift) : nil
        context.output.problems(known.findings)
        return context.write(
            StoreIdentificationReport(
                drift: drift, store: path, problems: known.findings, isIncomplete: known.isIncomplete, blame: blame))
    }

    /// Walks the repository's history for the commit at which no version had the store's hashes any more.
    private func blame(_ drift: StoreIdentification) throws -> DriftBlame.Outcome {
        let progress = Output.Progress("reading the sources of earlier commits", output: context.output)
        defer { progress.end() }
        let repository = try GitRepository(directory: context.options.directory)
        return try DriftBlame.outcome(
            of: drift.inspection.metadata, repository: repository, sources: context.sources(of: repository))
    }
}
