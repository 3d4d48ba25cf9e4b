import PermafrostModel
import PermafrostStore

/// `permafrost inspect STORE`: shows a store's version, models, tables and rows.
struct InspectCommand: Command {
    static let rows = TextOption("--rows", value: "MODEL", "show the decoded rows of this model")
    static let verbose = Flag.verbose("also show the framework's number, the UUID, checksums and version hashes")

    static let specification = CommandSpecification(
        name: "inspect", operands: "STORE", operandCount: 1...1,
        summary: "show a store's version, models, tables and rows",
        discussion: """
            Reads any SwiftData or Core Data store: a SQLite file from a device, a simulator or a crash report. Also reads rows \
            that are only in the -wal next to it. Changes nothing in its folder, and needs no project. Compares the tables with \
            the store's model, and lists missing tables and columns. Exit 0: the store was read. 1: its tables don't match its \
            model. 2: failed or incomplete.
            """,
        examples: [
            CommandExample("user.store", "show the version, models and tables of a store"),
            CommandExample("user.store --rows Post --limit 10", "show ten rows of a model"),
            CommandExample("user.store --format json", "print everything for a script"),
        ],
        options: [rows, verbose, RowLimit.option])

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        let progress = ProgressNote("reading the store", output: context.output)
        defer { progress.end() }
        let reader = try StoreReader(path: context.invocation.operands[0])
        let inspection = try StoreInspection(reader)
        let rows = try rows(inspection, reader)
        progress.end()
        let code = context.write(
            InspectReport(
                inspection: inspection, store: reader.path, rows: rows,
                isVerbose: context.invocation[Self.verbose]))
        if rows == nil, context.isForPeople, !context.isInProject {
            context.output.note(
                "To find out which version of an app it is, run in the app's folder: permafrost drift STORE")
        }
        return code
    }

    private func rows(_ inspection: StoreInspection, _ reader: StoreReader) throws -> ShownRows? {
        let limit = try RowLimit(context.invocation)
        guard let name = context.invocation[Self.rows] else { return nil }
        guard inspection.model.entity(named: name) != nil else {
            throw UsageError.unknownModel(name, known: inspection.model.entities.map(\.name))
        }
        return try ShownRows(
            of: name, total: inspection.rowCounts[name], limit: limit.count,
            in: StoreRows(reader, model: inspection.model))
    }
}
