import PermafrostModel

/// `permafrost manual`: prints the manual page, which is generated from the commands' specifications, like the help.
struct ManualCommand: Command {
    static let specification = CommandSpecification(
        name: "manual", summary: "print the manual page",
        discussion: "Save the page as man1/permafrost.1 in a folder of MANPATH. make install does this.",
        isOfProject: false)

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        let page = ManualPage(commands: Commands.all.map { $0.specification })
        return context.write(TextReport(command: Self.specification.name, lines: page.lines))
    }
}
