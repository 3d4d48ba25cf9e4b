import PermafrostProject
import PermafrostStore

/// `permafrost migrate STORE --to VERSION --dry-run`: what a migration would do to a store.
struct MigrateCommand: Command {
    static let to = TextOption("--to", value: "VERSION", "the version to migrate to")
    static let dryRun = Flag.dryRun("migrate a copy; nothing else is offered")
    static let stepByStep = Flag("--step-by-step", "take each step by itself, where the framework takes all as one")

    static let specification = CommandSpecification(
        name: "migrate", operands: "STORE --to VERSION --dry-run", operandCount: 1...1,
        summary: "rehearse a lightweight migration on a copy of a store: rows, values lost, time, errors",
        discussion: """
            Copies the store to a temporary folder, finds its version by its hashes, and brings the copy to VERSION as the \
            framework would: along the stages of the declared plan, or by inference between the versions of a Core Data model. \
            Reports the rows of every model before and after, what is dropped and what it held, and every value and link that is \
            not as it was. The store itself, its -wal and its folder stay as they are. Custom stages and mapping models are \
            code, and are not run here: SafeModelContainer.dryRun rehearses a plan with custom stages in a test. Exit 0: it \
            succeeds and loses nothing. 1: it fails, or loses values. 2: could not be rehearsed.
            """,
        options: [to, dryRun, stepByStep])

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        guard let version = context.invocation[Self.to] else {
            throw UsageError.missingOption("--to VERSION", command: "migrate")
        }
        guard context.invocation[Self.dryRun] else { throw UsageError.rehearsalOnly }
        let path = context.invocation.operands[0]
        let inspection = try StoreInspection(StoreReader(path: path))
        let progress = Output.Progress("reading sources", output: context.output)
        defer { progress.end() }
        let project = try context.project()
        let known = try VersionCatalog(project, context.matcher(of: project))
        progress.end()
        let route = try RouteSearch(
            StoreIdentification(inspection, with: known), to: version, in: project,
            isStepwise: context.invocation[Self.stepByStep]
        ).route()
        let work = Output.Progress("migrating a copy", output: context.output)
        defer { work.end() }
        let rehearsal = try MigrationRehearsal(of: path, inspection, route)
        work.end()
        context.output.problems(known.findings)
        return context.write(
            MigrateReport(
                rehearsal: rehearsal, store: path, isIncomplete: known.isIncomplete || inspection.isIncomplete))
    }
}
