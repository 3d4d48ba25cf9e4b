/// A format for results.
enum ReportFormat: String, CaseIterable, Sendable {
    /// Text for people.
    case text
    /// JSON for scripts.
    case json
    /// GitHub's workflow commands, shown as annotations of a pull request.
    case github
    /// SARIF 2.1.0, for code scanning.
    case sarif
    /// JUnit's XML, for CI services that show test results.
    case junit
    /// Lines such as `file:line:column: error:`, which Xcode and most editors turn into links.
    case xcode
    /// Markdown, for a job summary or a comment on a pull request.
    case markdown

    /// The formats that every command supports.
    static let basic: [ReportFormat] = [.text, .json]

    /// Whether the format shows only findings.
    var isOfFindings: Bool { !Self.basic.contains(self) }
}
