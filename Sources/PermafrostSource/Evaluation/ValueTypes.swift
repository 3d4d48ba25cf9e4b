import PermafrostModel

/// The project's enums and structs in a property's type, each with its path. A path consists of the names of struct
/// members, enum cases and associated values, from the property to the enum or struct.
struct ValueTypes {
    private let resolver: TypeResolver
    private var table: DeclarationTable { resolver.table }
    /// The maximum number of types in a property's values, where a type counts once for each of its paths. No real
    /// property has that many.
    private static let limit = 200
    /// The maximum length of a type's path.
    private static let depthLimit = 48

    init(resolver: TypeResolver) {
        self.resolver = resolver
    }

    /// The state of a walk through a type's parts.
    private struct Walk {
        var found: [ValueType] = []
        var code: [(path: [String], part: CodePart)] = []
        /// The names in the types' own code, each with the names of the types whose members the code can use.
        var references: [(names: Set<ParsedCode.Reference>, own: Set<String>)] = []
        /// The names of the types, except for generic ones.
        var names: Set<String> = []
        /// The names of the generic types.
        var generics: Set<String> = []
        /// The types that enclose the current part, as indexes of their nodes.
        var open: Set<Int> = []
        /// The limit for the number of visited parts. With nested dictionaries, this number doubles with each
        /// declaration, although the resolved type stays small.
        var bound = SizeBound()
    }

    /// Returns the enums and structs in a type, and their code with its path. Outer types come first.
    ///
    /// - Parameters:
    ///   - written: the type as written, or nil if it isn't.
    ///   - transformer: the name of the value transformer.
    func types(
        of type: ResolvedType, written: TypeExpression? = nil, transformer: String? = nil
    ) -> (types: [ValueType], code: [(path: [String], part: CodePart)]) {
        var walk = Walk()
        visit(type, path: [], &walk)
        let uses = uses(walk, written, transformer)
        if !uses.isEmpty {
            // A property's first type has the same path.
            if let first = walk.code.firstIndex(where: { $0.path.isEmpty }) {
                walk.code[first].part.uses = uses
            } else {
                walk.code.append(([], CodePart(uses: uses)))
            }
        }
        return (walk.found, walk.code)
    }

    /// Returns the digests of other code that determines how a property's values are stored, keyed by name.
    private func uses(_ walk: Walk, _ written: TypeExpression?, _ transformer: String?) -> [String: String] {
        guard let search = table.search else { return [:] }
        var uses: [String: String] = [:]
        for (names, own) in walk.references {
            uses.merge(search.digests(of: names, seenFrom: own, besides: walk.names)) { first, _ in first }
        }
        if !walk.generics.isEmpty {
            // A generic type isn't expanded, and neither are the types of its arguments.
            var names = Set(walk.generics.map { ParsedCode.Reference(base: nil, name: $0) })
            written?.forEachName { names.insert(.init(base: nil, name: $0)) }
            uses.merge(search.digests(of: names, besides: walk.names)) { first, _ in first }
            if let written { uses["generic arguments"] = written.text }
        }
        if let transformer { uses.merge(search.digests(whole: [transformer])) { first, _ in first } }
        if !walk.names.isEmpty, CodeSearch.containers.contains(where: { table.foreign[$0] != nil }) {
            uses.merge(search.digestsOfContainers()) { first, _ in first }
        }
        return uses
    }

    private func visit(_ type: ResolvedType, path: [String], _ walk: inout Walk) {
        guard walk.bound.take(1) else { return }
        switch type {
        case .optional(let inner), .array(let inner), .set(let inner): visit(inner, path: path, &walk)
        case .dictionary(let key, let value):
            visit(key, path: path, &walk)
            visit(value, path: path, &walk)
        case .node(let node): visit(node, path: path, &walk)
        case .scalar, .tuple, .opaque, .ambiguous, .circular: return
        }
    }

    private func visit(_ node: Int, path: [String], _ walk: inout Walk) {
        guard let part = resolver.lookup.activeDeclaration(of: node), walk.open.insert(node).inserted else { return }
        defer { walk.open.remove(node) }
        guard path.count < Self.depthLimit, walk.found.count < Self.limit else { return resolver.recorder.noteLimit() }
        let declaration = table.type(part)
        guard declaration.kind == .structure || declaration.kind == .enumeration else { return }
        guard declaration.generics.isEmpty else {
            walk.generics.insert(table.nodes[node].name)
            return
        }
        let scope = LookupScope(file: part.file, type: part.type)
        let location = table.files[part.file].location(declaration.offset)
        let coding = TypeCoding(of: node, resolver: resolver)
        walk.names.insert(table.nodes[node].name)
        if !coding.references.isEmpty { walk.references.append((coding.references, coding.ownNames)) }
        walk.found.append(
            ValueType(name: table.nodes[node].path, location: location, path: path, decoding: coding.decoding))
        walk.code.append((path, coding.part))
        if declaration.kind == .structure {
            for member in resolver.storedValues(of: declaration, part) {
                guard let type = resolver.declaredType(of: member, in: scope) else { continue }
                visit(type, path: path + [member.name], &walk)
            }
        } else {
            for enumCase in declaration.cases where resolver.lookup.isActive(enumCase.conditions, in: part.file) {
                for (index, value) in enumCase.associated.enumerated() {
                    visit(
                        resolver.resolve(value.type, from: scope),
                        path: path + [enumCase.name, value.label ?? "_\(index)"], &walk)
                }
            }
        }
    }
}
