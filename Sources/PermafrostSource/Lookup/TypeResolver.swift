import PermafrostModel

/// A resolver that finds the types that names in the source refer to, and expands the project's enums and structs.
final class TypeResolver {
    let table: DeclarationTable
    let lookup: NameLookup
    let recorder: Recorder
    private var memo: [MemoKey: (ResolvedType, LookupTrace)] = [:]
    private var swiftTypes: [Int: (type: SwiftType, trace: LookupTrace, size: Int)] = [:]
    private var depth = 0
    /// The typealiases that are being resolved.
    private var following: Set<FollowedAlias> = []
    private var resolving = SizeBound()
    private var opened = SizeBound()
    private var inferenceDepth = 0
    /// The enums and structs that are being expanded, outermost first, as indexes of their nodes.
    private var opening: [Int] = []
    /// The closure that infers the type of a value without a type annotation. It receives the resolver as an argument.
    /// It must not capture the resolver, because the retain cycle would keep all declarations in memory.
    var inferType: ((TypeResolver, Expression, LookupScope) -> ResolvedType?)?

    private struct FollowedAlias: Hashable {
        var reference: AliasReference
        var arguments: [TypeExpression]
    }

    private struct MemoKey: Hashable {
        var name: String
        var scope: LookupScope
    }

    init(table: DeclarationTable, configuration: Configuration) {
        self.table = table
        recorder = Recorder()
        lookup = NameLookup(table: table, configuration: configuration, recorder: recorder)
    }

    // MARK: Names → types

    func resolve(_ type: TypeExpression, from scope: LookupScope) -> ResolvedType {
        resolveGenerics(type, from: scope).withoutArguments
    }

    /// Returns the type that a name refers to, with the arguments of the project's generic types.
    func resolveGenerics(_ type: TypeExpression, from scope: LookupScope) -> ResolvedType {
        guard depth < 64 else {
            recorder.noteLimit()
            return .opaque(type.text)
        }
        guard resolving.enter() else { return .opaque(SizeBound.excess) }
        depth += 1
        defer {
            depth -= 1
            resolving.leave()
        }
        switch type {
        case .named(let components):
            guard components.count == 1, components[0].arguments.isEmpty else {
                return resolve(components, from: scope)
            }
            let key = MemoKey(name: components[0].name, scope: scope)
            if let (known, trace) = memo[key] {
                recorder.add(trace)
                return known
            }
            let (resolved, trace) = recorder.traced { resolve(components, from: scope) }
            if !resolving.isExceeded { memo[key] = (resolved, trace) }
            return resolved
        case .optional(let inner): return .optional(resolveGenerics(inner, from: scope))
        case .array(let element): return .array(resolveGenerics(element, from: scope))
        case .dictionary(let key, let value):
            return .dictionary(resolveGenerics(key, from: scope), resolveGenerics(value, from: scope))
        case .tuple: return .tuple(type.text)
        case .existential, .composition, .metatype, .other: return .opaque(type.text)
        }
    }

    /// Resolves a path that starts with `Self`, such as `Self.Photo`, following typealiases.
    ///
    /// - Parameter node: the node of the type that `Self` refers to.
    func resolve(_ components: [TypeExpression.Component], afterSelf node: Int, from scope: LookupScope) -> ResolvedType
    {
        descend(.node(node), components.dropFirst(), from: scope, components)
    }

    private func resolve(_ components: [TypeExpression.Component], from scope: LookupScope) -> ResolvedType {
        guard let first = components.first else { return .opaque("") }
        if first.name == "Self", components.count == 1, let node = table.node(of: scope) { return .node(node) }
        if let found = lookup.find(first.name, from: scope), !isOutsideFramework(found, named: first.name, scope) {
            return resolve(found, arguments: first.arguments, rest: components.dropFirst(), from: scope, components)
        }
        if components.count > 1 {
            let second = components[1]
            if let found = lookup.afterModule(first.name, second.name, from: scope) {
                return resolve(
                    found, arguments: second.arguments, rest: components.dropFirst(2), from: scope, components)
            }
            // The first component is a module that doesn't belong to the project.
            if FrameworkModules.names.contains(first.name) || table.moduleNames.contains(first.name),
                components.count == 2
            {
                return standard(second, from: scope) ?? .opaque(second.text)
            }
            return .opaque(components.map(\.text).joined(separator: "."))
        }
        return standard(first, from: scope) ?? .opaque(first.text)
    }

    /// Returns whether a name refers to a standard library or Foundation type, although the project declares a type
    /// with the same name in another module. This is the case if the scope's file doesn't import that module.
    private func isOutsideFramework(_ found: FoundDeclaration, named name: String, _ scope: LookupScope) -> Bool {
        guard ScalarMapping.named(name) != nil || Self.generic.contains(name) else { return false }
        let file: Int
        switch found {
        case .node(let node):
            guard table.nodes[node].parent == nil, let part = table.nodes[node].parts.first else { return false }
            file = part.file
        case .alias(let reference):
            guard reference.scope.type < 0 else { return false }
            file = reference.scope.file
        case .parameter, .ambiguous: return false
        }
        guard let theirs = table.modules[file], let ours = table.modules[scope.file], theirs != ours else {
            return false
        }
        return !table.imports(theirs, in: scope.file)
    }

    private func resolve(
        _ found: FoundDeclaration, arguments: [TypeExpression], rest: ArraySlice<TypeExpression.Component>,
        from scope: LookupScope, _ whole: [TypeExpression.Component]
    ) -> ResolvedType {
        switch found {
        case .parameter: return .opaque(whole.map(\.text).joined(separator: "."))
        case .ambiguous(let scopes, let offsets):
            return .ambiguous(whole.map(\.text).joined(separator: "."), scopes, offsets)
        case .alias(let reference):
            let alias = table.alias(reference)
            let followed = FollowedAlias(reference: reference, arguments: arguments)
            guard following.insert(followed).inserted else { return .circular(alias.name, reference) }
            recorder.noteFile(reference.scope.file, of: table)
            let substitutions = Dictionary(
                zip(alias.generics, arguments), uniquingKeysWith: { first, _ in first })
            let substituted = alias.target.substituting(substitutions)
            let target: ResolvedType =
                substituted.isLarger(than: SizeBound.limit)
                ? .opaque(SizeBound.excess) : resolveGenerics(substituted, from: reference.scope)
            // The types of the members may refer to the alias again.
            following.remove(followed)
            return descend(target, rest, from: scope, whole)
        case .node(let node):
            let isGeneric = rest.isEmpty && !arguments.isEmpty
            let type =
                isGeneric
                ? ResolvedType.generic(node, arguments.map { resolveGenerics($0, from: scope) }) : .node(node)
            return descend(type, rest, from: scope, whole)
        }
    }

    private func descend(
        _ type: ResolvedType, _ rest: ArraySlice<TypeExpression.Component>, from scope: LookupScope,
        _ whole: [TypeExpression.Component]
    ) -> ResolvedType {
        guard let next = rest.first else { return type }
        guard case .node(let node) = type.withoutArguments,
            let found = lookup.member(next.name, of: node, seenFrom: scope)
        else {
            if rest.count == 1, let associated = associatedType(next.name, of: type) { return associated }
            return .opaque(whole.map(\.text).joined(separator: "."))
        }
        return resolve(found, arguments: next.arguments, rest: rest.dropFirst(), from: scope, whole)
    }

    /// Returns an associated type that the compiler infers, such as `Tag.ID` or `Mode.RawValue`. Returns nil for any
    /// other name, or if the type can't be determined.
    private func associatedType(_ name: String, of type: ResolvedType) -> ResolvedType? {
        guard case .node(let node) = type, lookup.activeDeclaration(of: node) != nil else { return nil }
        switch name {
        case "ID":
            for part in lookup.activeParts(of: node) {
                guard let id = table.type(part).values.first(where: { $0.name == "id" && !$0.isStatic }) else {
                    continue
                }
                return declaredType(of: id, in: LookupScope(file: part.file, type: part.type))
            }
            return isModel(node) ? .opaque("PersistentIdentifier") : nil
        case "RawValue": return rawValues(of: node).type.map { .scalar($0) }
        default: return nil
        }
    }

    /// Returns an optional, collection or scalar type of the standard library or Foundation, such as `Array<Int>` or
    /// `Date`. Returns nil for any other name.
    private func standard(_ component: TypeExpression.Component, from scope: LookupScope) -> ResolvedType? {
        let arguments = component.arguments
        switch (component.name, arguments.count) {
        case ("Optional", 1): return .optional(resolveGenerics(arguments[0], from: scope))
        case ("Array", 1), ("ContiguousArray", 1): return .array(resolveGenerics(arguments[0], from: scope))
        case ("Set", 1): return .set(resolveGenerics(arguments[0], from: scope))
        case ("Dictionary", 2):
            return .dictionary(
                resolveGenerics(arguments[0], from: scope), resolveGenerics(arguments[1], from: scope))
        case (_, 0):
            let name = ScalarMapping.aliases[component.name] ?? component.name
            return ScalarMapping.named(name) == nil ? nil : .scalar(name)
        default: return nil
        }
    }

    private static let generic: Set<String> = ["Optional", "Array", "Set", "Dictionary"]

    // MARK: Properties of nodes

    /// Returns whether a node is a `@Model` class.
    func isModel(_ node: Int) -> Bool {
        guard let part = lookup.activeDeclaration(of: node) else { return false }
        let type = table.type(part)
        return type.kind == .classType
            && type.attributes.contains { $0.name == "Model" && lookup.isActive($0.conditions, in: part.file) }
    }

    /// Whether the project extends the containers of encoders and decoders, so that its functions may replace theirs.
    var replacesContainers: Bool { Self.containers.contains { table.foreign[$0] != nil } }

    /// The standard library's containers, whose functions a project's extension can hide.
    static let containers = [
        "KeyedDecodingContainer", "KeyedDecodingContainerProtocol", "UnkeyedDecodingContainer",
        "SingleValueDecodingContainer", "KeyedEncodingContainer", "KeyedEncodingContainerProtocol",
        "UnkeyedEncodingContainer", "SingleValueEncodingContainer",
    ]

    /// Returns a class's superclass, as the index of its node, or nil if the class has no superclass that the project
    /// declares.
    func superclass(of node: Int) -> Int? {
        guard let part = lookup.activeDeclaration(of: node) else { return nil }
        let type = table.type(part)
        guard type.kind == .classType, let first = type.inherited.first,
            case .node(let parent) = resolve(first, from: lookup.surroundings(of: part)),
            let declaration = lookup.activeDeclaration(of: parent), table.type(declaration).kind == .classType
        else { return nil }
        return parent
    }

    /// Returns the kind of a node's active declaration, or nil if no declaration is active.
    func kind(of node: Int) -> ParsedType.Kind? {
        lookup.activeDeclaration(of: node).map { table.type($0).kind }
    }

    // MARK: Types → SwiftType

    /// Returns a resolved type as a ``SwiftType``, with the project's enums and structs expanded if they aren't generic.
    func swiftType(_ type: ResolvedType) -> SwiftType {
        guard opened.enter() else { return .opaque(SizeBound.excess) }
        defer { opened.leave() }
        switch type {
        case .scalar(let name): return .scalar(name)
        case .optional(let inner): return .optional(swiftType(inner))
        case .array(let element): return .array(swiftType(element))
        case .set(let element): return .set(swiftType(element))
        case .dictionary(let key, let value): return .dictionary(key: swiftType(key), value: swiftType(value))
        case .tuple(let text), .opaque(let text), .ambiguous(let text, _, _), .circular(let text, _):
            return .opaque(text)
        case .node(let node), .generic(let node, _): return swiftType(ofNode: node)
        }
    }

    private func swiftType(ofNode node: Int) -> SwiftType {
        if opening.contains(node) { return .recursion(table.nodes[node].name) }
        if let known = swiftTypes[node] {
            recorder.add(known.trace)
            return opened.take(known.size) ? known.type : .opaque(SizeBound.excess)
        }
        opening.append(node)
        let before = opened.size
        let (type, trace) = recorder.traced { open(node) }
        opening.removeLast()
        // Don't cache a type inside another type, because its expansion may have stopped early at an enclosing type.
        if opening.isEmpty, !opened.isExceeded { swiftTypes[node] = (type, trace, opened.size - before) }
        return type
    }

    private func open(_ node: Int) -> SwiftType {
        let name = table.nodes[node].name
        guard let part = lookup.activeDeclaration(of: node) else { return .opaque(name) }
        guard opening.count < 14 else {
            recorder.noteLimit()
            return .opaque(name)
        }
        let type = table.type(part)
        guard type.generics.isEmpty else { return .opaque(name) }
        switch type.kind {
        case .enumeration: return .enumeration(enumeration(type, part, of: node))
        case .structure: return .structure(.init(name: name, members: members(type, part, of: node)))
        case .classType, .actor, .protocolType, .extensionOf: return .opaque(name)
        }
    }

    /// Returns a struct's stored properties, in order. A property whose type can't be determined gets an opaque type.
    ///
    /// If that property is encoded, the recorder notes it. If it isn't encoded, ``UnstorableValues`` reports it. The
    /// recorder also notes each property whose type is ambiguous or too large.
    private func members(_ type: ParsedType, _ part: DeclarationPart, of node: Int) -> [SwiftType.Member] {
        let scope = LookupScope(file: part.file, type: part.type)
        return storedValues(of: type, part).map { value in
            let declared = declaredType(of: value, in: scope)
            let member = SwiftType.Member(name: value.name, type: swiftType(declared ?? .opaque("unknown")))
            let isUnread = declared == nil && !TypeCoding(of: node, resolver: self).encodes(value.name)
            if declared?.isUnambiguous != true && !isUnread || opened.isExceeded {
                recorder.note(
                    LookupTrace.UnknownMember(
                        file: part.file, offset: value.offset, owner: type.name, name: value.name))
            }
            return member
        }
    }

    /// Returns a declaration's stored instance properties, in order. Omits lazy properties, and properties that the
    /// configuration doesn't compile.
    func storedValues(of type: ParsedType, _ part: DeclarationPart) -> [ParsedValue] {
        type.values.filter { value in
            !value.isStatic && !value.isLazy && (value.kind == .stored || value.kind == .pattern)
                && lookup.isActive(value.conditions, in: part.file)
        }
    }

    /// Returns a value's declared type or, if it has none, the type that is inferred from its initial value. Returns
    /// nil if the type can't be inferred.
    func declaredType(of value: ParsedValue, in scope: LookupScope) -> ResolvedType? {
        genericType(of: value, in: scope)?.withoutArguments
    }

    /// Returns a value's type as ``declaredType(of:in:)`` does, with the arguments of the project's generic types. The
    /// arguments of an inferred type aren't known.
    func genericType(of value: ParsedValue, in scope: LookupScope) -> ResolvedType? {
        if let type = value.type { return resolveGenerics(type, from: scope) }
        guard let initial = value.initial, inferenceDepth < 8 else { return nil }
        inferenceDepth += 1
        defer { inferenceDepth -= 1 }
        return inferType?(self, initial, scope)
    }

    // MARK: Enums

    func enumeration(_ type: ParsedType, _ part: DeclarationPart, of node: Int) -> SwiftType.Enumeration {
        let scope = LookupScope(file: part.file, type: part.type)
        let raw = rawValues(of: node)
        var counter: Int64 = 0
        let cases = type.cases.filter { lookup.isActive($0.conditions, in: part.file) }.map { enumCase in
            let associated = enumCase.associated.enumerated().map { index, value in
                SwiftType.Member(
                    name: value.label ?? "_\(index)", type: swiftType(resolve(value.type, from: scope)))
            }
            return SwiftType.Enumeration.Case(
                name: enumCase.name,
                rawValue: raw.isOwn
                    ? raw.type.flatMap { _ in raw.literals[enumCase.name] }
                    : raw.type.map { rawValue(of: enumCase, type: $0, counter: &counter) },
                associatedValues: associated)
        }
        return SwiftType.Enumeration(name: type.name, rawType: raw.type, hasOwnRawValue: raw.isOwn, cases: cases)
    }

    private func rawValue(of enumCase: ParsedCase, type: String, counter: inout Int64) -> String {
        if let explicit = enumCase.rawValue {
            if case .string(let text) = explicit.kind { return text }
            if let number = Constant.integer(explicit) {
                counter = number &+ 1
                return String(number)
            }
            return explicit.text
        }
        guard type != "String", type != "Character" else { return enumCase.name }
        defer { counter = counter &+ 1 }
        return String(counter)
    }
}
