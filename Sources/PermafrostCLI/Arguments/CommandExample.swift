import PermafrostFixtures

/// A command line that a command's help shows, with its purpose.
struct CommandExample: Sendable {
    /// The purpose in the imperative, without a period.
    let purpose: String
    /// The arguments after the command's name, as a user types them in a shell. They don't contain quotes.
    let arguments: String

    init(_ arguments: String, _ purpose: String) { (self.arguments, self.purpose) = (arguments, purpose) }

    /// The purpose as the start of a line, with a colon.
    var sentence: String { purpose.prefix(1).uppercased() + purpose.dropFirst() + ":" }

    /// Returns the command line that runs the example's command.
    func line(of command: CommandSpecification) -> String {
        let name = command.isNamed ? ToolCommand.line(command.name) : "permafrost"
        return [name, arguments].filter { !$0.isEmpty }.joined(separator: " ")
    }
}
