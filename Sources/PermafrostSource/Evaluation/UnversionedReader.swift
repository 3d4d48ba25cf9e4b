import PermafrostModel

/// A reader for an app's only schema, if the app has no `VersionedSchema`. The schema has the requested classes. If no
/// classes are requested, it has the classes that the app's containers list.
struct UnversionedReader {
    /// The name of the group of unversioned models.
    static let name = DeclaredVersion.unversionedName

    let table: DeclarationTable

    /// Returns the schema with the given classes.
    ///
    /// - Parameter mayLack: whether to omit missing classes. In that case, the result is nil if all classes are
    ///   missing.
    func declaration(named all: [String], mayLack: Bool = false) -> DeclaredVersion? {
        let names = mayLack ? all.filter { !nodes(named: $0).isEmpty } : all
        if mayLack, names.isEmpty { return nil }
        let places = names.compactMap { name in nodes(named: name).first.flatMap { table.location(ofNode: $0) } }
        guard let place = places.first ?? firstPlace else { return unknown(names) }
        return VersionReader(table: table).declaration(name: Self.name, module: nil, isVersioned: false) { evaluator in
            evaluator.evaluate(at: place) { evaluator in
                var items: [ListEvaluator.Item] = []
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

    /// Returns the schema with the classes that the project's containers list; nil if no container lists any.
    func inferredDeclaration() -> DeclaredVersion? {
        var calls: [(file: Int, call: ParsedFile.Container)] = []
        for (index, file) in table.files.enumerated() { calls += file.containers.map { (index, $0) } }
        calls.removeAll { call in call.call.models.allSatisfy { isPassedOn($0) } }
        guard let first = calls.first else { return nil }
        let place = table.files[first.file].location(first.call.offset)
        return VersionReader(table: table).declaration(name: Self.name, module: nil, isVersioned: false) { evaluator in
            evaluator.evaluate(at: place) { evaluator in items(of: calls, evaluator) }
        }
    }

    /// Returns whether a container's argument is a call such as `Schema([Trip.self])`. The models in that call are
    /// evaluated separately.
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
        of calls: [(file: Int, call: ParsedFile.Container)], _ evaluator: SchemaEvaluator
    ) -> ([ListEvaluator.Item], [SourceIssue]) {
        let list = ListEvaluator(what: "models", resolver: evaluator.resolver)
        var items: [ListEvaluator.Item] = []
        var failures: [(issue: SourceIssue, isReference: Bool)] = []
        for (file, call) in calls {
            let scope = DeclarationTable.Scope(file: file, type: Int(call.scope))
            let context = ConstantLookup.Context(scope: scope, selfNode: table.node(of: scope))
            for expression in call.models where !isPassedOn(expression) {
                do throws(ListEvaluator.Failure) {
                    items += try list.listOrType(following(expression, in: scope), in: context)
                } catch {
                    failures.append((SourceIssue(error.problem, at: error.location), isReference(expression)))
                }
            }
        }
        guard !items.isEmpty else { return (items, failures.map(\.issue) + list.issues) }
        // A variable with a schema or list is evaluated where it is created. Report every other expression that can't
        // be evaluated.
        let reported = failures.filter { !$0.isReference }.map(\.issue)
        return (items, reported.map { SourceIssue($0.problem, severity: .warning, at: $0.location) } + list.issues)
    }

    /// Returns the initial value of the instance property that an expression refers to, such as `modelTypes` in `init()
    /// { Schema(modelTypes) }`. Returns any other expression unchanged.
    private func following(_ expression: Expression, in scope: DeclarationTable.Scope) -> Expression {
        let name: String
        switch expression.kind {
        case .name(let own): name = own
        case .member(let base?, let own) where base.text == "self": name = own
        default: return expression
        }
        guard scope.type >= 0 else { return expression }
        let values = table.files[scope.file].types[scope.type].values
        return values.first { $0.name == name && !$0.isStatic }?.initial ?? expression
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
