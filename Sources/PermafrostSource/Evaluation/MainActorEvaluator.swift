/// An evaluator that finds the names in a hook that are isolated to the main actor: variables and functions of classes
/// with `@MainActor`, functions with `@MainActor`, and the application object. Omits names whose isolation isn't known.
struct MainActorEvaluator {
    private typealias Use = DeclaredHook.VariableUse

    /// The application classes of UIKit and AppKit, which belong to the main actor.
    static let applications: Set<String> = ["UIApplication", "NSApplication"]

    private let hooks: HookEvaluator
    private let inference: TypeInference
    private var table: DeclarationTable { inference.resolver.table }

    init(hooks: HookEvaluator, inference: TypeInference) {
        self.hooks = hooks
        self.inference = inference
    }

    /// Returns a hook's uses of names that are isolated to the main actor, in source order. Includes each name once.
    func uses(
        in hook: ParsedHook, _ context: LookupContext
    ) -> [DeclaredHook.VariableUse] {
        var seen: Set<[String]> = []
        return hook.reads.filter { seen.insert($0.path).inserted && isOfMainActor($0.path, context) }.map { use in
            Use(path: use.path.joined(separator: "."), location: table.location(context.scope, use.offset))
        }
    }

    private func isOfMainActor(_ path: [String], _ context: LookupContext) -> Bool {
        let types = Array(path.prefix { $0.first?.isUppercase == true })
        let members = Array(path.dropFirst(types.count))
        guard let member = members.first else { return false }
        guard let type = types.first else {
            return path.count == 1 && areAll(.mainActor, hooks.functions(path, from: context))
        }
        guard type != "Self" else { return false }
        guard let node = inference.resolver.lookup.node(named: types, from: context.scope) else {
            return types.count == 1 && Self.applications.contains(type) && member == "shared"
        }
        guard isMainActorClass(node) else {
            return areAll(.mainActor, hooks.functions(member, of: node)) && values(member, of: node).isEmpty
        }
        let values = values(member, of: node)
        guard let value = values.first else { return isIsolated(functions: member, of: node) }
        guard values.count == 1, value.isStatic, value.isolation != .nonisolated else { return false }
        guard value.isConstant else { return true }
        // Any code can use a constant, but not the members of an instance of the class.
        guard members.count > 1, isInstance(value, of: node) else { return false }
        let own = self.values(members[1], of: node)
        guard let property = own.first else { return isIsolated(functions: members[1], of: node) }
        return own.count == 1 && !property.isStatic && !property.isConstant && property.isolation != .nonisolated
    }

    /// Returns whether a type is a class with `@MainActor` that isn't a model. Returns false if branches of an `#if`
    /// declare the class several times.
    private func isMainActorClass(_ node: Int) -> Bool {
        guard table.nodes[node].declarationCount == 1, let part = table.nodes[node].parts.first else { return false }
        let type = table.type(part)
        return type.kind == .classType && !inference.resolver.isModel(node)
            && type.attributes.contains { $0.name == "MainActor" && $0.conditions.isEmpty }
    }

    /// Returns the properties with the given name in a type and its extensions.
    private func values(_ name: String, of node: Int) -> [ParsedValue] {
        table.nodes[node].parts.flatMap { table.type($0).values }.filter { $0.name == name && $0.kind != .function }
    }

    /// Returns whether a static property contains an instance of its own class, as in `static let shared = State()`.
    private func isInstance(_ value: ParsedValue, of node: Int) -> Bool {
        let name = table.nodes[node].name
        if let type = value.type { return type.text == name || type.text == table.nodes[node].path }
        guard case .call(let callee, _)? = value.initial?.kind else { return false }
        return callee.lastName == name || callee.lastName == "Self"
    }

    /// Returns whether a class has functions with the given name, and none of them is nonisolated.
    private func isIsolated(functions name: String, of node: Int) -> Bool {
        let found = hooks.functions(name, of: node)
        return !found.isEmpty && !found.contains { isolation(of: $0) == .nonisolated }
    }

    private func areAll(_ isolation: ActorIsolation, _ functions: [HookEvaluator.Function]) -> Bool {
        !functions.isEmpty && functions.allSatisfy { self.isolation(of: $0) == isolation }
    }

    private func isolation(of function: HookEvaluator.Function) -> ActorIsolation {
        table.files[function.file].functions[function.index].isolation
    }
}
