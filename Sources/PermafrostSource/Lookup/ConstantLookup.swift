/// A lookup for static and global constants, including computed ones, and for static and global functions.
struct ConstantLookup {
    let resolver: TypeResolver
    private var table: DeclarationTable { resolver.table }
    private var lookup: NameLookup { resolver.lookup }

    init(resolver: TypeResolver) {
        self.resolver = resolver
    }

    /// Returns the constant or function that an unqualified name refers to. Returns nil if the project doesn't declare
    /// one, or if several declarations in other files match equally well.
    ///
    /// - Parameter labels: the argument labels of a call with arguments; nil for any other use. With labels, the lookup
    ///   finds only functions with matching parameters. Without labels, it finds only constants and functions without
    ///   parameters.
    func unqualified(_ name: String, from context: LookupContext, labels: [String?]? = nil) -> DeclaredConstant? {
        var scope = context.scope
        while let node = table.node(of: scope) {
            if node >= 0, let found = member(name, of: node, own: context.selfNode, labels: labels) { return found }
            guard let next = table.outer(scope) else { break }
            scope = next
        }
        if let own = context.selfNode, let found = member(name, of: own, own: own, labels: labels) { return found }
        let references = (table.topValues[name] ?? []).filter { isActive($0) && table.value($0).accepts(labels) }
        let near = references.filter { $0.scope.file == scope.file }
        let visible = references.filter { table.value($0).access != .file }
        guard let chosen = near.first ?? nearest(visible, to: scope.file) else { return nil }
        return constant(chosen, own: nil)
    }

    /// Returns the static member with a name that a type, one of its superclasses, or an extension of one of its
    /// protocols declares. Returns nil if no such member exists.
    ///
    /// - Parameters:
    ///   - own: the node of the type that `Self` refers to in the member's expression. If nil, this is `node`.
    ///   - labels: the argument labels of a call with arguments; nil for any other use.
    func member(
        _ name: String, of node: Int, own: Int? = nil, labels: [String?]? = nil, depth: Int = 0
    ) -> DeclaredConstant? {
        let own = own ?? node
        // A protocol's requirement has no value, but an extension of the protocol may provide one.
        let found = (table.nodes[node].values[name] ?? []).filter { reference in
            let value = table.value(reference)
            return isActive(reference) && value.accepts(labels) && (value.initial != nil || value.body != nil)
        }
        if let first = found.first { return constant(first, own: own) }
        guard depth < 8 else {
            resolver.recorder.noteLimit()
            return nil
        }
        for part in lookup.activeParts(of: node) {
            for inherited in table.type(part).inherited {
                for type in inherited.parts {
                    guard let ancestor = lookup.ancestor(type, from: lookup.surroundings(of: part)), ancestor != node,
                        let found = member(name, of: ancestor, own: own, labels: labels, depth: depth + 1)
                    else { continue }
                    return found
                }
            }
        }
        return nil
    }

    /// Returns the constant at a reference, or nil if the configuration doesn't compile it.
    func constant(_ reference: ValueReference) -> DeclaredConstant? {
        isActive(reference) ? constant(reference, own: table.node(of: reference.scope)) : nil
    }

    /// Returns the expression that determines a constant's value: its initial value, or the result of its body. Returns
    /// nil if there is neither, or if the configuration compiles a different statement before the result.
    func expression(of constant: DeclaredConstant) -> Expression? {
        if let initial = constant.value.initial { return initial }
        return constant.value.body.flatMap { result(of: $0, in: constant.reference.scope.file) }
    }

    private func result(of body: [Statement], in file: Int) -> Expression? {
        for statement in body {
            switch statement {
            case .result(let value): return value
            case .branches(let branches):
                let active = branches.first { lookup.isActive([$0.condition], in: file) }
                if let active, let value = result(of: active.statements, in: file) { return value }
            case .variable, .expression, .condition, .loop, .other: return nil
            }
        }
        return nil
    }

    private func constant(_ reference: ValueReference, own: Int?) -> DeclaredConstant {
        resolver.recorder.noteFile(reference.scope.file, of: table)
        return DeclaredConstant(
            reference: reference, value: table.value(reference),
            context: LookupContext(scope: reference.scope, selfNode: own))
    }

    private func isActive(_ reference: ValueReference) -> Bool {
        lookup.isActive(table.value(reference).conditions, in: reference.scope.file)
            && lookup.isActive(partOf: reference.scope)
    }

    private func nearest(
        _ references: [ValueReference], to file: Int
    ) -> ValueReference? {
        guard references.count > 1 else { return references.first }
        let distances = references.map {
            SharedFolders.count(table.files[$0.scope.file].path, table.files[file].path)
        }
        let best = distances.max() ?? 0
        let near = zip(references, distances).filter { $0.1 == best }.map(\.0)
        return near.count == 1 ? near[0] : nil
    }
}

/// A constant with the context that its expression is evaluated in.
struct DeclaredConstant {
    var reference: ValueReference
    var value: ParsedValue
    var context: LookupContext
}

extension TypeExpression {
    /// The types in a composition such as `A & B`. For any other type, only the type itself.
    var parts: [TypeExpression] {
        switch self {
        case .composition(let parts): parts.flatMap(\.parts)
        case .existential(let inner): inner.parts
        default: [self]
        }
    }
}

extension Expression {
    /// The type that the expression may name, such as `A.B`, `Array<Key>`, `[Key]` or `Photo?`. Nil if the expression
    /// can't be a type.
    var asType: TypeExpression? {
        switch kind {
        case .name(let name): return .name(name)
        case .member(let base?, let name):
            guard case .named(let components)? = base.asType else { return nil }
            return .named(components + [.init(name: name)])
        case .specialised(let base, let arguments):
            guard case .named(var components)? = base.asType, !components.isEmpty else { return nil }
            components[components.count - 1].arguments = arguments
            return .named(components)
        case .array(let elements):
            return elements.count == 1 ? elements[0].asType.map { .array($0) } : nil
        case .dictionary(let entries):
            guard entries.count == 1, let key = entries[0].key.asType, let value = entries[0].value.asType else {
                return nil
            }
            return .dictionary(key, value)
        case .optional(let base): return base.asType.map { .optional($0) }
        case .type(let type): return type
        default: return nil
        }
    }
}

/// The context for evaluating an expression: the scope, and the node of the type that `Self` refers to.
struct LookupContext: Hashable {
    var scope: LookupScope
    var selfNode: Int?
}
