import PermafrostModel

/// `permafrost manual`: prints the manual page, which is generated from the commands' specifications, like the help.
struct ManualCommand: Command {
    static let specification = CommandSpecification(
        name: "manual", summary: "print the manual page",
        discussion: """
            In a terminal, prints the page as text. In a file or a pipe, writes it in the format of man: save it as \
            man1/permafrost.1 in a folder of MANPATH. make install does this.
            """,
        examples: [
            CommandExample("", "read the manual page"),
            CommandExample("> permafrost.1", "write the page for man"),
        ],
        isOfProject: false, agentArguments: nil)

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        let page = ManualPage(commands: Commands.all.map { $0.specification })
        let output = context.output
        let isRead = output.isTerminal && context.isForPeople
        let lines = isRead ? page.text(width: output.width, style: Style(output.hasColors)) : page.roff
        return context.write(TextReport(command: Self.specification.name, lines: lines))
    }
}
