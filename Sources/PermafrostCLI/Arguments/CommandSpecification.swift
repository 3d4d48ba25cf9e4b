/// What one command takes: the single source for parsing, help and suggestions.
struct CommandSpecification: Sendable {
    /// The command's name.
    let name: String
    /// What it takes beside options, for the usage line: `VERSION`.
    var operands = ""
    /// How many operands it takes.
    var operandCount: ClosedRange<Int> = 0...0
    /// What it does, in a line.
    let summary: String
    /// More on it, in paragraphs.
    let discussion: String
    /// Its own options.
    var options: [OptionSpecification] = []
    /// Whether it makes the fixture tree; to every other command one that was named must exist.
    var makesTree = false
    /// The formats that it writes.
    var formats = ReportFormat.basic
    /// What its operands are, where their names do not say it, for completions.
    var operandValue: CompletedValue?
    /// Whether it works on a project, and takes the options that say which.
    var isOfProject = true

    /// Its own options and those of every command, less those that mean something else here.
    var allOptions: [OptionSpecification] {
        let own = Set(options.map(\.name))
        let common = isOfProject ? OptionSpecification.common : OptionSpecification.common.filter { !$0.isOfProject }
        return options
            + common.filter { !own.contains($0.name) }.map { option in
                var option = option
                if option.name == "--format" { option.value = formats.map(\.rawValue).joined(separator: "|") }
                return option
            }
    }

    /// An option by its name with dashes, the common ones included.
    func option(_ name: String) -> OptionSpecification? {
        allOptions.first { $0.name == name || $0.shortName == name }
    }
}
