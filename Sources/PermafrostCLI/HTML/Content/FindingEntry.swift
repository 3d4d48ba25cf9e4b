import PermafrostModel

/// A finding with the lines of source that it is about.
struct FindingEntry: Sendable {
    let finding: Finding
    /// The commands that found it.
    let commands: [String]
    /// The line of source, and a line with a caret below it; none if there is no source.
    let excerpt: [String]

    init(_ finding: Finding, commands: [String], excerpt: [String]) {
        self.finding = finding
        self.commands = commands
        self.excerpt = excerpt
    }
}

extension Finding.Severity {
    var tone: ReportPage.Tone {
        switch self {
        case .error: .error
        case .warning: .warning
        case .note: .neutral
        }
    }
}
