import PermafrostModel

/// An evaluator for schema versions in a single configuration.
final class SchemaEvaluator {
    /// A version that was evaluated in a configuration.
    struct Evaluated: Sendable {
        var version: String?
        var versionIdentifier = "1.0.0"
        var location: SourceLocation
        var versionLocation: SourceLocation
        var availability = Availability()
        var model: SchemaModel?
        var code = StoredCode()
        var places = ModelPlaces()
        var assumptions: [Assumption] = []
        var issues: [SourceIssue] = []
        var trace = LookupTrace()
    }

    let resolver: TypeResolver
    private let entities: EntityReader
    private let constants: ConstantLookup
    private let options: OptionReader
    private var table: DeclarationTable { resolver.table }

    init(table: DeclarationTable, configuration: Configuration) {
        resolver = TypeResolver(table: table, configuration: configuration)
        entities = EntityReader(resolver: resolver)
        constants = ConstantLookup(resolver: resolver)
        options = OptionReader(resolver: resolver)
    }

    // MARK: Versions

    /// Evaluates a `VersionedSchema` type. Returns nil if the configuration doesn't compile the type.
    func evaluate(schema node: Int) -> Evaluated? {
        let (result, trace) = resolver.recorder.traced { () -> Evaluated? in
            guard let part = resolver.lookup.activeDeclaration(of: node) else { return nil }
            let place = table.files[part.file].location(table.type(part).offset)
            var result = Evaluated(
                location: place, versionLocation: place, availability: table.availability(part))
            readIdentifier(of: node, &result)
            readFrozenName(of: node, &result)
            guard let models = constants.member("models", of: node) else {
                let member = table.nodes[node].path + ".models"
                result.issues.append(SourceIssue(.notEvaluable(what: member, expression: ""), at: place))
                return result
            }
            do throws(ListFailure) {
                let list = ListEvaluator(what: "models", resolver: resolver)
                let items = try list.list(models)
                result.issues += list.issues
                assemble(items, &result)
                result.code.add(entities.versionPart(of: node, models: models), at: [StoredCode.version])
            } catch {
                result.issues.append(SourceIssue(error.problem, at: error.location))
            }
            return result
        }
        return result.map { withTrace($0, trace) }
    }

    /// Evaluates the schema of models without a `VersionedSchema`.
    ///
    /// - Parameter items: a closure that returns the listed models, and the issues in their lists.
    func evaluate(at place: SourceLocation, _ items: (SchemaEvaluator) -> ([ListItem], [SourceIssue]))
        -> Evaluated
    {
        let (result, trace) = resolver.recorder.traced { () -> Evaluated in
            var result = Evaluated(location: place, versionLocation: place)
            let (found, issues) = items(self)
            result.issues += issues
            assemble(found, &result)
            return result
        }
        return withTrace(result, trace)
    }

    /// Adds the trace of an evaluation to its result. If the result depends on a file that isn't valid Swift, removes
    /// the model and reports the syntax error.
    private func withTrace(_ evaluated: Evaluated, _ trace: LookupTrace) -> Evaluated {
        var result = evaluated
        result.trace = trace
        for file in trace.brokenFiles.sorted() {
            guard let error = table.files[file].syntaxErrors.first else { continue }
            result.model = nil
            result.issues.append(
                SourceIssue(
                    error.isBeyondBounds ? .beyondBounds(error.message) : .invalidSyntax(error.message),
                    at: table.files[file].location(error.offset)))
        }
        if trace.reachesLimit {
            result.model = nil
            result.issues.append(SourceIssue(.tooDeep, at: result.location))
        }
        return result
    }

    private func assemble(_ items: [ListItem], _ result: inout Evaluated) {
        var listed: [Int] = []
        for item in items {
            switch item.element {
            case .type(let node) where resolver.isModel(node): listed.append(node)
            case .type(let node):
                result.issues.append(SourceIssue(.notAModel(table.nodes[node].path), at: item.location))
            case .unknown(let name):
                result.issues.append(
                    SourceIssue(
                        .unknownName(what: "model", name: name, near: NearNames.models(to: name, in: table)),
                        at: item.location))
            case .stage:
                result.issues.append(SourceIssue(.notEvaluable(what: "models", expression: ""), at: item.location))
            }
        }
        let assembled = SchemaAssembler(entities: entities)
            .assemble(listed, versionIdentifier: result.versionIdentifier)
        result.places = assembled.places
        result.code = assembled.code
        result.assumptions = assembled.assumptions
        result.model =
            result.issues.contains { $0.severity == .error && $0.problem.hidesModels } ? nil : assembled.model
        result.issues += assembled.issues
    }

    // MARK: Names of versions

    private func readIdentifier(of node: Int, _ result: inout Evaluated) {
        guard let constant = constants.member("versionIdentifier", of: node) else {
            let member = table.nodes[node].path + ".versionIdentifier"
            result.issues.append(SourceIssue(.notEvaluable(what: member, expression: ""), at: result.location))
            return
        }
        let place = table.location(constant.reference.scope, constant.value.offset)
        result.versionLocation = place
        guard let expression = constants.expression(of: constant),
            let version = version(expression, constant.context, 0)
        else {
            let text = constants.expression(of: constant)?.text ?? constant.value.name
            result.issues.append(SourceIssue(.notEvaluable(what: "versionIdentifier", expression: text), at: place))
            return
        }
        result.versionIdentifier = version
        result.version = version
    }

    /// Returns the version number in `Schema.Version(1, 0, 0)`, `.init(1, 0, 0)`, or a constant with such a value.
    /// Returns nil if it can't be determined.
    private func version(_ expression: Expression, _ context: LookupContext, _ depth: Int) -> String? {
        guard depth < 16 else { return nil }
        if case .call(let callee, let arguments) = expression.kind, arguments.count == 3, isVersion(callee) {
            let parts = arguments.compactMap { options.integer($0.value, context) }
            return parts.count == 3 ? parts.map(String.init).joined(separator: ".") : nil
        }
        guard let constant = versionConstant(expression, context), let value = constants.expression(of: constant) else {
            return nil
        }
        return version(value, constant.context, depth + 1)
    }

    private func versionConstant(_ expression: Expression, _ context: LookupContext) -> DeclaredConstant? {
        if let constant = options.constant(expression, context) { return constant }
        // For example, `.initial` with `extension Schema.Version { static let initial = … }`.
        guard case .member(let base, let name) = expression.kind, base == nil || base?.lastName == "Version" else {
            return nil
        }
        return ["Schema.Version", "SwiftData.Schema.Version"].lazy.compactMap { self.table.foreign[$0] }
            .compactMap { self.constants.member(name, of: $0) }.first
    }

    private func isVersion(_ callee: Expression) -> Bool {
        switch callee.kind {
        case .member(nil, "init"): true
        case .member(let base?, "init"): isVersion(base)
        case .member(_?, "Version"), .name("Version"): true
        case .name(let name): name.hasSuffix("Version")
        default: false
        }
    }

    /// The attributes that specify a frozen version's name. FreezeRay's attribute is `@FreezeRay.Freeze`.
    private static let freezing: Set<String> = ["FreezeSchema", "Freeze"]

    /// Reads a frozen version's name from an attribute such as `@FreezeSchema(version: "2.0.0")`.
    private func readFrozenName(of node: Int, _ result: inout Evaluated) {
        for part in resolver.lookup.activeParts(of: node) {
            let attributes = table.type(part).attributes.filter { Self.freezing.contains($0.name) }
            guard let attribute = attributes.first(where: { resolver.lookup.isActive($0.conditions, in: part.file) }),
                let argument = attribute.arguments.first(where: { $0.label == "version" || $0.label == nil })
            else { continue }
            let context = LookupContext(scope: resolver.lookup.surroundings(of: part), selfNode: node)
            result.versionLocation = table.files[part.file].location(attribute.offset)
            result.version = options.string(argument.value, context)
            if result.version == nil {
                result.issues.append(
                    SourceIssue(
                        .notEvaluable(what: "version", expression: argument.value.text), at: result.versionLocation))
            }
            return
        }
    }
}

extension SourceIssue.Problem {
    /// Whether a listed model is missing from the schema because of the problem.
    fileprivate var hidesModels: Bool {
        switch self {
        case .notAModel: true
        case .notEvaluable(let what, _): what == "models"
        case .unknownName(let what, _, _): what == "model" || what == "destination"
        case .ambiguousName, .circularAlias: true
        default: false
        }
    }
}
