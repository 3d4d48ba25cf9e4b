/// A lookup for types that conform to a library's protocol, directly or through the project's protocols, typealiases
/// and superclasses.
struct Conformance {
    let name: String
    /// The name of the module that declares the protocol.
    let module: String
    let lookup: NameLookup
    private var table: DeclarationTable { lookup.table }

    init(to name: String, of module: String = "SwiftData", lookup: NameLookup) {
        self.name = name
        self.module = module
        self.lookup = lookup
    }

    /// The nodes of the conforming types whose declaration the configuration compiles. Protocols aren't included.
    var types: [Int] {
        table.nodes.indices.filter { node in
            guard let part = lookup.activeDeclaration(of: node), table.type(part).kind != .protocolType else {
                return false
            }
            return holds(for: node, depth: 0)
        }
    }

    /// Returns whether a type conforms to the protocol.
    func includes(_ node: Int) -> Bool { holds(for: node, depth: 0) }

    /// The nodes of the types that conform through an extension, but aren't declared in any parsed file.
    var undeclaredTypes: [Int] {
        table.nodes.indices.filter { table.nodes[$0].declarationCount == 0 && holds(for: $0, depth: 0) }
    }

    /// The names in the project that can replace the protocol's name: protocols that inherit from it, and typealiases
    /// for it. Files that contain these names may declare conforming types.
    var aliases: [String] {
        let protocols = table.nodes.indices.filter { node in
            guard let part = table.nodes[node].parts.first, table.type(part).kind == .protocolType else { return false }
            return holds(for: node, depth: 0)
        }.map { table.nodes[$0].name }
        let aliases = table.files.flatMap { $0.aliases + $0.types.flatMap(\.aliases) }
            .filter { alias in alias.target.parts.contains { $0.lastName == name } }.map(\.name)
        return protocols + aliases
    }

    private func holds(for node: Int, depth: Int) -> Bool {
        guard depth < 8 else { return false }
        return lookup.activeParts(of: node).contains { part in
            table.type(part).inherited.contains { inherited in
                inherited.parts.contains { holds(for: $0, from: lookup.surroundings(of: part), depth) }
            }
        }
    }

    private func holds(for type: TypeExpression, from scope: LookupScope, _ depth: Int) -> Bool {
        guard depth < 8, case .named(let components) = type, let last = components.last else { return false }
        if last.name == name, components.count == 1 || components[0].name == module,
            !isDeclaredByProject(last.name, from: scope, isQualified: components.count > 1)
        {
            return true
        }
        switch components.count == 1 ? lookup.find(last.name, from: scope) : nil {
        case .alias(let reference):
            return table.alias(reference).target.parts.contains { holds(for: $0, from: reference.scope, depth + 1) }
        case .node(let node): return holds(for: node, depth: depth + 1)
        default:
            return lookup.node(of: type, from: scope).map { holds(for: $0, depth: depth + 1) } ?? false
        }
    }

    /// Returns whether an unqualified name refers to a protocol that the project declares, instead of the protocol with
    /// the same name in ``module``. Always returns false for a qualified name.
    private func isDeclaredByProject(_ name: String, from scope: LookupScope, isQualified: Bool) -> Bool {
        guard !isQualified, case .node(let node)? = lookup.find(name, from: scope),
            let part = table.nodes[node].parts.first
        else { return false }
        return table.type(part).kind == .protocolType && table.modules[part.file] != module
    }
}
