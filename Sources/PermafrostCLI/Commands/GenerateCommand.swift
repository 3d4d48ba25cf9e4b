import PermafrostProject
import PermafrostStore

/// `permafrost generate`: an alternative spelling of `scaffold` and `freeze`, as in the FreezeRay tool.
///
/// It translates its arguments, and runs `scaffold` or `freeze` with them.
struct GenerateCommand: Command {
    static let fromSchema = TextOption(
        "--from-schema", short: "-f", value: "SCHEMA", "migration-tests: the schema of the frozen version")
    static let toSchema = TextOption(
        "--to-schema", short: "-t", value: "SCHEMA",
        "migration-tests: the schema to migrate to, even if it isn't "
            + "frozen")
    static let schema = TextOption(
        "--schema", short: "-s", value: "SCHEMA", "schema-tests, fixtures: the schema, such as AppSchemaV2")
    static let force = Flag("--force", "tests: the same as scaffold --replace; fixtures: the same as freeze --force")

    static let specification = CommandSpecification(
        name: "generate", aliases: ["g"], operands: Kind.allCases.map(\.rawValue).joined(separator: "|"),
        operandCount: 1...1,
        summary: "run scaffold or freeze with FreezeRay's command names (also g)",
        discussion: """
            generate migration-tests --from-schema A --to-schema B runs scaffold --from A --to B. generate \
            schema-tests --schema A runs scaffold --drift A. generate fixtures --schema A runs freeze A. A schema is \
            the name of a type or a version. permafrost g is the same command.
            """,
        options: [fromSchema, toSchema, schema, force, TestOptions.tests, TestOptions.framework],
        makesTree: true, agentArguments: nil)

    /// The kinds of files to generate.
    enum Kind: String, CaseIterable {
        case migrationTests = "migration-tests"
        case schemaTests = "schema-tests"
        case fixtures
    }

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        let (command, arguments) = try translation()
        let specification = command.specification
        if context.environment[ToolCommand.readsOnlyVariable] != nil {
            throw UsageError.writesFiles(command: specification.name)
        }
        let invocation = try Invocation(specification, arguments: commonArguments + arguments)
        return try command.init(
            CommandContext(invocation, output: context.output, environment: context.environment)
        ).run()
    }

    /// Returns the equivalent command and its arguments, without the common options.
    private func translation() throws -> (any Command.Type, [String]) {
        let text = context.invocation.operands.first ?? ""
        guard let kind = Kind(rawValue: text) else {
            throw UsageError.invalidValue(
                option: "generate", value: text,
                expected: Kind.allCases.map(\.rawValue).joined(separator: ", "))
        }
        let (from, to) = (context.invocation[Self.fromSchema], context.invocation[Self.toSchema])
        let schema = context.invocation[Self.schema]
        let isForced = context.invocation[Self.force]
        let tests = [TestOptions.tests, TestOptions.framework].flatMap { option in
            context.invocation[option].map { [option.specification.name, $0] } ?? []
        }
        let name = "generate \(kind.rawValue)"
        switch kind {
        case .migrationTests:
            guard let from, let to else {
                throw UsageError.missingOption("--from-schema SCHEMA and --to-schema SCHEMA", command: name)
            }
            try expectNone([Self.schema], of: kind)
            let pair = [ScaffoldCommand.from.specification.name, from, ScaffoldCommand.to.specification.name, to]
            return (ScaffoldCommand.self, pair + (isForced ? [Self.replace] : []) + tests)
        case .schemaTests:
            guard let schema else { throw UsageError.missingOption("--schema SCHEMA", command: name) }
            try expectNone([Self.fromSchema, Self.toSchema], of: kind)
            let drift = [ScaffoldCommand.drift.specification.name, schema]
            return (ScaffoldCommand.self, drift + (isForced ? [Self.replace] : []) + tests)
        case .fixtures:
            guard let schema else { throw UsageError.missingOption("--schema SCHEMA", command: name) }
            try expectNone([Self.fromSchema, Self.toSchema, TestOptions.tests, TestOptions.framework], of: kind)
            return (FreezeCommand.self, (isForced ? [FreezeCommand.force.specification.name] : []) + ["--", schema])
        }
    }

    private static let replace = ScaffoldCommand.replace.specification.name

    /// Throws a ``UsageError`` if any of the options was given, because they don't apply to the kind of files.
    private func expectNone(_ options: [TextOption], of kind: Kind) throws {
        for option in options where context.invocation[option] != nil {
            throw UsageError.conflictingOptions("generate \(kind.rawValue)", option.specification.name)
        }
    }

    /// The given common options as arguments, without `--schema`, which specifies the version in this command.
    private var commonArguments: [String] {
        CommonOptions.all.filter { $0.name != Self.schema.specification.name }.flatMap { option in
            context.invocation.arguments(of: option)
        }
    }
}
