import PermafrostModel

/// An evaluator that determines the models, the stores and the plan of each container in the project.
final class ContainerEvaluator {
    /// A container, with its stores and the arguments that list their models.
    struct Evaluated {
        var declaration: ContainerDeclaration
        /// The index of the file with the call that creates the container.
        var file: Int
        /// The container's stores, each with its models. If no stores are known, contains one store with an unknown
        /// location.
        var stores: [EvaluatedStore]
        /// The locations of the `Schema` calls that list the container's models. Omits calls that were already
        /// evaluated for another container.
        var schemas: Set<SourceLocation>
        var conditions: [Condition]
    }

    /// A store with the arguments that list its models.
    struct EvaluatedStore {
        var store: ContainerDeclaration.Store
        /// The models that the store contains.
        var content: ContainerDeclaration.Content
        var arguments: [Expression]
        var context: LookupContext
    }

    /// The readers and evaluators for one combination of build settings.
    private struct Parts {
        let resolver: TypeResolver
        let models: ModelListReader
        let assembler: SchemaAssembler
        let configurations: ConfigurationEvaluator
        let hooks: HookEvaluator

        init(table: DeclarationTable, configuration: Configuration) {
            resolver = TypeResolver(table: table, configuration: configuration)
            models = ModelListReader(resolver: resolver)
            hooks = HookEvaluator(inference: TypeInference(resolver: resolver))
            assembler = SchemaAssembler(entities: EntityReader(resolver: resolver))
            configurations = ConfigurationEvaluator(
                cloudKit: CloudKitEvaluator(constants: ConstantLookup(resolver: resolver), list: models.list),
                places: StorePlaceEvaluator(
                    table: table, constants: ConstantLookup(resolver: resolver),
                    options: OptionReader(resolver: resolver)))
        }
    }

    private let table: DeclarationTable
    private let schemas: Set<Int>
    private let plans: Set<Int>
    private let targets: ContainerTargets
    private let programs: [String: ContainerTargets.Programs]
    private var parts: [Configuration: Parts] = [:]
    /// The combinations of platforms with the flags that conditions around containers test.
    private let settings: [Configuration]

    /// Creates an evaluator for the containers in a table.
    ///
    /// - Parameters:
    ///   - schemas: the nodes (indexes in the table) of the project's versions.
    ///   - plans: the nodes of the project's plans.
    ///   - targets: the targets that contain the files with containers.
    init(table: DeclarationTable, schemas: [Int], plans: [Int], targets: ContainerTargets) {
        self.table = table
        self.targets = targets
        programs = targets.programs(of: Set(table.files.filter { !$0.containerCalls.isEmpty }.map(\.path)))
        settings = Self.settings(of: table.files, on: table.platforms)
        self.schemas = Set(schemas)
        self.plans = Set(plans)
    }

    /// Returns every container, sorted by file and location.
    func containers() -> [Evaluated] {
        table.files.indices.flatMap { index in
            table.files[index].containerCalls.sorted { $0.offset < $1.offset }.map { container($0, in: index) }
        }
    }

    /// Returns the reactions of code to Core Data stores that can't be loaded.
    func coreDataFailures() -> [ContainerDeclaration.Failure] {
        table.files.indices.flatMap { index in
            let scope = LookupScope(file: index, type: -1)
            let context = LookupContext(scope: scope, selfNode: nil)
            return table.files[index].coreDataFailures.flatMap {
                failures(of: $0, table.files[index], context, parts(for: []))
            }
        }
    }

    private func container(_ call: ParsedContainerCall, in index: Int) -> Evaluated {
        let file = table.files[index]
        let parts = parts(for: call.conditions)
        let scope = LookupScope(file: index, type: Int(call.scope))
        let context = LookupContext(scope: scope, selfNode: table.node(of: scope))
        let known = parts.models.schemas
        let nodes = nodes(call.models, context, parts)
        let own = content(nodes, parts)
        let made = parts.configurations.stores(of: call, context)
        let stores = made.map { store in
            var store = store
            store.store.place = targets.place(store.store.place, in: file.path)
            return evaluated(store, isOnly: made.count == 1, (call.models, context, own), parts)
        }
        let isInMemory = !stores.isEmpty && stores.allSatisfy(\.store.isInMemory)
        var declaration = ContainerDeclaration(
            form: call.form, location: file.location(call.offset), module: table.modules[index], content: own,
            plan: call.plan.map { plan($0, context, parts) } ?? .none, stores: stores.map(\.store),
            isPreview: call.isPreview || file.path.contains("Preview Content/"),
            failures: isInMemory
                ? []
                : call.failures.flatMap { failures(of: $0, file, context, parts) })
        declaration.builds = builds(of: call.conditions)
        if call.opensCopy {
            declaration.reopening = .copy
        } else if !call.earlierCalls.isEmpty {
            declaration.reopening = .containers(call.earlierCalls.map(file.location))
        }
        if let programs = programs[file.path] {
            declaration.processes = programs.names
            declaration.hasUnknownProcess = programs.areUnknown
            declaration.platforms = programs.platforms?.known ?? []
        }
        declaration.crossings = crossings(stores.filter { !$0.store.isInMemory }, parts)
        return Evaluated(
            declaration: declaration, file: index,
            stores: stores.isEmpty
                ? [
                    EvaluatedStore(
                        store: .init(isInMemory: false, place: .unknown, isKnown: false), content: own,
                        arguments: call.models, context: context)
                ] : stores, schemas: parts.models.schemas.subtracting(known), conditions: call.conditions)
    }

    /// Returns a reaction. If it passes the store's file to a function of another file, returns that function's deletions
    /// of the file. If it throws the error to other files, returns their reactions.
    private func failures(
        of failure: ParsedContainerCall.Failure, _ file: ParsedFile, _ context: LookupContext, _ parts: Parts
    ) -> [ContainerDeclaration.Failure] {
        if let thrower = failure.thrower {
            return table.search?.failures(ofCallersOf: thrower, declaredIn: file.path) ?? []
        }
        guard let passing = failure.passing else {
            return [.init(failure.kind, call: failure.call, location: file.location(failure.offset))]
        }
        let functions = parts.hooks.functions(passing.path, from: context)
        guard functions.count == 1, let function = functions.first else { return [] }
        let other = table.files[function.file]
        return other.functions[function.index].deletions.filter { deletion in
            deletion.label == passing.label && (passing.label != nil || deletion.position == passing.position)
        }.map { .init(failure.kind, call: $0.call, location: other.location($0.offset)) }
    }

    /// Returns a store with its models. If the configuration has no schema, these are the container's models. If the
    /// schema's models can't be determined, these are the container's models for an only store, and unknown otherwise.
    private func evaluated(
        _ made: ConfigurationEvaluator.Made, isOnly: Bool,
        _ container: (models: [Expression], context: LookupContext, content: ContainerDeclaration.Content),
        _ parts: Parts
    ) -> EvaluatedStore {
        var store = made.store
        let whole = EvaluatedStore(
            store: store, content: container.content, arguments: container.models, context: container.context)
        guard let models = made.models else {
            guard !isOnly, made.isUnknown else { return whole }
            store.content = .unknown
            return EvaluatedStore(store: store, content: .unknown, arguments: [], context: made.context)
        }
        let content = content(nodes(models, made.context, parts), parts)
        guard content != .unknown || !isOnly else { return whole }
        store.content = content
        return EvaluatedStore(store: store, content: content, arguments: models, context: made.context)
    }

    /// The maximum number of flags that are tried in all combinations.
    private static let flagLimit = 4

    /// Returns the titles of the builds that compile code under the given conditions. Returns nil if there are no
    /// conditions.
    private func builds(of conditions: [Condition]) -> Set<String>? {
        guard !conditions.isEmpty else { return nil }
        return Set(settings.filter { $0.holds(conditions) }.map(\.title))
    }

    /// Returns the readers and evaluators for the first build settings that compile code under the given conditions.
    /// Uses the first platform's settings if no conditions are given, or if no settings satisfy them.
    private func parts(for conditions: [Condition]) -> Parts {
        let configuration =
            conditions.isEmpty
            ? nil : settings.first { $0.holds(conditions) }
        let chosen =
            configuration ?? Configuration(of: table.platforms.all.first ?? .iOS, among: table.platforms)
        if let known = parts[chosen] { return known }
        let new = Parts(table: table, configuration: chosen)
        parts[chosen] = new
        return new
    }

    /// Returns the combinations of all platforms with the flags that conditions around containers test, limited to
    /// ``flagLimit`` flags. Combinations without flags come first. For the same flags, the platforms that the files are
    /// built for come first.
    private static func settings(of files: [ParsedFile], on built: TargetPlatforms) -> [Configuration] {
        var names: Set<String> = []
        for condition in files.flatMap(\.containerCalls).flatMap(\.conditions) {
            names.formUnion(condition.test.flags)
        }
        let flags = names.sorted().prefix(flagLimit)
        let platforms = built.all + Platform.allCases.filter { !built.all.contains($0) }
        return (0..<(1 << flags.count)).flatMap { chosen in
            let own = flags.enumerated().filter { chosen & (1 << $0.offset) != 0 }.map(\.element)
            return platforms.map { platform in
                var configuration = Configuration(of: platform, among: built)
                configuration.flags = Set(own)
                return configuration
            }
        }
    }

    private func plan(
        _ expression: Expression, _ context: LookupContext, _ parts: Parts
    ) -> ContainerDeclaration.Plan {
        guard case .member(_?, "self") = expression.kind,
            let node = parts.models.list.typeOperand(expression, context), plans.contains(node)
        else { return .value }
        return .type(table.nodes[node].path)
    }

    // MARK: Models

    private func content(_ nodes: [Int]?, _ parts: Parts) -> ContainerDeclaration.Content {
        guard let nodes, let first = nodes.first else { return .unknown }
        if nodes.count == 1, schemas.contains(first) { return .schema(table.nodes[first].path) }
        guard nodes.allSatisfy(parts.resolver.isModel) else { return .unknown }
        let assembled = parts.assembler.assemble(nodes, versionIdentifier: "1.0.0")
        let hashes = assembled.model?.versionHashes ?? [:]
        let listed = nodes.compactMap { node in
            table.location(ofNode: node).map {
                ContainerDeclaration.Model(
                    name: table.nodes[node].path, location: $0, hash: hashes[table.nodes[node].name].map(Digest.hex))
            }
        }
        let closure = assembled.places.entities.sorted { $0.key < $1.key }.map { name, location in
            ContainerDeclaration.Model(name: name, location: location, hash: hashes[name].map(Digest.hex))
        }
        return .models(listed: listed, closure: closure)
    }

    /// Returns the types that arguments list, or nil if one of them can't be determined.
    private func nodes(_ arguments: [Expression], _ context: LookupContext, _ parts: Parts) -> [Int]? {
        guard let items = try? parts.models.items(of: arguments, context) else { return nil }
        var found: [Int] = []
        for item in items {
            guard case .type(let node) = item.element else { return nil }
            found.append(node)
        }
        return found
    }

    /// Returns the relationships from a model in one store to a model that is only in other stores. Ignores stores with
    /// the container's models.
    private func crossings(
        _ stores: [EvaluatedStore], _ parts: Parts
    ) -> [ContainerDeclaration.Crossing] {
        let lists = stores.map { store -> Set<String> in
            guard store.store.content != nil, case .models(let listed, _) = store.content else { return [] }
            return Set(listed.map(\.entity))
        }
        guard lists.count(where: { !$0.isEmpty }) > 1 else { return [] }
        let nodes = zip(stores, lists).filter { !$1.isEmpty }
            .flatMap { self.nodes($0.0.arguments, $0.0.context, parts) ?? [] }.unique
        let assembled = parts.assembler.assemble(nodes, versionIdentifier: "1.0.0")
        return (assembled.model?.entities ?? []).flatMap { entity -> [ContainerDeclaration.Crossing] in
            let own = lists.filter { $0.contains(entity.name) }
            guard !own.isEmpty else { return [] }
            return entity.relationships.compactMap { relationship in
                let destination = relationship.destination
                guard lists.contains(where: { $0.contains(destination) }),
                    !own.contains(where: { $0.contains(destination) }),
                    let location = assembled.places.properties[entity.name]?[relationship.name]
                else { return nil }
                return .init(
                    model: entity.name, property: relationship.name, destination: destination, location: location)
            }
        }
    }
}
