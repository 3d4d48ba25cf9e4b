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
    var options: [any DeclaredOption] = []
    /// Whether it makes the fixture tree; to every other command one that was named must exist.
    var makesTree = false
    /// The formats that it writes.
    var formats = ReportFormat.basic
    /// What its operands are, where their names do not say it, for completions.
    var operandValue: CompletedValue?
    /// Whether it works on a project, and takes the options that say which.
    var isOfProject = true

    /// Its own options and those of every command, less those that mean something else here.
    var allOptions: [CommandSpecification.Option] {
        let own = options.map(\.specification)
        let names = Set(own.map(\.name))
        let common =
            isOfProject
            ? CommonOptions.all : CommonOptions.all.filter { !$0.isOfProject }
        return own
            + common.filter { !names.contains($0.name) }.map { option in
                var option = option
                if option.name == "--format" { option.value = formats.map(\.rawValue).joined(separator: "|") }
                return option
            }
    }

    /// An option by its name with dashes, the common ones included.
    func option(_ name: String) -> CommandSpecification.Option? {
        allOptions.first { $0.name == name || $0.shortName == name }
    }
}

extension CommandSpecification {
    /// One option of a command.
    struct Option: Sendable {
        /// The name with its dashes.
        let name: String
        /// A one-letter form.
        var shortName: String?
        /// What its value is called; nil for a switch.
        var value: String?
        /// What it does, in a line.
        let help: String

        /// Whether it says which project is meant, and how it is read.
        var isOfProject: Bool { !["--format", "--quiet", "--help"].contains(name) }
    }
}
