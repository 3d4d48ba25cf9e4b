/// An evaluator of the models and plans of the project's containers, based on their declarations.
struct ContainerEvaluator {
    /// The maximum number of constants that may refer to each other in a chain.
    private static let depthLimit = 8

    private let resolver: TypeResolver
    private let constants: ConstantLookup
    private let list: ListEvaluator
    private let assembler: SchemaAssembler
    private let schemas: Set<Int>
    private let plans: Set<Int>
    private var table: DeclarationTable { resolver.table }

    /// - Parameters:
    ///   - schemas: the project's versions.
    ///   - plans: the project's plans.
    init(table: DeclarationTable, schemas: [Int], plans: [Int]) {
        let platform = table.platforms.all.first ?? .iOS
        resolver = TypeResolver(table: table, configuration: Configuration(of: platform, among: table.platforms))
        constants = ConstantLookup(resolver: resolver)
        list = ListEvaluator(what: "models", resolver: resolver)
        assembler = SchemaAssembler(entities: EntityReader(resolver: resolver))
        self.schemas = Set(schemas)
        self.plans = Set(plans)
    }

    /// Returns every container, sorted by file and location.
    func containers() -> [ContainerDeclaration] {
        table.files.indices.flatMap { index in
            table.files[index].containerCalls.sorted { $0.offset < $1.offset }.map { container($0, in: index) }
        }
    }

    private func container(_ call: ParsedFile.ContainerCall, in index: Int) -> ContainerDeclaration {
        let file = table.files[index]
        let scope = DeclarationTable.Scope(file: index, type: Int(call.scope))
        let context = ConstantLookup.Context(scope: scope, selfNode: table.node(of: scope))
        return ContainerDeclaration(
            form: call.form, location: file.location(call.offset), module: table.modules[index],
            content: content(call.models, context), plan: call.plan.map { plan($0, context) } ?? .none,
            stores: call.stores, isPreview: call.isPreview || file.path.contains("Preview Content/"),
            failures: call.failures.map {
                .init(deletesStore: $0.deletesStore, call: $0.call, location: file.location($0.offset))
            })
    }

    private func plan(_ expression: Expression, _ context: ConstantLookup.Context) -> ContainerDeclaration.Plan {
        guard case .member(_?, "self") = expression.kind, let node = list.typeOperand(expression, context),
            plans.contains(node)
        else { return .value }
        return .type(table.nodes[node].path)
    }

    // MARK: Models

    private func content(
        _ expressions: [Expression], _ context: ConstantLookup.Context
    ) -> ContainerDeclaration.Content {
        guard let nodes = nodes(expressions, context, depth: 0), let first = nodes.first else { return .unknown }
        if nodes.count == 1, schemas.contains(first) { return .schema(table.nodes[first].path) }
        guard nodes.allSatisfy(resolver.isModel) else { return .unknown }
        let listed = nodes.compactMap { node in
            table.location(ofNode: node).map { ContainerDeclaration.Model(name: table.nodes[node].path, location: $0) }
        }
        let entities = assembler.assemble(nodes, versionIdentifier: "1.0.0").places.entities
        return .models(listed: listed, closure: entities.values.sorted { $0.description < $1.description })
    }

    /// Returns the types that expressions list; nil if one of them can't be determined.
    private func nodes(_ expressions: [Expression], _ context: ConstantLookup.Context, depth: Int) -> [Int]? {
        guard depth < Self.depthLimit else { return nil }
        var found: [Int] = []
        for expression in expressions {
            guard let nodes = nodes(expression, context, depth: depth) else { return nil }
            found += nodes
        }
        return found
    }

    private func nodes(_ expression: Expression, _ context: ConstantLookup.Context, depth: Int) -> [Int]? {
        if case .call(let callee, let arguments) = expression.kind, callee.makesSchema {
            return nodes(arguments.prefix { $0.label != "version" }.map(\.value), context, depth: depth + 1)
        }
        if let constant = constant(expression, context), let value = constants.expression(of: constant),
            case .call(let callee, _) = value.kind, callee.makesSchema
        {
            return nodes(value, constant.context, depth: depth + 1)
        }
        guard let items = try? list.listOrType(expression, in: context) else { return nil }
        var found: [Int] = []
        for item in items {
            guard case .type(let node) = item.element else { return nil }
            found.append(node)
        }
        return found
    }

    private func constant(_ expression: Expression, _ context: ConstantLookup.Context) -> ConstantLookup.Constant? {
        switch expression.kind {
        case .name(let name): return constants.unqualified(name, from: context)
        case .member(let base?, let name):
            return list.typeOperand(base, context).flatMap { constants.member(name, of: $0) }
        default: return nil
        }
    }
}

extension Expression {
    /// Whether a call of this expression creates a schema, such as `Schema`, `Schema.init`, `SwiftData.Schema` or
    /// `.init`.
    fileprivate var makesSchema: Bool {
        switch kind {
        case .member(nil, "init"): true
        case .member(let base?, "init"): base.makesSchema
        default: lastName == "Schema"
        }
    }
}
