import PermafrostProject
import PermafrostStore

/// `permafrost store-diff OLD NEW`: compares two stores.
struct StoreDiffCommand: Command {
    static let rows = Flag("--rows", "also compare every value of every row")

    static let specification = CommandSpecification(
        name: "store-diff", operands: "OLD NEW", operandCount: 2...2,
        summary: "compare the models, tables and rows of two stores",
        discussion: """
            Compares the contents of two stores, for example before and after a migration. With --rows, compares \
            every value of the rows with the same model and key. If a model or property has an original name, it is \
            compared with the model or property of that name in OLD. With --plan, the comparison also uses the \
            original names in the plan's versions between the two stores. Exit 0: no difference. 1: differences. 2: \
            failed or incomplete.
            """,
        examples: [
            CommandExample("before.store after.store", "compare the models and tables of two stores"),
            CommandExample("before.store after.store --rows", "also compare every value"),
        ],
        options: [rows, RowLimit.option])

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        let limit = try RowLimit(context.invocation)
        let progress = ProgressNote("reading the stores", output: context.output)
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
