import PermafrostProject
import PermafrostStore

/// `permafrost drift STORE`: identifies a store's version, or explains why none matches.
struct DriftCommand: Command {
    static let blame = Flag("--blame", "find the commit that changed the declaration of the store's version")

    static let specification = CommandSpecification(
        name: "drift", operands: "STORE", operandCount: 1...1,
        summary: "identify a store's version, or explain why none matches",
        discussion: """
            Compares a store's version hashes with the hashes of every declared and frozen version, as the framework does when \
            it opens the store. If none matches, shows the most similar version and the differences. Also compares the store's \
            tables with its version, and lists missing tables and columns. Exit 0: a declared version matches. 1: none \
            matches, the plan doesn't list it, or the tables don't match the version. 2: failed or incomplete.
            """,
        examples: [
            CommandExample("user.store", "find the version of a user's store"),
            CommandExample("user.store --blame", "find the commit that changed the declaration of its version"),
            CommandExample("user.store --project MyApp", "compare with the versions of a project in another folder"),
        ],
        options: [blame],
        formats: ReportFormat.allCases)

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        let path = context.invocation.operands[0]
        let inspection = try StoreInspection(StoreReader(path: path))
        let progress = ProgressNote("reading sources", output: context.output)
        defer { progress.end() }
        guard let (_, known) = try context.versions() else {
            progress.end()
            return context.writeWithoutProject(inspection, store: path)
        }
        let drift = try StoreIdentification(inspection, with: known)
        progress.end()
        let blame = try context.invocation[Self.blame] && !drift.isRecognised ? blame(drift) : nil
        context.output.problems(known.findings)
        return context.write(
            StoreIdentificationReport(
                drift: drift, store: path, problems: known.findings, isIncomplete: known.isIncomplete, blame: blame))
    }

    /// Searches the repository's history for the commit after which no version has the store's hashes.
    private func blame(_ drift: StoreIdentification) throws -> DriftBlame.Outcome {
        let progress = ProgressNote("reading the sources of earlier commits", output: context.output)
        defer { progress.end() }
        let repository = try GitRepository(directory: context.options.directory)
        return try DriftBlame.outcome(
            of: drift.inspection.metadata, repository: repository, sources: context.sources(of: repository))
    }
}
