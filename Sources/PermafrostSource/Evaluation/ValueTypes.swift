import PermafrostModel

/// The enums and structs of the project that a type is made of, each with the fields and cases that lead to it.
struct ValueTypes {
    private let resolver: TypeResolver
    private var table: DeclarationTable { resolver.table }
    /// More than this many are no real property's; a type may be met by many paths.
    private static let limit = 200

    init(resolver: TypeResolver) {
        self.resolver = resolver
    }

    /// The types, the outermost first.
    func types(of type: ResolvedType) -> [ValueType] {
        var found: [ValueType] = []
        var open: Set<Int> = []
        visit(type, path: [], &open, &found)
        return found
    }

    private func visit(_ type: ResolvedType, path: [String], _ open: inout Set<Int>, _ found: inout [ValueType]) {
        switch type {
        case .optional(let inner), .array(let inner), .set(let inner): visit(inner, path: path, &open, &found)
        case .dictionary(let key, let value):
            visit(key, path: path, &open, &found)
            visit(value, path: path, &open, &found)
        case .node(let node): visit(node, path: path, &open, &found)
        case .scalar, .tuple, .opaque, .ambiguous, .circular: return
        }
    }

    private func visit(_ node: Int, path: [String], _ open: inout Set<Int>, _ found: inout [ValueType]) {
        guard path.count < 16, found.count < Self.limit, let part = resolver.lookup.activeDeclaration(of: node),
            open.insert(node).inserted
        else { return }
        defer { open.remove(node) }
        let declaration = table.type(part)
        guard declaration.kind == .structure || declaration.kind == .enumeration, declaration.generics.isEmpty else {
            return
        }
        let scope = DeclarationTable.Scope(file: part.file, type: part.type)
        let location = table.files[part.file].location(declaration.offset)
        found.append(ValueType(name: table.nodes[node].path, location: location, path: path))
        if declaration.kind == .structure {
            for member in resolver.storedValues(of: declaration, part) {
                guard let type = resolver.declaredType(of: member, in: scope) else { continue }
                visit(type, path: path + [member.name], &open, &found)
            }
        } else {
            for enumCase in declaration.cases where resolver.lookup.isActive(enumCase.conditions, in: part.file) {
                for (index, value) in enumCase.associated.enumerated() {
                    visit(
                        resolver.resolve(value.type, from: scope),
                        path: path + [enumCase.name, value.label ?? "_\(index)"], &open, &found)
                }
            }
        }
    }
}
