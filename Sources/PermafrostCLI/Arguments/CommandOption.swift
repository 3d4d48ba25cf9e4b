struct CommandOption: Sendable {
    /// The name, including the dashes.
    let name: String
    /// The option's one-letter form, such as `-q`; nil if the option has only a long name.
    var shortName: String?
    /// The placeholder for the value; nil for a flag.
    var value: String?
    /// A one-line description.
    let help: String
    /// Whether the value is a comma-separated list.
    var isList = false
    /// Whether the option makes a read-only command write a file or start a program. `mcp` doesn't offer such
    /// options.
    var hasSideEffect = false

    /// Whether the option selects the project or affects how the project is read.
    var isOfProject: Bool { !["--format", "--quiet", "--help"].contains(name) }
}
