import PermafrostModel

/// How results are written.
enum ReportFormat: String, CaseIterable, Sendable {
    /// For people.
    case text
    /// For scripts.
    case json
    /// GitHub's workflow commands, shown as annotations of a pull request.
    case github
    /// SARIF 2.1.0, for code scanning.
    case sarif
    /// JUnit's XML, for continuous integration that shows test results.
    case junit
    /// `file:line:column: error:`, which Xcode and most editors turn into links.
    case xcode

    /// What every command writes.
    static let basic: [ReportFormat] = [.text, .json]

    /// Whether it is made of findings alone.
    var isOfFindings: Bool { !Self.basic.contains(self) }

    /// A report as it is written.
    enum Rendering {
        /// Lines, in which control characters of foreign names, line breaks too, are replaced before they are written.
        case lines([String])
        /// A document whose form says by itself how control characters are written.
        case document([UInt8])
    }

    /// Writes a report. Every format is valid for every report, also for that of an error.
    func rendering(of report: some Report, _ context: ReportContext) -> Rendering {
        switch self {
        case .text: .lines(report.page(context))
        case .json: .document(Printable.json(Self.json(of: report).bytes(.lines)))
        case .github: .lines(GitHubReport(FindingReport(report, context)).lines)
        case .sarif: .document(Printable.json(SARIFReport(FindingReport(report, context)).bytes))
        case .junit: .document(Array(JUnitReport(FindingReport(report, context)).text.utf8))
        case .xcode: .lines(XcodeReport(FindingReport(report, context)).lines)
        }
    }

    private static func json(of report: some Report) -> CanonicalJSON {
        .object(
            report.members + [
                ("command", .string(report.command)), ("exitCode", .integer(Int64(report.exitCode.rawValue))),
                ("formatVersion", .integer(1)),
            ])
    }
}
