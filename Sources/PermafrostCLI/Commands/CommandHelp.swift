import PermafrostFixtures

/// The help texts for the tool and its commands, generated from the specifications.
struct CommandHelp {
    /// The maximum number of characters in a line. Only a line that is meant to be copied can be longer.
    let width: Int

    /// The lines that describe the tool, followed by the list of commands.
    var overview: [String] {
        let specifications = Commands.listed.map { $0.specification }
        return paragraph(
            "permafrost freezes every SwiftData schema version that ships, and fails the build if a frozen version drifts."
        ) + ["", "usage: \(ToolCommand.line("COMMAND")) [OPTIONS]", ""]
            + paragraph(
                "Without a command, prints the state of the project, what is not set up, and the next command. Accepts the "
                    + "options that select a project, such as --project DIR, and --format json. --version or -v prints the "
                    + "version.") + [""]
            + list(specifications.map { ($0.name, $0.summary) }) + [""]
            + paragraph(
                "For details, run \(ToolCommand.line("COMMAND")) --help. Exit codes: 0 success, 1 findings, 2 failed or "
                    + "incomplete.")
    }

    /// Returns the lines of a command's help: its usage, description, examples and options.
    func lines(of command: CommandSpecification) -> [String] {
        let operands: String = command.operands.isEmpty ? "" : command.operands + " "
        let name = command.isNamed ? ToolCommand.line(command.name) : "permafrost"
        var lines = ["usage: \(name) \(operands)[OPTIONS]", ""]
        lines += command.discussion.split(separator: "\n", omittingEmptySubsequences: false).flatMap(paragraph)
        lines += ["", "examples:"]
        for example in command.examples {
            lines += Paragraph(example.sentence).lines(width: width, first: "  ")
            lines.append("    " + example.line(of: command))
        }
        lines += ["", "options:"]
        return lines
            + list(
                command.allOptions.map { option in
                    let names = [option.shortName, option.name].compactMap { $0 }.joined(separator: ", ")
                    return (names + (option.value.map { " " + $0 } ?? ""), option.help)
                })
    }

    private func paragraph(_ text: some StringProtocol) -> [String] { Paragraph(text).lines(width: width) }

    /// Returns names and their descriptions in two columns. A name that is too long for its column has a line of its
    /// own.
    private func list(_ entries: [(name: String, text: String)]) -> [String] {
        let limit = width / 3
        let column = entries.map(\.name.count).filter { $0 <= limit }.max() ?? 0
        let indentation = String(repeating: " ", count: column + 4)
        return entries.flatMap { name, text in
            let start = "  \(name.padded(to: column))  "
            return name.count <= column
                ? Paragraph(text).lines(width: width, first: start)
                : ["  \(name)"] + Paragraph(text).lines(width: width, first: indentation)
        }
    }
}
