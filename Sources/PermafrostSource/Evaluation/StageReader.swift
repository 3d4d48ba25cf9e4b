import PermafrostModel

/// A reader for the names that a stage's code refers to, in its hooks and in the operations of a `MigrationPlan` stage.
struct StageReader {
    let inference: TypeInference
    /// The context that the stage is declared in.
    let context: LookupContext

    private typealias Moment = HookMoment
    private var resolver: TypeResolver { inference.resolver }
    private var hooks: HookEvaluator { HookEvaluator(inference: inference) }

    /// Returns a hook with the project's declarations that its code refers to. Returns nil if the argument's label
    /// isn't `willMigrate` or `didMigrate`, or if its value isn't a closure or a function's name.
    func hook(_ argument: ExpressionArgument) -> DeclaredHook? {
        guard let moment = argument.label.flatMap(HookMoment.init),
            case .hook(let parsed) = argument.value.kind
        else { return nil }
        return hook(parsed, moment)
    }

    private func hook(
        _ parsed: ParsedHook, _ moment: Moment, of operation: String? = nil
    ) -> DeclaredHook {
        hooks.hook(parsed, moment, of: operation, in: context)
    }

    /// Returns the operations that the configuration compiles, and the hooks of operations that are known to run in
    /// `willMigrate` or `didMigrate`.
    func operations(
        _ parsed: [ParsedOperation]
    ) -> (operations: [DeclaredOperation], hooks: [DeclaredHook]) {
        let seen = parsed.filter { resolver.lookup.isActive($0.conditions, in: context.scope.file) }
        let operations = seen.map { operation in
            DeclaredOperation(
                name: operation.name,
                keyPaths: operation.keyPaths.map(keyPath), labels: labels(of: operation),
                types: hooks.types(of: operation.arguments, in: context),
                reason: operation.reason, location: location(operation.offset))
        }
        return (operations, seen.flatMap(self.hooks(of:)))
    }

    /// Returns the labels of an operation's arguments. An unlabeled closure of a `CustomOperation` has the label of the
    /// hook that it runs in, `willMigrate` or `didMigrate`.
    private func labels(of operation: ParsedOperation) -> Set<String> {
        guard operation.name == "CustomOperation" else { return operation.labels }
        return operation.labels.union(operation.closures.map { moment(of: $0, in: operation).rawValue })
    }

    /// Returns the moment when a closure of a `CustomOperation` runs. A closure without a label runs in `didMigrate`,
    /// or in `willMigrate` if another closure has the label `didMigrate`.
    private func moment(of closure: ParsedOperation.Closure, in operation: ParsedOperation) -> Moment {
        if let moment = closure.label.flatMap(Moment.init) { return moment }
        return operation.closures.contains { $0.label == Moment.didMigrate.rawValue } ? .willMigrate : .didMigrate
    }

    private func hooks(of operation: ParsedOperation) -> [DeclaredHook] {
        if operation.name == "CustomOperation" {
            return operation.closures.map { hook($0.hook, moment(of: $0, in: operation), of: operation.name) }
        }
        guard let moment = Self.moments[operation.name] else { return [] }
        var whole = ParsedHook(types: operation.arguments.types)
        for closure in operation.closures {
            whole.types += closure.hook.types
            whole.reads += closure.hook.reads
            whole.writes += closure.hook.writes
            whole.body.fetches += closure.hook.body.fetches
            whole.body.calls += closure.hook.body.calls
            whole.body.endings += closure.hook.body.endings
        }
        return [hook(whole, moment, of: operation.name)]
    }

    /// The moments when operations run, keyed by operation name. Omits operations that use the types of both versions.
    private static let moments: [String: Moment] = [
        "Deduplicate": .willMigrate, "Backfill": .didMigrate, "Assert.noNulls": .didMigrate,
        "Assert.unique": .didMigrate,
        "Assert.count": .didMigrate, "Assert.custom": .didMigrate,
    ]

    // MARK: Names

    private var table: DeclarationTable { resolver.table }

    /// Returns a key path with its root type. The longest possible start of its names is the type's name.
    private func keyPath(_ parsed: ParsedOperation.KeyPathUse) -> DeclaredOperation.KeyPathUse {
        guard case .named(let components)? = parsed.root else { return .init(type: nil, names: parsed.names) }
        let path = components.map(\.name) + parsed.names
        let found = hooks.names(at: path, in: context)
        guard found.count == 1, let root = found.first else {
            return .init(type: DeclaredType(name: parsed.root?.text ?? ""), names: parsed.names)
        }
        return .init(type: hooks.declaredType(root.node), names: Array(path.dropFirst(root.length)))
    }

    private func location(_ offset: Int32) -> SourceLocation { table.location(context.scope, offset) }
}
