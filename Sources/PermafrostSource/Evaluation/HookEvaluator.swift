/// An evaluator for stage hooks. It finds the types, variables, fetches and main-actor state that a hook uses.
struct HookEvaluator {
    typealias Hook = DeclaredHook

    /// The maximum depth of calls to follow.
    private static let depthLimit = 6

    private let inference: TypeInference
    private var table: DeclarationTable { inference.resolver.table }

    init(inference: TypeInference) {
        self.inference = inference
    }

    /// Returns a hook with the types, variables, fetches and main-actor state that its code uses.
    ///
    /// - Parameter operation: the name of the stage's operation that contains the hook; nil for a hook of the stage
    ///   itself.
    func hook(
        _ parsed: ParsedHook, _ moment: HookMoment, of operation: String? = nil,
        in context: LookupContext
    ) -> Hook {
        let scope = context.scope
        func variables(_ uses: [ParsedHook.VariableUse]) -> [Hook.VariableUse] {
            uses.map { use in
                let path = use.path.first == "Self" ? Array(use.path.dropFirst()) : use.path
                return .init(path: path.joined(separator: "."), location: table.location(scope, use.offset))
            }
        }
        return Hook(
            moment: moment, operation: operation, types: types(of: parsed, in: context),
            writes: variables(parsed.writes), reads: variables(parsed.reads),
            fetches: fetches(of: parsed.body, in: context),
            mainActorUses: MainActorEvaluator(hooks: self, inference: inference).uses(in: parsed, context))
    }

    /// Returns the project's types that a hook's code refers to.
    func types(of parsed: ParsedHook, in context: LookupContext) -> [Hook.TypeUse] {
        parsed.types.flatMap { use in
            names(at: use.path, in: context).map { named in
                Hook.TypeUse(
                    written: use.path.prefix(named.length).joined(separator: "."), type: declaredType(named.node),
                    aliasOwners: named.aliases.map { table.node(of: $0.scope).map(path) ?? "" },
                    location: table.location(context.scope, use.offset))
            }
        }
    }

    /// Returns the types that the longest possible start of a chain of names refers to.
    func names(at path: [String], in context: LookupContext) -> [NamedType] {
        inference.resolver.lookup.types(at: path, from: context.scope, ownType: context.selfNode)
    }

    func declaredType(_ node: Int) -> DeclaredType {
        let entry = table.nodes[node]
        var enclosing: [String] = []
        var parent = entry.parent
        while let next = parent {
            enclosing.append(path(next))
            parent = table.nodes[next].parent
        }
        let models = inference.resolver.isModel(node) ? entry.parts.prefix(entry.declarationCount) : []
        return DeclaredType(
            name: entry.path, models: models.map { table.files[$0.file].location(table.type($0).offset) },
            enclosingTypes: enclosing)
    }

    private func path(_ node: Int) -> String { node < 0 ? "" : table.nodes[node].path }

    // MARK: Fetches

    /// A function, identified by its file's index and its own index in the file.
    struct Function: Hashable {
        var file: Int
        var index: Int
    }

    /// Returns the fetches in a body, and in the functions that it calls directly or indirectly.
    private func fetches(of body: ParsedBody, in context: LookupContext) -> [Hook.Fetch] {
        var found = body.fetches.map {
            Hook.Fetch(model: $0.model, function: nil, location: table.location(context.scope, $0.offset))
        }
        var seen: Set<Function> = []
        var level = functions(called: body, in: context)
        for _ in 0..<Self.depthLimit {
            var next: [Function] = []
            for function in level where seen.insert(function).inserted {
                let parsed = table.files[function.file].functions[function.index]
                let scope = LookupScope(file: function.file, type: Int(parsed.scope))
                found += parsed.body.fetches.map {
                    Hook.Fetch(model: $0.model, function: parsed.name, location: table.location(scope, $0.offset))
                }
                next += functions(
                    called: parsed.body, in: LookupContext(scope: scope, selfNode: table.node(of: scope)))
            }
            level = next
        }
        return found
    }

    private func functions(called body: ParsedBody, in context: LookupContext) -> [Function] {
        Set(body.calls).sorted { $0.lexicographicallyPrecedes($1) }.flatMap { functions($0, from: context) }
    }

    /// Returns the functions that a chain of names may refer to, such as `load` or `Store.load`. After a type's name,
    /// `self` or `Self`, these are functions of the type. A single name refers to functions of the nearest enclosing
    /// type that has functions with this name, or to global functions.
    func functions(_ path: [String], from context: LookupContext) -> [Function] {
        guard let name = path.last else { return [] }
        if path.count > 1 {
            let base = path.dropLast()
            let node =
                base == ["Self"] || base == ["self"]
                ? context.selfNode ?? table.node(of: context.scope)
                : inference.resolver.lookup.node(named: Array(base), from: context.scope)
            return node.map { functions(name, of: $0) } ?? []
        }
        var scope: LookupScope? = context.scope
        while let current = scope, let node = table.node(of: current) {
            let found = functions(name, of: node)
            if !found.isEmpty { return found }
            scope = table.outer(current)
        }
        if let own = context.selfNode {
            let found = functions(name, of: own)
            if !found.isEmpty { return found }
        }
        return functions(name, of: nil)
    }

    /// Returns the functions with the given name in a type and its extensions, or global functions if the node is nil.
    func functions(_ name: String, of node: Int?) -> [Function] {
        table.files.indices.flatMap { file in
            table.files[file].functions.indices.filter { index in
                let function = table.files[file].functions[index]
                let scope = LookupScope(file: file, type: Int(function.scope))
                return function.name == name && table.node(of: scope) == node
            }.map { Function(file: file, index: $0) }
        }
    }
}

extension DeclarationTable {
    /// The functions that the project's hooks call, and the variables that the hooks read. Each element is a chain of
    /// names, such as `["Store", "load"]` for `Store.load`.
    var namesInHooks: [[String]] {
        var calls: [[String]] = []
        for file in files {
            for value in file.values + file.types.flatMap(\.values) {
                calls += value.initial?.namesInHooks ?? []
                for statement in value.body ?? [] { calls += statement.namesInHooks }
            }
        }
        return calls
    }
}

extension ParsedHook {
    fileprivate var names: [[String]] { body.calls + reads.map(\.path) }
}

extension Expression {
    fileprivate var namesInHooks: [[String]] {
        switch kind {
        case .hook(let hook): hook.names
        case .operations(let operations): operations.flatMap { $0.closures.flatMap(\.hook.names) }
        case .call(let callee, let arguments):
            callee.namesInHooks + arguments.flatMap(\.value.namesInHooks)
        case .array(let elements): elements.flatMap(\.namesInHooks)
        case .infix(let left, _, let right): left.namesInHooks + right.namesInHooks
        case .closure(_, let statements): statements.flatMap(\.namesInHooks)
        default: []
        }
    }
}

extension Statement {
    fileprivate var namesInHooks: [[String]] {
        switch self {
        case .result(let value), .expression(let value): value.namesInHooks
        case .variable(_, _, let value): value?.namesInHooks ?? []
        case .branches(let branches): branches.flatMap { $0.statements.flatMap(\.namesInHooks) }
        case .condition(let choice): (choice.then + choice.otherwise).flatMap(\.namesInHooks)
        case .loop(let loop): loop.body.flatMap(\.namesInHooks)
        case .other: []
        }
    }
}
