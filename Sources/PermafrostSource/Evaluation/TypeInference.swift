import PermafrostModel

/// The types of expressions, inferred by Swift's rules for a property without a type annotation.
struct TypeInference {
    let resolver: TypeResolver
    private var constants: ConstantLookup { ConstantLookup(resolver: resolver) }
    private var table: DeclarationTable { resolver.table }

    init(resolver: TypeResolver) {
        self.resolver = resolver
    }

    /// Returns an expression's type, or nil if it can't be determined.
    func type(of expression: Expression, in context: LookupContext, depth: Int = 0) -> ResolvedType? {
        guard depth < 40 else { return nil }
        let next = depth + 1
        switch expression.kind {
        case .integer: return literal("IntegerLiteralType", "Int", context)
        case .float: return literal("FloatLiteralType", "Double", context)
        case .string, .interpolation: return literal("StringLiteralType", "String", context)
        case .boolean: return literal("BooleanLiteralType", "Bool", context)
        case .prefix("!", _): return .scalar("Bool")
        case .prefix(_, let operand): return type(of: operand, in: context, depth: next)
        case .array(let elements): return elementType(elements, context, next).map { .array($0) }
        case .dictionary(let entries):
            guard let key = elementType(entries.map(\.key), context, next),
                let value = elementType(entries.map(\.value), context, next)
            else { return nil }
            return .dictionary(key, value)
        case .forced(let inner): return type(of: inner, in: context, depth: next)?.unwrapped.type
        case .cast(_, "is", _): return .scalar("Bool")
        case .cast(_, let sign, let target):
            let resolved = resolve(target, context)
            return sign == "as?" ? .optional(resolved) : resolved
        case .ternary(_, let first, let second):
            return elementType([first, second], context, next)
        case .infix(let left, let sign, let right): return infix(left, sign, right, context, next)
        case .name(let name):
            guard let constant = constants.unqualified(name, from: context) else { return nil }
            return type(of: constant, depth: next)
        case .member(let base?, let name): return member(name, of: base, context, next)
        case .call(let callee, let arguments): return call(callee, arguments, context, next)
        case .closure(_, let statements):
            guard statements.count == 1, case .result(let value) = statements[0] else { return nil }
            return type(of: value, in: context, depth: next)
        case .nilLiteral, .member(nil, _), .specialised, .type, .optional, .tuple, .keyPath, .hook, .operations, .other,
            .subscripted:
            return nil
        }
    }

    /// Returns the type of a literal: the standard type, unless a typealias of the module replaces it.
    private func literal(_ alias: String, _ standard: String, _ context: LookupContext) -> ResolvedType {
        let file = LookupScope(file: context.scope.file, type: -1)
        guard case .alias(let reference)? = resolver.lookup.topLevel(alias, from: file) else {
            return .scalar(standard)
        }
        if let own = table.modules[file.file], let other = table.modules[reference.scope.file], own != other,
            !table.imports(other, in: file.file)
        {
            return .scalar(standard)
        }
        return resolver.resolve(.name(alias), from: file)
    }

    /// The names of the typealiases that replace the types of literals.
    static let literalTypes = ["IntegerLiteralType", "FloatLiteralType", "StringLiteralType", "BooleanLiteralType"]

    /// Returns a constant's declared type or, without a declared type, the type of its expression. Nil if the type
    /// can't be determined.
    func type(of constant: DeclaredConstant, depth: Int = 0) -> ResolvedType? {
        if let type = constant.value.type { return resolve(type, constant.context) }
        return constants.expression(of: constant).flatMap { type(of: $0, in: constant.context, depth: depth + 1) }
    }

    /// Returns the node of the type that `Self` refers to in a path such as `Self.Photo`, or that `self` refers to in a
    /// static member's `self.Photo`. Returns nil for other paths.
    private func selfNode(_ components: [TypeExpression.Component], _ context: LookupContext) -> Int? {
        guard let first = components.first?.name else { return nil }
        if first == "Self" { return context.selfNode }
        guard first == "self", components.count > 1 else { return nil }
        return context.selfNode ?? table.node(of: context.scope)
    }

    /// Resolves a type in a context. `Self` is the context's own type.
    func resolve(_ type: TypeExpression, _ context: LookupContext) -> ResolvedType {
        if case .named(let components) = type, let node = selfNode(components, context) {
            return resolver.resolve(components, afterSelf: node, from: context.scope)
        }
        return resolver.resolve(type, from: context.scope)
    }

    /// Returns the type that an expression names. Returns nil if the expression is a value, or isn't known to name a
    /// type.
    func namedType(_ expression: Expression, _ context: LookupContext) -> ResolvedType? {
        guard let type = expression.asType else { return nil }
        let resolved = resolve(type, context)
        return resolved.isKnown ? resolved : nil
    }

    // MARK: Parts

    private func elementType(_ elements: [Expression], _ context: LookupContext, _ depth: Int) -> ResolvedType? {
        var found: ResolvedType?
        var isOptional = false
        // After the first elements, only literals that change the type count.
        let rest = elements.dropFirst(64).filter { element in
            switch element.kind {
            case .float, .nilLiteral: true
            case .prefix(_, let operand): if case .float = operand.kind { true } else { false }
            default: false
            }
        }
        for element in elements.prefix(64) + rest {
            if case .nilLiteral = element.kind {
                isOptional = true
                continue
            }
            guard var type = type(of: element, in: context, depth: depth) else { continue }
            if case .optional(let wrapped) = type {
                isOptional = true
                type = wrapped
            }
            if found == nil || found == .scalar("Int") && type == .scalar("Double") { found = type }
        }
        return isOptional ? found.map { .optional($0) } : found
    }

    private func infix(
        _ left: Expression, _ sign: String, _ right: Expression, _ context: LookupContext, _ depth: Int
    ) -> ResolvedType? {
        switch sign {
        case "==", "!=", "<", ">", "<=", ">=", "&&", "||", "===", "!==": return .scalar("Bool")
        case "...", "..<", "=": return nil
        case "??":
            return type(of: left, in: context, depth: depth)?.unwrapped.type
                ?? type(of: right, in: context, depth: depth)
        default:
            let first = type(of: left, in: context, depth: depth)
            let second = type(of: right, in: context, depth: depth)
            // A number literal has the other operand's type.
            if first == .scalar("Int"), let second, left.isNumberLiteral { return second }
            return first ?? second
        }
    }

    private func member(
        _ name: String, of base: Expression, _ context: LookupContext, _ depth: Int
    ) -> ResolvedType? {
        if let type = namedType(base, context) { return staticMember(name, of: type, base, depth) }
        if let type = type(of: base, in: context, depth: depth) { return instanceMember(name, of: type, depth) }
        // The type belongs to a different module, and the project extends it.
        if case .named(let components)? = base.asType,
            let node = table.foreign[components.map(\.name).joined(separator: ".")],
            let constant = constants.member(name, of: node)
        {
            return type(of: constant, depth: depth)
        }
        return nil
    }

    private func staticMember(_ name: String, of type: ResolvedType, _ base: Expression, _ depth: Int) -> ResolvedType?
    {
        switch type {
        case .optional: return ["none", "some", "init"].contains(name) ? type : nil
        case .node(let node):
            if let part = resolver.lookup.activeDeclaration(of: node) {
                let declaration = table.type(part)
                if declaration.cases.contains(where: { $0.name == name }) { return type }
                if name == "allCases", declaration.kind == .enumeration { return .array(type) }
            }
            return constants.member(name, of: node).flatMap { self.type(of: $0, depth: depth) }
        case .scalar(let scalar):
            if KnownMembers.ofOwnType.contains(name) { return type }
            guard let node = table.foreign[scalar] else { return nil }
            return constants.member(name, of: node).flatMap { self.type(of: $0, depth: depth) }
        default: return nil
        }
    }

    private func instanceMember(_ name: String, of type: ResolvedType, _ depth: Int) -> ResolvedType? {
        switch (type, name) {
        case (.optional(let inner), _):
            return instanceMember(name, of: inner, depth).map { .optional($0.unwrapped.type) }
        case (_, "count"), (_, "hashValue"): return .scalar("Int")
        case (_, "isEmpty"): return .scalar("Bool")
        case (_, "description"), (_, "debugDescription"): return .scalar("String")
        case (.array(let element), "first"), (.array(let element), "last"): return .optional(element)
        case (.scalar(let scalar), _): return KnownMembers.results[scalar]?[name].map { .scalar($0) }
        case (.node(let node), _):
            guard let part = resolver.lookup.activeDeclaration(of: node) else { return nil }
            if name == "rawValue", case .enumeration(let enumeration) = resolver.swiftType(type) {
                return enumeration.rawType.map { .scalar($0) }
            }
            // A computed property counts if it has a type annotation.
            let scope = LookupScope(file: part.file, type: part.type)
            guard let value = table.type(part).values.first(where: { !$0.isStatic && $0.name == name }) else {
                return nil
            }
            return resolver.declaredType(of: value, in: scope)
        default: return nil
        }
    }

    private func call(
        _ callee: Expression, _ arguments: [ExpressionArgument], _ context: LookupContext, _ depth: Int
    ) -> ResolvedType? {
        if case .closure = callee.kind { return type(of: callee, in: context, depth: depth) }
        var callee = callee
        if case .member(let base?, "init") = callee.kind { callee = base }
        if let generic = genericCall(callee, arguments, context, depth) { return generic }
        if let named = namedType(callee, context) {
            if case .optional = named { return named }
            return isFailable(named, arguments, context, depth) ? .optional(named) : named
        }
        if case .member(let base?, let name) = callee.kind {
            // `Mode.custom(1)` is a case, and `Settings.make()` is a function.
            if let owner = namedType(base, context) { return staticMember(name, of: owner, base, depth) }
            if let owner = type(of: base, in: context, depth: depth) {
                return instanceMember(name, of: owner, depth)
            }
            if case .call = base.kind { return nil }
        }
        if case .name(let name) = callee.kind {
            if let constant = constants.unqualified(name, from: context) { return type(of: constant, depth: depth) }
            // The call is an initializer of a type from a different module.
            if name.first?.isUppercase == true { return .opaque(name) }
        }
        return foreignType(callee, context)
    }

    /// Returns the type that an initializer call creates if a different module declares the type or its elements.
    /// Examples are `Box<Int>()`, `Storage.Box()` and `[Box]()`. Returns nil for any other call.
    private func foreignType(_ callee: Expression, _ context: LookupContext) -> ResolvedType? {
        switch callee.kind {
        case .specialised, .member(_?, _), .array, .dictionary, .type: break
        default: return nil
        }
        guard let type = callee.asType else { return nil }
        var areTypes = true
        type.forEachName { areTypes = areTypes && $0.first?.isUppercase == true }
        guard areTypes else { return nil }
        let resolved = resolve(type, context)
        switch resolved {
        case .opaque, .array, .set, .dictionary: return resolved
        case .node, .scalar, .optional, .tuple, .ambiguous, .circular, .generic: return nil
        }
    }

    /// Returns the type of a call of `Array`, `Set` or `Optional` whose arguments determine the generic parameter, such
    /// as `Array(repeating: 0, count: 3)`, `Set([1])` or `Optional("x")`. Returns nil for any other call, or if the
    /// type can't be determined.
    private func genericCall(
        _ callee: Expression, _ arguments: [ExpressionArgument], _ context: LookupContext, _ depth: Int
    ) -> ResolvedType? {
        var callee = callee
        // `Optional.some(x)` has the same type as `Optional(x)`.
        if case .member(let base?, "some") = callee.kind, case .name("Optional") = base.kind { callee = base }
        guard case .name(let name) = callee.kind, ["Array", "Set", "Optional"].contains(name),
            resolver.lookup.find(name, from: context.scope) == nil, let first = arguments.first
        else { return nil }
        let argument = type(of: first.value, in: context, depth: depth)
        switch (name, first.label, argument) {
        case ("Array", "repeating", let element?): return .array(element)
        case ("Array", nil, .array(let element)?), ("Array", nil, .set(let element)?): return .array(element)
        case ("Set", nil, .array(let element)?), ("Set", nil, .set(let element)?): return .set(element)
        case ("Optional", nil, let wrapped?): return .optional(wrapped)
        default: return nil
        }
    }

    /// Returns whether a type's initializer with the given arguments returns an optional.
    private func isFailable(
        _ type: ResolvedType, _ arguments: [ExpressionArgument], _ context: LookupContext, _ depth: Int
    ) -> Bool {
        guard let first = arguments.first else { return false }
        switch type {
        case .node(let node): return first.label == "rawValue" && resolver.kind(of: node) == .enumeration
        case .scalar(let name):
            switch (name, first.label) {
            case ("URL", "string"), ("UUID", "uuidString"), ("Decimal", "string"), ("Data", "base64Encoded"),
                (_, "exactly"):
                return true
            case ("String", "data"): return true
            case ("String", _), ("Date", _), ("Data", _), ("URL", _), ("Decimal", _), ("UUID", _): return false
            case (_, nil): return self.type(of: first.value, in: context, depth: depth) == .scalar("String")
            default: return false
            }
        default: return false
        }
    }
}

extension ResolvedType {
    /// Whether the type consists only of scalar types, the project's types, and optionals and collections of these.
    var isKnown: Bool {
        switch self {
        case .node, .scalar: true
        case .optional(let inner), .array(let inner), .set(let inner): inner.isKnown
        case .dictionary(let key, let value): key.isKnown && value.isKnown
        case .tuple, .opaque, .ambiguous, .circular, .generic: false
        }
    }
}

extension Expression {
    /// Whether the expression contains only integer literals, whose type depends on the context.
    var isNumberLiteral: Bool {
        switch kind {
        case .integer: true
        case .prefix("-", let operand): operand.isNumberLiteral
        case .infix(let left, _, let right): left.isNumberLiteral && right.isNumberLiteral
        default: false
        }
    }
}
