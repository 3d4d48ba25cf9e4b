import PermafrostModel
import PermafrostStore

/// `permafrost inspect STORE`: what a store is and holds.
struct InspectCommand: Command {
    static let rows = TextOption("--rows", value: "MODEL", "show the rows of this model, decoded")

    static let specification = CommandSpecification(
        name: "inspect", operands: "STORE", operandCount: 1...1,
        summary: "show what a store holds: its version, models, tables and rows",
        discussion: """
            Reads any store of SwiftData or Core Data: a SQLite file from a device, a simulator or a crash report. Rows that \
            are only in a -wal beside it are read too; nothing in its folder changes. No project is needed.
            """,
        options: [rows, Invocation.RowLimit.option])

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        let progress = Output.Progress("reading the store", output: context.output)
        defer { progress.end() }
        let reader = try StoreReader(path: context.invocation.operands[0])
        let inspection = try StoreInspection(reader)
        let rows = try rows(inspection, reader)
        progress.end()
        return context.write(InspectReport(inspection: inspection, store: reader.path, rows: rows))
    }

    private func rows(_ inspection: StoreInspection, _ reader: StoreReader) throws -> ShownRows? {
        let limit = try Invocation.RowLimit(context.invocation)
        guard let name = context.invocation[Self.rows] else { return nil }
        guard inspection.model.entity(named: name) != nil else {
            throw UsageError.unknownModel(name, known: inspection.model.entities.map(\.name))
        }
        return try ShownRows(
            of: name, total: inspection.rowCounts[name], limit: limit.count,
            in: StoreRows(reader, model: inspection.model))
    }
}
