import PermafrostModel

/// The shapes of values whose types contain generic enums or structs of the project. A model doesn't contain them: it
/// only has the name of a generic type.
struct GenericShapes {
    private let resolver: TypeResolver
    private var usesGenerics = false
    /// The enums and structs that are being expanded, outermost first.
    private var open: [ResolvedType] = []
    private var bound = SizeBound()

    /// Returns the shape of a stored property's value without its optionality, or nil if it contains no generic type.
    static func shape(of value: ParsedValue, in context: LookupContext, _ inference: TypeInference) -> ValueShape? {
        let resolver = inference.resolver
        if let type = resolver.genericType(of: value, in: context.scope) ?? inferred(value, context, inference) {
            var shapes = GenericShapes(resolver: resolver)
            let expanded = shapes.swiftType(type.unwrapped.type)
            return shapes.usesGenerics ? ValueShape(expanded) : nil
        }
        return nil
    }

    /// Returns the type of an initial value such as `Box<Int>(1)` or `Box(1)`. The latter gets the types of the
    /// initializer's arguments in place of the generic arguments, which determine them.
    private static func inferred(
        _ value: ParsedValue, _ context: LookupContext, _ inference: TypeInference
    ) -> ResolvedType? {
        guard let initial = value.initial, case .call(let callee, let arguments) = initial.kind,
            let type = callee.asType
        else { return nil }
        let resolver = inference.resolver
        guard case .node(let node) = resolver.resolveGenerics(type, from: context.scope) else {
            return resolver.resolveGenerics(type, from: context.scope)
        }
        return .generic(
            node, arguments.map { inference.type(of: $0.value, in: context) ?? .opaque($0.value.text) })
    }

    private init(resolver: TypeResolver) {
        self.resolver = resolver
    }

    private mutating func swiftType(_ type: ResolvedType) -> SwiftType {
        guard bound.take(1) else { return .opaque(SizeBound.excess) }
        switch type {
        case .optional(let inner): return .optional(swiftType(inner))
        case .array(let element): return .array(swiftType(element))
        case .set(let element): return .set(swiftType(element))
        case .dictionary(let key, let value): return .dictionary(key: swiftType(key), value: swiftType(value))
        case .scalar, .tuple, .opaque, .ambiguous, .circular: return resolver.swiftType(type)
        case .node(let node): return expanded(node, [], type)
        case .generic(let node, let arguments): return expanded(node, arguments, type)
        }
    }

    private mutating func expanded(_ node: Int, _ arguments: [ResolvedType], _ type: ResolvedType) -> SwiftType {
        let name = resolver.table.nodes[node].name
        guard let part = resolver.lookup.activeDeclaration(of: node) else { return .opaque(name) }
        guard !open.contains(type) else { return .recursion(name) }
        guard open.count < 14 else {
            resolver.recorder.noteLimit()
            return .opaque(name)
        }
        let declaration = resolver.table.type(part)
        if !declaration.generics.isEmpty { usesGenerics = true }
        let parameters = Dictionary(zip(declaration.generics, arguments), uniquingKeysWith: { first, _ in first })
        open.append(type)
        defer { open.removeLast() }
        let scope = LookupScope(file: part.file, type: part.type)
        switch declaration.kind {
        case .structure:
            return .structure(
                SwiftType.Structure(
                    name: name,
                    members: resolver.storedValues(of: declaration, part).map { value in
                        let type = resolver.genericType(of: value, in: scope) ?? .opaque("unknown")
                        return SwiftType.Member(name: value.name, type: swiftType(type.substituting(parameters)))
                    }))
        case .enumeration:
            var enumeration = resolver.enumeration(declaration, part, of: node)
            for index in enumeration.cases.indices {
                let declared = declaration.cases.first { $0.name == enumeration.cases[index].name }
                for (place, value) in (declared?.associated ?? []).enumerated() {
                    let type = resolver.resolveGenerics(value.type, from: scope)
                    enumeration.cases[index].associatedValues[place].type = swiftType(type.substituting(parameters))
                }
            }
            return .enumeration(enumeration)
        case .classType, .actor, .protocolType, .extensionOf: return .opaque(name)
        }
    }
}
