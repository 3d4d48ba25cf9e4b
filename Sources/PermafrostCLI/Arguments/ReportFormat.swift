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
    /// Markdown, for a job's page or a comment on a pull request.
    case markdown

    /// What every command writes.
    static let basic: [ReportFormat] = [.text, .json]

    /// Whether it is made of findings alone.
    var isOfFindings: Bool { !Self.basic.contains(self) }
}
