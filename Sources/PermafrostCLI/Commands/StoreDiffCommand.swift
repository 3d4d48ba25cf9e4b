import PermafrostProject
import PermafrostStore

/// `permafrost store-diff A B`: in what two stores differ.
struct StoreDiffCommand: Command {
    static let rows = Flag("--rows", "compare rows too")

    static let specification = CommandSpecification(
        name: "store-diff", operands: "OLD NEW", operandCount: 2...2,
        summary: "compare two stores: models, tables, indexes, row counts and rows",
        discussion: """
            Compares what two stores hold, such as one before a migration and one after it. With --rows also every value of every \
            row: the same row is that of the same model and key. What bears another original name is compared with what had it; \
            with --plan also where a version between the two stores has renamed it. Exit 0: no difference. 1: differences. 2: \
            could not run, or not fully.
            """,
        options: [rows, Invocation.RowLimit.option])

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        let limit = try Invocation.RowLimit(context.invocation)
        let progress = Output.Progress("reading the stores", output: context.output)
        defer { progress.end() }
        let paths = context.invocation.operands
        let (old, new) = (try StoreReader(path: paths[0]), try StoreReader(path: paths[1]))
        let group = try context.options.plan.flatMap { _ in try context.project().groups.first }
        let difference = try StoreDifference(
            from: old, to: new, comparesRows: context.invocation[Self.rows], along: group)
        progress.end()
        return context.write(
            StoreDiffReport(difference: difference, paths: paths, limit: limit.count, plan: context.options.plan))
    }
}
