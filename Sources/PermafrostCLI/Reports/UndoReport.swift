/// The report of an undo, such as `new-version --undo`, with the files that were reverted.
struct UndoReport: Report {
    let command: String
    let exitCode = ExitCode.success
    let paths: [String]
    /// The path of the journal that recorded the changes of the undone command.
    let journal: String

    func page(_ context: ReportContext) -> [String] { paths.map { "reverted \(context.relative($0))" } }

    func notes(_ format: ReportFormat) -> [String] { ["Used the journal \(journal)"] }

    var contents: JSONObject { ["files": paths, "journal": journal] }
}
