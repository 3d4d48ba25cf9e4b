import PermafrostModel

/// A report that contains only text.
struct TextReport: Report {
    let command: String
    let exitCode = ExitCode.success
    let lines: [String]

    var contents: JSONObject { ["text": lines.map { $0 + "\n" }.joined()] }

    func page(_ context: ReportContext) -> [String] { lines }
}
