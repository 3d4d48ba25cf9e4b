import PermafrostModel

/// A reader for models without a `VersionedSchema`. It creates one schema with the requested classes. If no classes are
/// requested, it creates a schema for each store, with the classes that the store's containers list.
struct UnversionedReader {
    /// The name of the group of unversioned models.
    static let name = DeclaredVersion.unversionedName

    let table: DeclarationTable

    /// Returns the schema with the given classes.
    ///
    /// - Parameter mayLack: whether to omit missing classes. If it is true and all classes are missing, the result is
    ///   nil.
    func declaration(named all: [String], mayLack: Bool = false) -> DeclaredVersion? {
        let names = mayLack ? all.filter { !nodes(named: $0).isEmpty } : all
        if mayLack, names.isEmpty { return nil }
        let places = names.compactMap { name in nodes(named: name).first.flatMap { table.location(ofNode: $0) } }
        guard let place = places.first ?? firstPlace else { return unknown(names) }
        return VersionReader(table: table).declaration(name: Self.name, module: nil, isVersioned: false) { evaluator in
            evaluator.evaluate(at: place) { evaluator in
                var items: [ListItem] = []
                var issues: [SourceIssue] = []
                for name in names {
                    let found = nodes(named: name).filter { evaluator.resolver.isModel($0) }
                    switch found.count {
                    case 1: items.append(.init(element: .type(found[0]), location: place))
                    case 0: items.append(.init(element: .unknown(name), location: place))
                    default:
                        let candidates = found.compactMap { table.location(ofNode: $0) }
                        issues.append(SourceIssue(.ambiguousName(name: name, candidates: candidates), at: place))
                    }
                }
                return (items, issues)
            }
        }
    }

    /// Returns the schema of each store that the project's containers open. With several stores, it isn't known whether
    /// classes that other calls list are in one of them, so these calls get a separate schema.
    ///
    /// If no store is known to have models, returns one schema with all classes that the project's calls list,
    /// including calls for previews and containers in memory.
    func inferredDeclarations(_ containers: [ContainerEvaluator.Evaluated]) -> [DeclaredVersion] {
        var calls: [Listing] = []
        for (index, file) in table.files.enumerated() {
            calls += file.containers.filter { call in !call.models.allSatisfy(isPassedOn) }.map {
                Listing(
                    arguments: $0.models, context: context(ofType: $0.scope, in: index), conditions: $0.conditions,
                    location: file.location($0.offset), file: index)
            }
        }
        let ofReleases = StoreGroups(containers.filter(\.declaration.isReleased)).groups
        let groups = ofReleases.isEmpty ? StoreGroups(containers).groups : ofReleases
        guard !groups.isEmpty else {
            return declaration(Self.name, .unknown, calls).map { [$0] } ?? []
        }
        // A schema that is passed to a container as a value belongs to a store that isn't known.
        let evaluated = Set(containers.filter { $0.declaration.content != .unknown }.map(\.declaration.location))
            .union(containers.flatMap(\.schemas))
            .union(containers.filter(\.isWithoutFile).map(\.declaration.location))
        let rest = calls.filter { !evaluated.contains($0.location) }
        var declarations = groups.enumerated().compactMap { index, group -> DeclaredVersion? in
            let listings = group.members.map { member in
                Listing(
                    arguments: member.store.arguments, context: member.store.context,
                    conditions: member.container.conditions, location: member.container.declaration.location,
                    file: member.container.file)
            }
            let isOnly = groups.count == 1
            return declaration(group.name, group.place, isOnly ? listings + rest : listings)
        }
        if groups.count > 1, !rest.isEmpty, let other = declaration(Self.name, .unknown, rest),
            other.model?.known != nil
        {
            let known = Set(groups.flatMap(\.members).flatMap(\.classes))
            let isNew = !Set(other.places.parts.entities.values).isSubset(of: known)
            if isNew, !declarations.contains(where: { $0.name == other.name }) { declarations.append(other) }
        }
        return declarations
    }

    /// The arguments that list models in a call.
    private struct Listing {
        var arguments: [Expression]
        var context: LookupContext
        var conditions: [Condition]
        var location: SourceLocation
        var file: Int
    }

    private func context(ofType type: Int32, in file: Int) -> LookupContext {
        let scope = LookupScope(file: file, type: Int(type))
        return LookupContext(scope: scope, selfNode: table.node(of: scope))
    }

    /// Returns the schema with the classes that the given calls list. Returns nil if the list of calls is empty, or if
    /// no configuration compiles them.
    private func declaration(_ name: String, _ place: StorePlace, _ calls: [Listing]) -> DeclaredVersion? {
        guard let first = calls.first else { return nil }
        var declaration = VersionReader(table: table).declaration(name: name, module: nil, isVersioned: false) {
            evaluator in
            let compiled = calls.filter { evaluator.resolver.lookup.isActive($0.conditions, in: $0.file) }
            guard !compiled.isEmpty else { return nil }
            return evaluator.evaluate(at: first.location) { evaluator in items(of: compiled, evaluator) }
        }
        declaration?.store = place
        return declaration
    }

    /// Returns whether a container's argument is a call such as `Schema([Trip.self])`, whose models are evaluated
    /// separately.
    private func isPassedOn(_ expression: Expression) -> Bool {
        switch expression.kind {
        case .call(let callee, _): callee.lastName == "Schema"
        default: false
        }
    }

    /// Returns whether an expression refers to a value by name, such as `schema`, `Self.schema` or `.shared`.
    private func isReference(_ expression: Expression) -> Bool {
        if case .member(nil, _) = expression.kind { return true }
        return expression.lastName != nil
    }

    private func items(
        of calls: [Listing], _ evaluator: SchemaEvaluator
    ) -> ([ListItem], [SourceIssue]) {
        let reader = ModelListReader(resolver: evaluator.resolver)
        var items: [ListItem] = []
        var failures: [(issue: SourceIssue, isReference: Bool)] = []
        var names: [String: Int] = [:]
        for call in calls {
            var found: [ListItem] = []
            for argument in call.arguments {
                do throws(ListFailure) {
                    found += try reader.items(of: [argument], call.context)
                } catch {
                    failures.append((SourceIssue(error.problem, at: error.location), isReference(argument)))
                }
            }
            // The caller or the conforming type determines the models of a store that a protocol's extension opens.
            guard !found.contains(where: { dependsOnConformingType($0, in: call.context, evaluator.resolver) }) else {
                continue
            }
            // If calls list different classes of one name, a rule compares them. The store has one entity.
            items += found.filter { item in
                guard case .type(let node) = item.element else { return true }
                return names[table.nodes[node].name].map { $0 == node } ?? true
            }
            for item in found {
                guard case .type(let node) = item.element, names[table.nodes[node].name] == nil else { continue }
                names[table.nodes[node].name] = node
            }
        }
        guard !items.isEmpty else { return (items, failures.map(\.issue) + reader.list.issues) }
        // Variables with a schema or list are evaluated where they are created. Report all other expressions that can't
        // be evaluated.
        let reported = failures.filter { !$0.isReference }.map(\.issue)
        return (
            items, reported.map { SourceIssue($0.problem, severity: .warning, at: $0.location) } + reader.list.issues
        )
    }

    /// Returns whether a listed type is `Self` or an associated type in an extension of a protocol.
    private func dependsOnConformingType(
        _ item: ListItem, in context: LookupContext, _ resolver: TypeResolver
    ) -> Bool {
        // An extension of another module's type, such as `PersistentModel`, has no declaration.
        guard let own = context.selfNode, [nil, .protocolType].contains(resolver.kind(of: own)) else { return false }
        return switch item.element {
        case .type(let node): node == own
        case .unknown(let name): !name.contains(".") || name.hasPrefix("Self.")
        case .stage: false
        }
    }

    private func nodes(named name: String) -> [Int] {
        let all = table.nodes.indices.filter { node in
            table.nodes[node].declarationCount > 0
                && (table.nodes[node].path == name || table.nodes[node].name == name
                    || name.hasSuffix("." + table.nodes[node].path))
        }
        let exact = all.filter { table.nodes[$0].path == name }
        return exact.isEmpty ? all : exact
    }

    private var firstPlace: SourceLocation? {
        table.files.first.map { SourceLocation(file: $0.path, line: 1, column: 1) }
    }

    private func unknown(_ names: [String]) -> DeclaredVersion? {
        guard let name = names.first else { return nil }
        let place = SourceLocation(file: "", line: 1, column: 1)
        return DeclaredVersion(
            name: Self.name, isUnversioned: true, version: nil, versionIdentifier: "1.0.0",
            places: SourcePlaces(location: place, version: place) { ModelPlaces() }, model: nil,
            issues: [SourceIssue(.unknownName(what: "model", name: name, near: []), at: place)])
    }
}

extension ContainerEvaluator.Evaluated {
    /// Whether the container is for previews, tests or debug builds, or opens only stores in memory.
    fileprivate var isWithoutFile: Bool {
        declaration.isPreview || !stores.isEmpty && stores.allSatisfy(\.store.isInMemory)
    }
}
