/// A format for a command's results.
enum ReportFormat: String, CaseIterable, Sendable {
    /// Human-readable text.
    case text
    /// JSON for scripts.
    case json
    /// GitHub's workflow commands, which appear as annotations in a pull request.
    case github
    /// SARIF 2.1.0, for code scanning.
    case sarif
    /// JUnit XML, for CI services that show test results.
    case junit
    /// Lines such as `file:line:column: error:`, which Xcode and most editors turn into links.
    case xcode
    /// Markdown, for a job summary or a comment in a pull request.
    case markdown

    /// The formats that every command supports.
    static let basic: [ReportFormat] = [.text, .json]

    /// Whether this is human-readable text.
    var isForPeople: Bool { self == .text }

    /// Whether a report in this format contains only findings.
    var showsOnlyFindings: Bool { !Self.basic.contains(self) }
}
