import PermafrostModel

/// A finding with its source line.
struct FindingEntry: Sendable {
    let finding: Finding
    /// The names of the commands that report the finding.
    let commands: [String]
    /// The source line, followed by a line with a caret. Empty if the finding has no location or the line can't be
    /// read.
    let excerpt: [String]

    init(_ finding: Finding, commands: [String], excerpt: [String]) {
        self.finding = finding
        self.commands = commands
        self.excerpt = excerpt
    }
}
