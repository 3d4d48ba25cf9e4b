import PermafrostProject
import PermafrostStore

/// `permafrost migrate STORE --to VERSION`: rehearses a migration on a copy of a store.
struct MigrateCommand: Command {
    static let to = TextOption("--to", value: "VERSION", "the version to migrate to")
    static let dryRun = Flag.dryRun("accepted, and changes nothing: migrate always works on a copy")
    static let stepByStep = Flag(
        "--step-by-step", "run each stage separately, even if the framework would run them as one migration")

    static let specification = CommandSpecification(
        name: "migrate", operands: "STORE --to VERSION", operandCount: 1...1,
        summary: "rehearse a lightweight migration on a copy of a store, and report lost values and errors",
        discussion: """
            Copies the store to a temporary folder, finds its version by its hashes, and migrates the copy to VERSION as the \
            framework would: along the stages of the declared plan, or by inference between the versions of a Core Data model. \
            Reports each model's rows before and after, the dropped models and properties with the number of lost values, and \
            every value and link that changed. Also lists the tables and columns that are missing from the store. Doesn't change \
            the store, its -wal or its folder. Can't run custom stages, whose code is in the app, or mapping models. To rehearse \
            custom stages, use SafeModelContainer.dryRun in a test. Exit 0: the migration succeeds without losing data. 1: it \
            fails or loses data, or the store's tables don't match its version. 2: the rehearsal failed.
            """,
        examples: [
            CommandExample("user.store --to 3.0.0", "rehearse a migration to a version"),
            CommandExample("user.store --to 3.0.0 --step-by-step", "run each stage separately"),
        ],
        options: [to, dryRun, stepByStep], agentArguments: [Flag.dryRunName])

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        guard let version = context.invocation[Self.to] else {
            throw UsageError.missingOption("--to VERSION", command: "migrate")
        }
        let path = context.invocation.operands[0]
        let read = try StoreInspection(StoreReader(path: path))
        let progress = ProgressNote("reading sources", output: context.output)
        defer { progress.end() }
        guard let (project, known) = try context.versions() else {
            progress.end()
            return context.writeWithoutProject(read, store: path)
        }
        progress.end()
        let drift = try StoreIdentification(read, with: known)
        let route = try RouteSearch(
            drift, to: version, in: project, isStepwise: context.invocation[Self.stepByStep]
        ).route()
        let inspection = drift.inspection
        let work = ProgressNote("migrating a copy", output: context.output)
        defer { work.end() }
        let rehearsal = try MigrationRehearsal(of: path, inspection, route)
        work.end()
        context.output.problems(known.findings)
        return context.write(
            MigrateReport(
                rehearsal: rehearsal, store: path, isIncomplete: known.isIncomplete || inspection.isIncomplete))
    }
}
