import PermafrostModel

/// The names that schemas, plans, containers and model classes use, directly or through other parsed declarations. The
/// files that declare these names are parsed too.
///
/// Only the last components of names are compared, so the result may contain names that aren't needed.
struct NameClosure {
    /// The names whose declarations are needed.
    private(set) var names: Set<String> = []
    /// The names of the types whose extensions are needed.
    private(set) var extended: Set<String> = []

    private let table: DeclarationTable
    private var nodesByName: [String: [Int]] = [:]
    private var aliasesByName: [String: [TypeExpression]] = [:]
    private var staticsByName: [String: [(node: Int, reference: ValueReference)]] = [:]
    private var reached: Set<Int> = []
    private var waiting: [Int: [ValueReference]] = [:]
    private var queue: [Int] = []
    private var members: Set<Member> = []

    private struct Member: Hashable {
        var base: String
        var name: String
    }

    /// Finds the names that the given declarations, the project's containers and its `@Model` classes use.
    ///
    /// - Parameters:
    ///   - roots: the nodes of the schemas and plans, and of types that contain plans in constants.
    ///   - constants: the names of plans that are declared outside any type.
    ///   - models: the names of the requested model classes.
    init(table: DeclarationTable, roots: [Int], constants: [String], models: [String]) {
        self.table = table
        for (index, node) in table.nodes.enumerated() {
            nodesByName[node.name, default: []].append(index)
            for (name, aliases) in node.aliases {
                aliasesByName[name, default: []] += aliases.map { table.alias($0).target }
            }
            for (name, values) in node.values {
                staticsByName[name, default: []] += values.map { (index, $0) }
            }
        }
        for (name, aliases) in table.topAliases {
            aliasesByName[name, default: []] += aliases.map { table.alias($0).target }
        }
        for name in TypeInference.literalTypes { mention(name) }
        for root in roots { readWhole(root) }
        readStages(hasPlans: !roots.isEmpty || !constants.isEmpty)
        for name in constants { mention(name) }
        for name in models { mention(name.split(separator: ".").last.map(String.init) ?? name) }
        for file in table.files {
            for call in file.containerCalls {
                for model in call.models + (call.configurations ?? []) { read(model) }
                if let plan = call.plan { read(plan) }
            }
            for container in file.containers {
                for model in container.models { read(model) }
            }
        }
        for (index, node) in table.nodes.enumerated()
        where node.parts.contains(where: { table.type($0).attributes.contains { $0.name == "Model" } }) {
            reach(index)
        }
        // Types that are nested in an extension are found through the extended type.
        for node in table.foreign.values where !table.nodes[node].children.isEmpty { mentionPath(of: node) }
        while let node = queue.popLast() { open(node) }
        requestExtensions()
    }

    // MARK: Names

    private mutating func mention(_ name: String) {
        guard names.insert(name).inserted else { return }
        for node in nodesByName[name] ?? [] { reach(node) }
        for target in aliasesByName[name] ?? [] { read(target) }
        for reference in table.topValues[name] ?? [] { read(table.value(reference)) }
        for (node, reference) in staticsByName[name] ?? [] {
            if reached.contains(node) {
                read(table.value(reference))
            } else {
                waiting[node, default: []].append(reference)
            }
        }
    }

    private mutating func mentionPath(of node: Int) {
        for name in table.nodes[node].path.split(separator: ".") { mention(String(name)) }
    }

    private mutating func reach(_ node: Int) {
        guard reached.insert(node).inserted else { return }
        queue.append(node)
        for reference in waiting.removeValue(forKey: node) ?? [] { read(table.value(reference)) }
    }

    private mutating func read(_ type: TypeExpression) {
        var found: [String] = []
        type.forEachName { found.append($0) }
        for name in found { mention(name) }
    }

    private mutating func read(_ expression: Expression) {
        var found: [String] = []
        expression.forEachName { found.append($0) }
        for name in found { mention(name) }
        note(expression)
    }

    /// Records the member accesses in an expression, such as `Base.name`, because an extension of `Base` may declare
    /// the member.
    private mutating func note(_ expression: Expression) {
        switch expression.kind {
        case .member(let base?, let name):
            if let last = base.lastName { members.insert(Member(base: last, name: name)) }
            note(base)
        case .call(let callee, _): note(callee)
        case .forced(let inner), .optional(let inner), .cast(let inner, _, _): note(inner)
        default: break
        }
    }

    /// Records an implicit member such as `.name`, because an extension of the expected type may declare it.
    private mutating func noteImplicit(_ name: String, type: TypeExpression?) {
        if case .array? = type {
            members.insert(Member(base: "Array", name: name))
            // The elements of the lists in this extension are needed too.
            if let node = table.foreign["Array"] { reach(node) }
            mention(name)
        } else if let base = type?.lastName {
            members.insert(Member(base: base, name: name))
        }
    }

    private mutating func read(_ value: ParsedValue) {
        if let type = value.type { read(type) }
        if let initial = value.initial {
            read(initial)
            if let name = initial.implicitMember { noteImplicit(name, type: value.type) }
        }
        for statement in value.body ?? [] {
            var found: [String] = []
            statement.forEachName { found.append($0) }
            for name in found { mention(name) }
            if case .result(let result) = statement {
                note(result)
                if let name = result.implicitMember { noteImplicit(name, type: value.type) }
            }
        }
        for attribute in value.attributes {
            for argument in attribute.arguments { read(argument.value) }
            // An extension of SwiftData's type may declare an option.
            if !attribute.arguments.isEmpty { extended.insert("Option") }
        }
    }

    // MARK: Nodes

    /// Visits the static members, typealiases and inheritance clauses of a schema or plan and its extensions.
    private mutating func readWhole(_ node: Int) {
        reach(node)
        extended.insert(table.nodes[node].name)
        mentionPath(of: node)
        for part in table.nodes[node].parts {
            let type = table.type(part)
            for inherited in type.inherited { read(inherited) }
            for alias in type.aliases { read(alias.target) }
            for value in type.values where value.isStatic { read(value) }
        }
    }

    /// Adds `MigrationStage` to the types whose extensions are needed, because an extension may declare the plans'
    /// stages. Also visits the static members of the extensions that are already parsed.
    private mutating func readStages(hasPlans: Bool) {
        guard hasPlans else { return }
        extended.insert("MigrationStage")
        for node in ["MigrationStage", "SwiftData.MigrationStage"].compactMap({ table.foreign[$0] }) {
            reach(node)
            for part in table.nodes[node].parts {
                for value in table.type(part).values where value.isStatic { read(value) }
            }
        }
    }

    private mutating func open(_ node: Int) {
        for part in table.nodes[node].parts.prefix(table.nodes[node].declarationCount) {
            let type = table.type(part)
            for inherited in type.inherited { read(inherited) }
            for enumCase in type.cases {
                for value in enumCase.associated { read(value.type) }
            }
            if type.kind == .enumeration,
                type.inherited.first?.lastName.flatMap({ ScalarMapping.named($0) }) == nil
            {
                readRawValue(of: node)
            }
            // An extension may contain the code of `Codable`.
            if type.kind != .classType { readExtensions(of: node) }
            if type.kind == .structure || type.kind == .enumeration {
                extended.formUnion(TypeResolver.containers)
                readKeys(of: node)
            }
            let isModel = type.attributes.contains { $0.name == "Model" }
            guard type.kind == .structure || isModel else { continue }
            for value in type.values where !value.isStatic && value.kind == .stored { read(value) }
        }
    }

    /// Visits the `RawValue` and `rawValue` that an enum without a raw type declares. Adds the enum to the types whose
    /// extensions are needed, because an extension may contain these declarations.
    private mutating func readRawValue(of node: Int) {
        readExtensions(of: node)
        for part in table.nodes[node].parts {
            let type = table.type(part)
            for alias in type.aliases where alias.name == "RawValue" { read(alias.target) }
            for value in type.values where value.name == "rawValue" && !value.isStatic { read(value) }
        }
    }

    /// Visits the keys of a type's `Codable` code, such as `CodingKeys`, because a protocol's extension may contain the
    /// code of their strings.
    private mutating func readKeys(of node: Int) {
        for (name, children) in table.nodes[node].children where name.hasSuffix("CodingKeys") {
            extended.insert("CodingKey")
            for child in children { reach(child) }
        }
        for (name, aliases) in table.nodes[node].aliases where name.hasSuffix("CodingKeys") {
            extended.insert("CodingKey")
            for alias in aliases { read(table.alias(alias).target) }
        }
    }

    /// Adds a type to the types whose extensions are needed. Visits the types that it and its parsed extensions inherit
    /// from.
    private mutating func readExtensions(of node: Int) {
        extended.insert(table.nodes[node].name)
        for part in table.nodes[node].parts {
            for inherited in table.type(part).inherited { read(inherited) }
        }
    }

    /// Adds types to the types whose extensions are needed. The code uses a member of these types that no parsed
    /// declaration or extension contains.
    private mutating func requestExtensions() {
        for member in members where !extended.contains(member.base) {
            let nodes = nodesByName[member.base] ?? []
            let isFound = nodes.contains { node in
                let entry = table.nodes[node]
                return entry.values[member.name] != nil || entry.children[member.name] != nil
                    || entry.aliases[member.name] != nil
                    || entry.parts.contains { table.type($0).cases.contains { $0.name == member.name } }
            }
            if !isFound, !["self", "init", "rawValue", "allCases", "none"].contains(member.name),
                !(ScalarMapping.named(member.base) != nil
                    && KnownMembers.ofOwnType.contains(member.name))
            {
                extended.insert(member.base)
            }
        }
    }
}

extension Expression {
    /// The name in `.name` or `.name(…)`, or nil for any other expression.
    fileprivate var implicitMember: String? {
        switch kind {
        case .member(nil, let name): name
        case .call(let callee, _): callee.implicitMember
        default: nil
        }
    }
}
