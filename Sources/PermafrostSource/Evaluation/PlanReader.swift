import PermafrostModel

final class PlanReader {
    private let resolver: TypeResolver
    private let constants: ConstantLookup
    private let schemas: Set<Int>
    /// The locations of the expressions that create the plans returned so far.
    private(set) var values: Set<SourceLocation> = []
    private var table: DeclarationTable { resolver.table }

    /// Creates a reader for the plans that a single configuration compiles.
    ///
    /// - Parameter schemas: the indexes of the project's versions in the table.
    init(table: DeclarationTable, configuration: Configuration, schemas: Set<Int>) {
        resolver = TypeResolver(table: table, configuration: configuration)
        resolver.inferType = {
            TypeInference(resolver: $0).type(of: $1, in: LookupContext(scope: $2, selfNode: nil))
        }
        constants = ConstantLookup(resolver: resolver)
        self.schemas = schemas
    }

    // MARK: Plans

    /// Returns the plan that a type declares. Returns nil if the configuration doesn't compile the type, or if the type
    /// refers to another type's plan.
    ///
    /// - Parameter isDeclared: whether the type declares a `MigrationPlan` rather than lists of versions and stages.
    func plan(of node: Int, isDeclared: Bool) -> PlanDeclaration? {
        guard let part = resolver.lookup.activeDeclaration(of: node) else { return nil }
        let location = table.files[part.file].location(table.type(part).offset)
        var plan = PlanDeclaration(
            name: table.nodes[node].path, location: location, module: table.modules[part.file],
            availability: table.availability(part), schemas: [], stages: [])
        plan.isNamedByModule = table.isNamedByModule(node)
        guard isDeclared else {
            addSchemas(list("schemas", constants.member("schemas", of: node), location, &plan) ?? [], to: &plan)
            addStages(list("stages", constants.member("stages", of: node), location, &plan), to: &plan)
            if let retired = constants.member("retired", of: node), let value = constants.expression(of: retired) {
                addRetired(value, retired.context.scope, to: &plan)
            }
            return plan
        }
        guard let constant = constants.member("plan", of: node), let value = PlanValue(of: constant, constants) else {
            plan.issues.append(SourceIssue(.notEvaluable(what: plan.name + ".plan", expression: ""), at: location))
            plan.staging = .unknown
            return plan
        }
        guard !value.refersToType else { return nil }
        add(value, to: &plan)
        return plan
    }

    /// Returns the plan in a constant. Returns nil if the configuration doesn't compile the constant, if the constant
    /// doesn't contain a plan, or if it refers to a type's plan.
    func plan(named name: String, _ reference: ValueReference) -> PlanDeclaration? {
        guard let constant = constants.constant(reference), let value = PlanValue(of: constant, constants),
            !value.refersToType
        else { return nil }
        var plan = PlanDeclaration(
            name: name, isConstant: true, location: table.location(reference.scope, constant.value.offset),
            module: table.modules[reference.scope.file], schemas: [], stages: [])
        add(value, to: &plan)
        return plan
    }

    /// Adds a `MigrationPlan`'s versions and stages to a plan.
    private func add(_ value: PlanValue, to plan: inout PlanDeclaration) {
        let place = table.location(value.context.scope, value.offset)
        values.insert(place)
        plan.issues += value.missing.map {
            SourceIssue(.notEvaluable(what: $0, expression: value.text), at: place)
        }
        if let schemas = value.schemas {
            let evaluator = ListEvaluator(what: "schemas", resolver: resolver)
            let items = items(&plan) { () throws(ListFailure) in
                try evaluator.list(schemas, in: value.context)
            }
            plan.issues += evaluator.issues
            addSchemas(items ?? [], to: &plan)
        }
        var stages: [ListItem]?
        if let statements = value.stages {
            let evaluator = ListEvaluator(what: "stages", resolver: resolver)
            stages = items(&plan) { () throws(ListFailure) in
                try evaluator.stages(statements, in: value.context)
            }
            plan.issues += evaluator.issues
        }
        addStages(stages, to: &plan)
        if let retired = value.retired { addRetired(retired, value.context.scope, to: &plan) }
    }

    // MARK: Retired versions

    /// Adds the elements of a list of `Retired` values to a plan. An element of any other form is an issue.
    private func addRetired(
        _ list: Expression, _ scope: LookupScope, to plan: inout PlanDeclaration
    ) {
        func location(_ expression: Expression) -> SourceLocation { table.location(scope, expression.offset) }
        guard case .array(let elements) = list.kind else {
            return plan.issues.append(
                SourceIssue(.notEvaluable(what: "retired", expression: list.text), at: location(list)))
        }
        for element in elements {
            if let retired = Retirement(element, at: location(element)) {
                plan.retired.append(retired)
            } else {
                plan.issues.append(
                    SourceIssue(.notEvaluable(what: "retired", expression: element.text), at: location(element)))
            }
        }
    }

    // MARK: Lists

    private func addSchemas(_ items: [ListItem], to plan: inout PlanDeclaration) {
        for item in items {
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
    }

    /// Adds the elements of a list of stages to a plan, and determines whether the plan has a stage.
    ///
    /// - Parameter items: the elements, or nil if the list can't be evaluated.
    private func addStages(_ items: [ListItem]?, to plan: inout PlanDeclaration) {
        let dependsOnSystem = plan.issues.contains { issue in
            if case .branchRead("stages", _, _, _) = issue.problem { true } else { false }
        }
        plan.staging = items.map { $0.isEmpty && dependsOnSystem ? .unknown : Staging(planWith: $0) } ?? .unknown
        for item in items ?? [] {
            if case .stage(let stage) = item.element {
                plan.stages.append(stage)
            } else {
                plan.issues.append(SourceIssue(.notEvaluable(what: "stages", expression: ""), at: item.location))
            }
        }
    }

    private func report(_ name: String, _ item: ListItem, _ plan: inout PlanDeclaration) {
        let near = NearNames.of(name, among: schemas.map { table.nodes[$0].name })
        plan.issues.append(SourceIssue(.unknownName(what: "schema", name: name, near: near), at: item.location))
    }

    /// Returns a list's elements. If the list can't be evaluated, adds an issue to the plan and returns nil.
    private func list(
        _ what: String, _ constant: DeclaredConstant?, _ location: SourceLocation, _ plan: inout PlanDeclaration
    ) -> [ListItem]? {
        guard let constant else {
            plan.issues.append(SourceIssue(.notEvaluable(what: "\(plan.name).\(what)", expression: ""), at: location))
            return nil
        }
        let evaluator = ListEvaluator(what: what, resolver: resolver)
        let found = items(&plan) { () throws(ListFailure) in try evaluator.list(constant) }
        plan.issues += evaluator.issues
        return found
    }

    private func items(
        _ plan: inout PlanDeclaration, _ evaluate: () throws(ListFailure) -> [ListItem]
    ) -> [ListItem]? {
        do throws(ListFailure) {
            return try evaluate()
        } catch {
            plan.issues.append(SourceIssue(error.problem, at: error.location))
            return nil
        }
    }
}

private typealias Retirement = PlanRetirement

extension PlanRetirement {
    /// Creates a retired version from a call such as `Retired("1.0.0", hashes: ["5f…"])`. Returns nil for any other
    /// expression, and if an argument isn't a literal.
    fileprivate init?(_ expression: Expression, at location: SourceLocation) {
        guard case .call(let callee, let arguments) = expression.kind,
            callee.lastName == "Retired" || callee.kind == .member(nil, "init"),
            let name = arguments.first, name.label == nil, case .string(let version) = name.value.kind,
            case .array(let elements)? = arguments.first(where: { $0.label == "hashes" })?.value.kind
        else { return nil }
        let hashes = elements.compactMap { if case .string(let hash) = $0.kind { hash } else { nil } }
        let release = arguments.first { $0.label == "lastRelease" }?.value.kind
        var lastRelease: String?
        switch release {
        case nil, .nilLiteral?: lastRelease = nil
        case .string(let text)?: lastRelease = text
        default: return nil
        }
        guard hashes.count == elements.count else { return nil }
        self.init(version: version, hashes: hashes, lastRelease: lastRelease, location: location)
    }
}
