import PermafrostDeclarations

/// Reads migration plans.
final class PlanReader {
    private let resolver: TypeResolver
    private let constants: ConstantLookup
    private let schemas: Set<Int>
    private var table: DeclarationTable { resolver.table }

    /// - Parameter schemas: the project's versions.
    init(table: DeclarationTable, configuration: Configuration, schemas: Set<Int>) {
        resolver = TypeResolver(table: table, configuration: configuration)
        let inference = TypeInference(resolver: resolver)
        resolver.inferType = { inference.type(of: $0, in: EvaluationContext(scope: $1, selfNode: nil)) }
        constants = ConstantLookup(resolver: resolver)
        self.schemas = schemas
    }

    /// The plan that a type is; nil where the configuration does not see it.
    func plan(of node: Int) -> PlanDeclaration? {
        guard let part = resolver.lookup.activeDeclaration(of: node) else { return nil }
        let location = table.files[part.file].location(table.type(part).offset)
        var plan = PlanDeclaration(
            name: table.nodes[node].path, location: location, module: table.modules[part.file], schemas: [],
            stages: [])
        for item in items("schemas", of: node, location, &plan) {
            switch item.element {
            case .type(let schema):
                plan.schemas.append(table.nodes[schema].path)
                if !schemas.contains(schema) { report(table.nodes[schema].path, item, &plan) }
            case .unknown(let name):
                plan.schemas.append(name)
                report(name, item, &plan)
            case .stage:
                plan.issues.append(SourceIssue(.notEvaluable(what: "schemas", expression: ""), at: item.location))
            }
        }
        for item in items("stages", of: node, location, &plan) {
            guard case .stage(let kind, let from, let to, let hooks) = item.element else {
                plan.issues.append(SourceIssue(.notEvaluable(what: "stages", expression: ""), at: item.location))
                continue
            }
            plan.stages.append(.init(kind: kind, from: from, to: to, location: item.location, hooks: hooks))
        }
        return plan
    }

    private func report(_ name: String, _ item: ListEvaluator.Item, _ plan: inout PlanDeclaration) {
        let near = NearNames.of(name, among: schemas.map { table.nodes[$0].name })
        plan.issues.append(SourceIssue(.unknownName(what: "schema", name: name, near: near), at: item.location))
    }

    private func items(
        _ what: String, of node: Int, _ location: SourceLocation, _ plan: inout PlanDeclaration
    ) -> [ListEvaluator.Item] {
        guard let constant = constants.member(what, of: node) else {
            plan.issues.append(SourceIssue(.notEvaluable(what: what, expression: ""), at: location))
            return []
        }
        do throws(ListEvaluator.Failure) {
            return try ListEvaluator(what: what, resolver: resolver).list(constant)
        } catch {
            plan.issues.append(SourceIssue(error.problem, at: error.location))
            return []
        }
    }
}
