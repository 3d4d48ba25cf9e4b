import PermafrostModel

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
        let called = reached(from: parsed.body, in: context)
        let calls = ([parsed.body] + called.map(\.parsed.body)).flatMap(\.calls)
        var hook = Hook(
            moment: moment, operation: operation,
            types: types(of: parsed, in: context) + called.flatMap(types(of:)),
            writes: variables(parsed.writes), reads: variables(parsed.reads),
            fetches: fetches(of: parsed.body, nil, in: context)
                + called.flatMap { fetches(of: $0.parsed.body, $0.parsed.name, in: $0.context) },
            endings: endings(of: parsed.body, nil, in: context)
                + called.filter(\.isCertain).flatMap { endings(of: $0.parsed.body, $0.parsed.name, in: $0.context) },
            makesContainer: calls.contains { $0.last == "ModelContainer" },
            mainActorUses: MainActorEvaluator(hooks: self, inference: inference).uses(in: parsed, context))
        hook.mayRestoreRows = hook.makesContainer || calls.contains { $0.last == "insert" }
        hook.emptied = parsed.body.emptied.flatMap { use in
            types([use], nil, in: context).filter { $0.written.split(separator: ".").count == use.path.count }
        }
        return hook
    }

    /// Returns the project's types that a hook's code refers to.
    func types(of parsed: ParsedHook, in context: LookupContext) -> [Hook.TypeUse] {
        types(parsed.types, nil, in: context)
    }

    private func types(
        _ uses: [ParsedHook.TypeUse], _ function: String?, in context: LookupContext
    ) -> [Hook.TypeUse] {
        uses.flatMap { use in
            names(at: use.path, in: context).filter { named in
                !use.isExpression || !isPlainMember(use.path.dropFirst(named.length).first, of: named.node)
            }.map { named in
                Hook.TypeUse(
                    written: use.path.prefix(named.length).joined(separator: "."), type: declaredType(named.node),
                    aliasOwners: named.aliases.map { table.node(of: $0.scope).map(path) ?? "" }, function: function,
                    location: table.location(context.scope, use.offset))
            }
        }
    }

    /// Returns the types in a function that certainly works on the hook's rows. Code with a container of its own may
    /// work on other rows.
    private func types(of called: CalledFunction) -> [Hook.TypeUse] {
        guard called.isCertain, called.parsed.takesContext || hasContext(called.context),
            !called.parsed.body.calls.contains(where: { $0.last == "ModelContainer" })
        else { return [] }
        return types(called.parsed.types, called.parsed.name, in: called.context)
    }

    /// Returns whether the type that declares a function has a `ModelContext`, or extends it.
    private func hasContext(_ context: LookupContext) -> Bool {
        guard let node = table.node(of: context.scope) else { return false }
        return table.nodes[node].name == "ModelContext"
            || table.nodes[node].parts.contains { part in
                let type = table.type(part)
                return type.values.contains { !$0.isStatic && $0.type?.lastName == "ModelContext" }
                    || type.attributes.contains { $0.name == "ModelActor" }
            }
    }

    /// Returns whether a member is a function, whose code is examined by itself, or a constant that doesn't contain
    /// models, such as a default title.
    private func isPlainMember(_ name: String?, of node: Int) -> Bool {
        guard let name, name != "self", name != "init" else { return false }
        if !functions(name, of: node).isEmpty { return true }
        let values = staticValues(name, of: node)
        guard values.count == 1, let value = values.first else { return false }
        switch value.initial?.kind {
        case .integer, .float, .string, .boolean, .interpolation: return true
        default: return value.type.map { ScalarMapping.named($0.text) != nil } ?? false
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

    /// A function that a hook calls, directly or indirectly.
    private struct CalledFunction {
        var parsed: ParsedFunction
        var context: LookupContext
        /// Whether each call that leads to the function can only refer to one function.
        var isCertain: Bool
    }

    private func fetches(of body: ParsedBody, _ function: String?, in context: LookupContext) -> [Hook.Fetch] {
        body.fetches.map {
            Hook.Fetch(model: $0.model, function: function, location: table.location(context.scope, $0.offset))
        }
    }

    private func endings(of body: ParsedBody, _ function: String?, in context: LookupContext) -> [Hook.Ending] {
        body.endings.filter { $0.variable.isEmpty || isUnset($0.variable, in: context) }.map {
            Hook.Ending(call: $0.call, function: function, location: table.location(context.scope, $0.offset))
        }
    }

    /// Returns whether a name refers to a static or global variable that is nil until other code sets it.
    private func isUnset(_ path: [String], in context: LookupContext) -> Bool {
        guard let name = path.last else { return false }
        var found: [ParsedValue] = []
        if path.count > 1 {
            guard let node = inference.resolver.lookup.node(named: path.dropLast(), from: context.scope) else {
                return false
            }
            found = staticValues(name, of: node)
        } else {
            var scope: LookupScope? = context.scope
            while found.isEmpty, let current = scope, let node = table.node(of: current) {
                found = staticValues(name, of: node)
                scope = table.outer(current)
            }
            if found.isEmpty { found = (table.topValues[name] ?? []).map(table.value) }
        }
        guard found.count == 1, let value = found.first, value.kind == .stored, !value.isConstant,
            value.initial.map({ $0.kind == .nilLiteral }) ?? true, case .optional? = value.type
        else { return false }
        return true
    }

    /// Returns the static values with a name in a type and its extensions.
    private func staticValues(_ name: String, of node: Int) -> [ParsedValue] {
        table.nodes[node].parts.flatMap { table.type($0).values }.filter { $0.name == name && $0.isStatic }
    }

    /// Returns the functions that a body calls directly or indirectly.
    private func reached(from body: ParsedBody, in context: LookupContext) -> [CalledFunction] {
        var found: [CalledFunction] = []
        var seen: Set<Function> = []
        var level = [(body: body, context: context, isCertain: true)]
        for _ in 0...Self.depthLimit {
            var next: [(body: ParsedBody, context: LookupContext, isCertain: Bool)] = []
            for (body, context, isCertain) in level {
                for path in Set(body.calls).sorted(by: { $0.lexicographicallyPrecedes($1) }) {
                    let called = functions(path, from: context)
                    for function in called where seen.insert(function).inserted {
                        let parsed = table.files[function.file].functions[function.index]
                        let scope = LookupScope(file: function.file, type: Int(parsed.scope))
                        let inner = LookupContext(scope: scope, selfNode: table.node(of: scope))
                        let isCertain = isCertain && called.count == 1
                        found.append(CalledFunction(parsed: parsed, context: inner, isCertain: isCertain))
                        next.append((parsed.body, inner, isCertain))
                    }
                }
            }
            level = next
        }
        return found
    }

    /// Returns the functions that a chain of names may refer to, such as `load` or `Store.load`. After a type's name,
    /// `self` or `Self`, these are functions of the type. A single name refers to functions of the nearest enclosing
    /// type that has functions with this name, or to global functions.
    func functions(_ path: [String], from context: LookupContext) -> [Function] {
        guard let name = path.last else { return [] }
        if path.count > 1 {
            let base = path.dropLast()
            if base == ["Self"] || base == ["self"] {
                return (context.selfNode ?? table.node(of: context.scope)).map { functions(name, of: $0) } ?? []
            }
            let node = inference.resolver.lookup.node(named: Array(base), from: context.scope)
            if let node = node ?? table.foreign[base.joined(separator: ".")] { return functions(name, of: node) }
            if let node = instance(Array(base), from: context) { return functions(name, of: node) }
            // A hook's parameter is the context.
            guard base.count == 1, base.first?.first?.isUppercase == false, let node = table.foreign["ModelContext"]
            else { return [] }
            return functions(name, of: node)
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

    /// Returns the type of a static property that contains an instance of its own type, such as `Filler.shared`.
    private func instance(_ path: [String], from context: LookupContext) -> Int? {
        guard path.count > 1, let name = path.last,
            let node = inference.resolver.lookup.node(named: path.dropLast(), from: context.scope)
        else { return nil }
        let values = staticValues(name, of: node)
        guard values.count == 1, let value = values.first else { return nil }
        if let type = value.type { return type.lastName == table.nodes[node].name ? node : nil }
        guard case .call(let callee, _)? = value.initial?.kind else { return nil }
        return callee.lastName == table.nodes[node].name || callee.lastName == "Self" ? node : nil
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
    /// The functions that the project's hooks call directly or indirectly, and the variables that the hooks read. Each
    /// element is a chain of names, such as `["Store", "load"]` for `Store.load`.
    var namesInHooks: [[String]] {
        var calls: [[String]] = []
        for file in files {
            for (value, type) in file.values.map({ ($0, nil as String?) })
                + file.types.flatMap({ type in type.values.map { ($0, type.name) } })
            {
                let names = (value.initial?.namesInHooks ?? []) + (value.body ?? []).flatMap(\.namesInHooks)
                calls += names
                // An extension of the type may declare a function that a hook calls without a qualifier.
                guard let type, let own = type.split(separator: ".").last else { continue }
                calls += names.filter { $0.count == 1 || $0[0] == "Self" }.compactMap {
                    $0.last.map { [String(own), $0] }
                }
            }
        }
        // A function's last name is enough, because a file that isn't needed may be parsed.
        var open = Set(calls.compactMap(\.last))
        var known = open
        while !open.isEmpty {
            let bodies = files.flatMap { file in file.functions.filter { open.contains($0.name) }.map(\.body) }
            let next = bodies.flatMap(\.calls)
            calls += next
            open = Set(next.compactMap(\.last)).subtracting(known)
            known.formUnion(open)
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
