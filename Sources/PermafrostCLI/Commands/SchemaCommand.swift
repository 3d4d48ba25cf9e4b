import PermafrostDeclarations
import PermafrostModel
import PermafrostProject

/// `permafrost schema VERSION`: the model that the sources declare.
struct SchemaCommand: Command {
    static let specification = CommandSpecification(
        name: "schema", operands: "VERSION", operandCount: 1...1,
        summary: "show the model that the sources declare for a version",
        discussion: "Shows entities, properties, constraints and version hashes, or all of it with --format json.")

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        let name = context.invocation.operands[0]
        let project = try context.project()
        let (group, schema) = try project.version(named: name)
        guard let archived = schema.model else {
            context.output.problems(
                schema.issues.map { Finding(.source($0.problem), severity: .error, location: $0.location) })
            throw ProjectError.notEvaluable(version: name, schema: schema.name)
        }
        let model = try archived.decoded()
        switch context.format {
        case .json:
            context.output.result(SchemaJSON(model, schema: schema, group: group.name).json.bytes(.lines))
        default:
            context.output.result(SchemaText(model, schema: schema, style: Style(context.output.isColoured)).text)
        }
        return .fine
    }
}
