import PermafrostFixtures
import PermafrostSource

protocol Command {
    /// The arguments that the command accepts.
    static var specification: CommandSpecification { get }

    init(_ context: CommandContext)

    /// Runs the command and writes its report. If this function throws, the process exits with ``ExitCode/failed``.
    func run() throws -> ExitCode
}

enum Commands {
    /// All commands, in the order that the help lists them.
    static var all: [any Command.Type] {
        [
            InitCommand.self, AdoptCommand.self, FreezeCommand.self, NewVersionCommand.self, CheckCommand.self,
            LintCommand.self, ReviewCommand.self, ShipCommand.self, ListCommand.self,
            SchemaCommand.self, ScaffoldCommand.self, HistoryCommand.self,
            InspectCommand.self, DriftCommand.self, DiffCommand.self, StoreDiffCommand.self, MigrateCommand.self,
            ReportCommand.self, SkillCommand.self, MCPCommand.self,
            CompletionsCommand.self, ManualCommand.self,
        ]
    }

    /// Returns the command with the given name. Throws a ``UsageError`` if there is no such command.
    static func named(_ name: String) throws -> any Command.Type {
        let command = all.first { $0.specification.name == name }
        if let command { return command }
        throw UsageError.unknownCommand(name, near: NearNames.of(name, among: all.map { $0.specification.name }))
    }
}

extension Commands {
    /// The help texts for the tool and its commands, generated from the specifications.
    enum Help {
        /// The lines that describe the tool, followed by the list of commands.
        static var overview: [String] {
            let specifications = Commands.all.map { $0.specification }
            let width = specifications.map(\.name.count).max() ?? 0
            let commands = specifications.map { "  \(pad($0.name, width))  \($0.summary)" }
            return [
                "permafrost freezes every SwiftData schema version that ships, and fails the build if a frozen "
                    + "version drifts.", "",
                "usage: \(ToolCommand.line("COMMAND")) [OPTIONS]",
                "Without a command, prints the state of the project, what is not set up, and the next command. Accepts the options",
                "that select a project, such as --project DIR, and --format json.", "",
            ] + commands + [
                "",
                "For details, run \(ToolCommand.line("COMMAND")) --help. Exit codes: 0 success, 1 findings, 2 failed or incomplete.",
            ]
        }

        /// Returns the lines of a command's help: its usage, description and options.
        static func lines(_ command: CommandSpecification) -> [String] {
            let operands: String = command.operands.isEmpty ? "" : command.operands + " "
            var lines = ["usage: \(ToolCommand.line(command.name)) \(operands)[OPTIONS]", ""]
            lines += command.discussion.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            lines += ["", "options:"]
            return lines + list(command.allOptions)
        }

        private static func list(_ options: [CommandSpecification.Option]) -> [String] {
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
}
