import PermafrostSource

/// A command: what it takes, and what it does.
protocol Command {
    /// What it takes: the single source for parsing, help and suggestions.
    static var specification: CommandSpecification { get }

    init(_ context: CommandContext)

    /// Does the work and writes its report. What it throws ends the process with ``ExitCode/failed``.
    func run() throws -> ExitCode
}

/// Every command.
enum Commands {
    /// The commands in the order in which the help lists them.
    static var all: [any Command.Type] {
        [
            InitCommand.self, AdoptCommand.self, FreezeCommand.self, NewVersionCommand.self, CheckCommand.self,
            LintCommand.self, ListCommand.self, SchemaCommand.self,
            ScaffoldCommand.self, HistoryCommand.self, InspectCommand.self, DriftCommand.self, DiffCommand.self,
            StoreDiffCommand.self, MigrateCommand.self, ReportCommand.self, CompletionsCommand.self, ManualCommand.self,
        ]
    }

    /// The command of a name. Throws a ``UsageError`` if there is none.
    static func named(_ name: String) throws -> any Command.Type {
        if let command = all.first(where: { $0.specification.name == name }) { return command }
        throw UsageError.unknownCommand(name, near: NearNames.of(name, among: all.map { $0.specification.name }))
    }
}
