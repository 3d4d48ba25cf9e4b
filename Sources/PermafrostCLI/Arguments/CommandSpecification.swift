/// The description of a command and its arguments, for parsing, help, spelling suggestions and shell completions.
struct CommandSpecification: Sendable {
    let name: String
    /// Whether the name is on the command line. False for the overview, which `permafrost` prints without a command.
    var isNamed = true
    /// The operands in the usage line, such as `VERSION`.
    var operands = ""
    /// The number of operands that the command accepts.
    var operandCount: ClosedRange<Int> = 0...0
    /// A one-line description.
    let summary: String
    /// A longer description. It can have several paragraphs.
    let discussion: String
    /// Command lines that the help shows, the most common one first.
    let examples: [CommandExample]
    /// The options that only this command accepts.
    var options: [any DeclaredOption] = []
    /// Whether the command can create the fixture tree. For all other commands, the tree that `--fixtures` specifies
    /// must exist.
    var makesTree = false
    /// The formats that the command supports.
    var formats = ReportFormat.basic
    /// The kind of the operands, for shell completions. If nil, the name of the first operand determines the kind.
    var operandValue: CompletedValue?
    /// Whether the command works on a project and accepts the options that select the project.
    var isOfProject = true
    /// The arguments that `mcp` adds to every call of the command; nil if `mcp` doesn't offer the command. A command
    /// that writes files is only offered with an argument that prevents this, such as `--dry-run`.
    var agentArguments: [String]? = []

    /// The command's own options, followed by the common options that the command doesn't redefine.
    var allOptions: [CommandOption] {
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

    /// Returns the command's own or common option with the given name. The name can be long or short, and includes the
    /// dashes. Returns nil if the command doesn't accept such an option.
    func option(_ name: String) -> CommandOption? {
        allOptions.first { $0.name == name || $0.shortName == name }
    }
}
