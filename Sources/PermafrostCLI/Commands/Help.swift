import PermafrostStore

/// The help texts, made from the specifications.
enum Help {
    /// What the tool is and which commands it has.
    static var overview: [String] {
        let specifications = Commands.all.map { $0.specification }
        let width = specifications.map(\.name.count).max() ?? 0
        let commands = specifications.map { "  \(pad($0.name, width))  \($0.summary)" }
        return [
            "permafrost freezes every SwiftData schema version that ships and fails the build when one drifts.", "",
            "usage: \(ToolCommand.line("COMMAND")) [OPTIONS]", "",
        ] + commands + [
            "",
            "\(ToolCommand.line("COMMAND")) --help says more. Exit codes: 0 fine, 1 findings, 2 could not run or not fully.",
        ]
    }

    /// One command.
    static func lines(_ command: CommandSpecification) -> [String] {
        let operands: String = command.operands.isEmpty ? "" : command.operands + " "
        var lines = ["usage: \(ToolCommand.line(command.name)) \(operands)[OPTIONS]", ""]
        lines += command.discussion.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        lines += ["", "options:"]
        return lines + list(command.allOptions)
    }

    private static func list(_ options: [OptionSpecification]) -> [String] {
        let names = options.map { option in
            [option.shortName, option.name].compactMap { $0 }.joined(separator: ", ")
                + (option.value.map { " " + $0 } ?? "")
        }
        let width = names.map(\.count).max() ?? 0
        return zip(names, options).map { "  \(pad($0, width))  \($1.help)" }
    }

    private static func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
