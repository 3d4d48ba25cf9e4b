import PermafrostModel
import PermafrostProject
import PermafrostSource

/// `permafrost schema VERSION`: shows the model of a declared version.
struct SchemaCommand: Command {
    static let specification = CommandSpecification(
        name: "schema", operands: "VERSION", operandCount: 1...1,
        summary: "show the model that the sources declare for a version",
        discussion:
            "Shows entities, properties, constraints and version hashes. --format json shows the complete model.",
        examples: [
            CommandExample("2.0.0", "show the models of a version"),
            CommandExample("2.0.0 --format json", "print the complete model"),
        ])

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        let name = context.invocation.operands[0]
        let project = try context.project()
        let (group, schema) = try project.version(named: name)
        guard let archived = schema.model else {
            context.output.problems(
                schema.issues.map { Finding($0) })
            throw ProjectError.notEvaluable(version: name, schema: schema.name)
        }
        return context.write(SchemaReport(model: try archived.decoded(), schema: schema, group: group.name))
    }
}
