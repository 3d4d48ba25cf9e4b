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
        /// The types that enclose the current part.
        var open: Set<ResolvedType> = []
        /// The limit for the number of visited parts. With nested dictionaries, this number doubles with each
        /// declaration, although the resolved type stays small.
        var bound = SizeBound()
    }

    /// Returns the enums and structs in a type, and their code with its path. Outer types come first.
    func types(of type: ResolvedType) -> (types: [ValueType], code: [(path: [String], part: CodePart)]) {
        var walk = Walk()
        visit(type, path: [], &walk)
        return (walk.found, walk.code)
    }

    private func visit(_ type: ResolvedType, path: [String], _ walk: inout Walk) {
        guard walk.bound.take(1) else { return }
        switch type {
        case .optional(let inner), .array(let inner), .set(let inner): visit(inner, path: path, &walk)
        case .dictionary(let key, let value):
            visit(key, path: path, &walk)
            visit(value, path: path, &walk)
        case .node(let node): visit(node, [], type, path: path, &walk)
        case .generic(let node, let arguments): visit(node, arguments, type, path: path, &walk)
        case .scalar, .tuple, .opaque, .ambiguous, .circular: return
        }
    }

    private func visit(
        _ node: Int, _ arguments: [ResolvedType], _ type: ResolvedType, path: [String], _ walk: inout Walk
    ) {
        guard let part = resolver.lookup.activeDeclaration(of: node), walk.open.insert(type).inserted else { return }
        defer { walk.open.remove(type) }
        guard path.count < Self.depthLimit, walk.found.count < Self.limit else { return resolver.recorder.noteLimit() }
        let declaration = table.type(part)
        guard declaration.kind == .structure || declaration.kind == .enumeration else { return }
        let parameters = Dictionary(zip(declaration.generics, arguments), uniquingKeysWith: { first, _ in first })
        let scope = LookupScope(file: part.file, type: part.type)
        let location = table.files[part.file].location(declaration.offset)
        let coding = TypeCoding(of: node, resolver: resolver)
        walk.found.append(
            ValueType(name: table.nodes[node].path, location: location, path: path, decoding: coding.decoding))
        walk.code.append((path, coding.part))
        if declaration.kind == .structure {
            for member in resolver.storedValues(of: declaration, part) {
                guard let type = resolver.genericType(of: member, in: scope) else { continue }
                visit(type.substituting(parameters), path: path + [member.name], &walk)
            }
        } else {
            for enumCase in declaration.cases where resolver.lookup.isActive(enumCase.conditions, in: part.file) {
                for (index, value) in enumCase.associated.enumerated() {
                    visit(
                        resolver.resolveGenerics(value.type, from: scope).substituting(parameters),
                        path: path + [enumCase.name, value.label ?? "_\(index)"], &walk)
                }
            }
        }
    }
}
