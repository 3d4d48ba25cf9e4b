import PermafrostModel

/// `permafrost completions`: prints shell completions for commands, options and values.
struct CompletionsCommand: Command {
    static let specification = CommandSpecification(
        name: "completions", operands: "bash|zsh|fish", operandCount: 1...1,
        summary: "print shell completions",
        discussion: """
            Bash: add eval "$(permafrost completions bash)" to ~/.bashrc. Zsh: write the completions to a file named \
            _permafrost in a folder of fpath. Fish: write the completions to \
            ~/.config/fish/completions/permafrost.fish. make install does this for all three shells.
            """,
        examples: [
            CommandExample("zsh", "print the completions for zsh")
        ],
        isOfProject: false, agentArguments: nil)

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        let name = context.invocation.operands[0]
        guard let shell = Shell(rawValue: name) else {
            throw UsageError.invalidValue(option: "completions", value: name, expected: "bash, zsh or fish")
        }
        return context.write(
            TextReport(
                command: Self.specification.name, lines: shell.completions(of: Commands.all.map { $0.specification })))
    }
}
