/// The arguments of one command: the single source for parsing, help and suggestions.
struct CommandSpecification: Sendable {
    /// The command's name.
    let name: String
    /// The operands in the usage line: `VERSION`.
    var operands = ""
    /// The number of operands that the command accepts.
    var operandCount: ClosedRange<Int> = 0...0
    /// A one-line description.
    let summary: String
    /// A longer description, in paragraphs.
    let discussion: String
    /// The options of this command only.
    var options: [any DeclaredOption] = []
    /// Whether the command can create the fixture tree. For every other command, a tree that `--fixtures` names must
    /// exist.
    var makesTree = false
    /// The formats that the command writes.
    var formats = ReportFormat.basic
    /// The kind of the operands for completions; nil if their names show it.
    var operandValue: CompletedValue?
    /// Whether the command works on a project and accepts the options that choose one.
    var isOfProject = true

    /// The command's own options and the common ones, except for common options that the command redefines.
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

    /// Returns the option with a name, which includes the dashes. Common options are searched too.
    func option(_ name: String) -> CommandSpecification.Option? {
        allOptions.first { $0.name == name || $0.shortName == name }
    }
}

extension CommandSpecification {
    /// One option of a command.
    struct Option: Sendable {
        /// The name, including the dashes.
        let name: String
        /// A one-letter form.
        var shortName: String?
        /// The placeholder for the value; nil for a flag.
        var value: String?
        /// A one-line description.
        let help: String

        /// Whether the option chooses the project or how it is read.
        var isOfProject: Bool { !["--format", "--quiet", "--help"].contains(name) }
    }
}
