import PermafrostSource

protocol Command {
    /// The arguments that the command accepts.
    static var specification: CommandSpecification { get }

    init(_ context: CommandContext)

    /// Runs the command and writes its report. If this function throws, the process exits with ``ExitCode/failed``.
    func run() throws -> ExitCode
}

enum Commands {
    /// The commands that the help lists, in its order.
    static var listed: [any Command.Type] {
        [
            InitCommand.self, AdoptCommand.self, FreezeCommand.self, NewVersionCommand.self, CheckCommand.self,
            LintCommand.self, ReviewCommand.self, ShipCommand.self, ListCommand.self,
            SchemaCommand.self, ScaffoldCommand.self, HistoryCommand.self,
            InspectCommand.self, DriftCommand.self, DiffCommand.self, StoreDiffCommand.self, MigrateCommand.self,
            ReportCommand.self, ExplainCommand.self, SkillCommand.self, MCPCommand.self,
        ]
    }

    /// All commands: the listed ones, and the ones that an installation runs.
    static var all: [any Command.Type] { listed + [CompletionsCommand.self, ManualCommand.self] }

    /// Returns the command with the given name. Throws a ``UsageError`` if there is no such command.
    static func named(_ name: String) throws -> any Command.Type {
        let command = all.first { $0.specification.name == name }
        if let command { return command }
        let near = NearNames.of(name, among: all.map { $0.specification.name })
        throw UsageError.unknownCommand(name, near: meanings[name.lowercased()].map { [$0] } ?? near)
    }

    /// The commands that other words mean.
    private static let meanings = [
        "compare": "diff", "docs": "explain", "doctor": bare, "identify": "drift", "man": "manual",
        "rehearse": "migrate", "rule": "explain", "setup": "init", "show": "inspect", "snapshot": "freeze",
        "status": bare, "validate": "check", "verify": "check", "version": "--version",
    ]
    private static let bare = "permafrost without a command"
}
