import PermafrostModel

/// An evaluator for properties' default values. The results have the same form as the defaults in a store's model.
struct DefaultEvaluator {
    /// The result of evaluating a property's initial value.
    enum Outcome {
        /// The property has no default, or its default is nil.
        case none
        case value(DefaultValue)
        /// The value can't be determined from the source, for example because it is computed or different in each
        /// process.
        case unknown
    }

    let resolver: TypeResolver
    private let inference: TypeInference
    private let constants: ConstantLookup
    private var table: DeclarationTable { resolver.table }

    init(resolver: TypeResolver) {
        self.resolver = resolver
        inference = TypeInference(resolver: resolver)
        constants = ConstantLookup(resolver: resolver)
    }

    /// Returns a property's default, or nil if the default is nil. If the default can't be determined, returns the
    /// expression as Swift source.
    func defaultValue(
        _ expression: Expression, type: ResolvedType, property: String, in context: LookupContext
    ) -> DefaultValue? {
        switch evaluate(expression, type.unwrapped.type, property, context, 0) {
        case .none: nil
        case .value(let value): value
        case .unknown: .expression(Self.text(of: expression, type.unwrapped.type))
        }
    }

    /// Returns the text of the expression that a default's constants and functions refer to, such as `UUID()` for
    /// `makeID()`. Returns nil if the default doesn't refer to a constant or function of the project.
    func followedText(
        of expression: Expression, type: ResolvedType, in context: LookupContext
    ) -> String? {
        var (found, context): (Expression?, LookupContext) = (nil, context)
        for _ in 0..<8 {
            guard let constant = constant(found ?? expression, type.unwrapped.type, context),
                let value = constants.expression(of: constant)
            else { break }
            (found, context) = (value, constant.context)
        }
        return found?.text
    }

    /// Returns the text of an expression whose value isn't known. The forms of one call, such as `.init()`, `UUID.init()`
    /// and `Foundation.UUID()`, have the same text.
    static func text(of expression: Expression, _ type: ResolvedType) -> String {
        guard case .scalar(let name) = type else { return expression.text }
        func isType(_ base: Expression?) -> Bool {
            switch base?.kind {
            case nil: true
            case .name(let own): own == name
            case .member(_, let own): own == name
            default: false
            }
        }
        switch expression.kind {
        case .member(let base, "now") where isType(base): return "\(name).now"
        case .call(let callee, let arguments) where arguments.isEmpty:
            if case .member(let base, "init") = callee.kind { return isType(base) ? "\(name)()" : expression.text }
            return isType(callee) ? "\(name)()" : expression.text
        default: return expression.text
        }
    }

    // MARK: Any expression

    private func evaluate(
        _ expression: Expression, _ type: ResolvedType, _ property: String, _ context: LookupContext,
        _ depth: Int
    ) -> Outcome {
        guard depth < 24 else {
            resolver.recorder.noteLimit()
            return .unknown
        }
        switch expression.kind {
        case .nilLiteral: return .none
        case .member(nil, "none") where !isCase("none", of: type): return .none
        case .member(let base?, "none"):
            if base.kind == .name("Optional") { return .none }
            if case .optional? = inference.namedType(base, context) { return .none }
        case .cast(let inner, "as", _): return evaluate(inner, type, property, context, depth + 1)
        case .ternary(let condition, let first, let second):
            guard let isTrue = ScalarDefault.boolean(condition) else { return .unknown }
            return evaluate(isTrue ? first : second, type, property, context, depth + 1)
        case .call(let callee, let arguments):
            if arguments.count == 1, arguments[0].label == nil, wrapsInOptional(callee, type, context) {
                return evaluate(arguments[0].value, type, property, context, depth + 1)
            }
        default: break
        }
        if let constant = constant(expression, type, context) {
            guard let value = constants.expression(of: constant) else { return .unknown }
            return evaluate(value, type, property, constant.context, depth + 1)
        }
        if case .member(let base?, "rawValue") = expression.kind, case .scalar = type {
            return rawValue(of: base, type, context, depth)
        }
        switch type {
        case .scalar(let name): return ScalarDefault.value(expression, scalar: name).map { .value($0) } ?? .unknown
        case .array(let element), .set(let element):
            return list(expression, element, context, depth)
        case .dictionary(let key, let value): return dictionary(expression, key, value, context, depth)
        case .node(let node): return declared(expression, node, property, context, depth)
        case .optional, .tuple, .opaque, .ambiguous, .circular, .generic: return .unknown
        }
    }

    /// Returns whether a call wraps its argument in an optional, such as `Optional(x)`, `Optional<Int>(x)`, `.some(x)`,
    /// `Int?.some(x)` and `[Int]?.init(x)`.
    private func wrapsInOptional(_ callee: Expression, _ type: ResolvedType, _ context: LookupContext) -> Bool {
        switch callee.kind {
        case .name(let name): return name == "Optional"
        case .member(nil, "some"): return !isCase("some", of: type)
        case .member(let base?, let name) where name == "some" || name == "init":
            return wrapsInOptional(base, type, context)
        default:
            if case .optional? = inference.namedType(callee, context) { return true }
            return false
        }
    }

    /// Returns the project's constant, or function without parameters, that an expression refers to. Returns nil for
    /// any other expression.
    private func constant(
        _ expression: Expression, _ type: ResolvedType, _ context: LookupContext
    ) -> DeclaredConstant? {
        switch expression.kind {
        case .name(let name): return constants.unqualified(name, from: context)
        case .member(nil, let name):
            switch type {
            case .node(let node): return isCase(name, of: type) ? nil : constants.member(name, of: node)
            case .scalar(let scalar): return table.foreign[scalar].flatMap { constants.member(name, of: $0) }
            default: return nil
            }
        case .member(let base?, let name):
            if case .node(let node)? = inference.namedType(base, context) {
                return isCase(name, of: .node(node)) ? nil : constants.member(name, of: node)
            }
            return base.asType.flatMap { table.foreign[$0.text] }.flatMap { constants.member(name, of: $0) }
        case .call(let callee, let arguments) where arguments.isEmpty:
            let found = constant(callee, type, context)
            return found?.value.kind == .function ? found : nil
        default: return nil
        }
    }

    private func isCase(_ name: String, of type: ResolvedType) -> Bool {
        guard case .node(let node) = type, let part = resolver.lookup.activeDeclaration(of: node) else { return false }
        return table.type(part).cases.contains { $0.name == name }
    }

    // MARK: Collections

    private func list(
        _ expression: Expression, _ element: ResolvedType, _ context: LookupContext, _ depth: Int
    ) -> Outcome {
        if isEmptyInitialiser(expression) { return .value(.array([])) }
        guard case .array(let elements) = expression.kind else { return .unknown }
        var values: [DefaultValue] = []
        for item in elements {
            guard case .value(let value) = evaluate(item, element.unwrapped.type, "", context, depth + 1) else {
                return .unknown
            }
            values.append(value)
        }
        return .value(.array(values))
    }

    private func dictionary(
        _ expression: Expression, _ key: ResolvedType, _ value: ResolvedType, _ context: LookupContext,
        _ depth: Int
    ) -> Outcome {
        if isEmptyInitialiser(expression) { return .value(.dictionary([:])) }
        guard case .dictionary(let entries) = expression.kind else { return .unknown }
        var values: [String: DefaultValue] = [:]
        for entry in entries {
            guard case .value(let first) = evaluate(entry.key, key, "", context, depth + 1),
                case .value(let second) = evaluate(entry.value, value.unwrapped.type, "", context, depth + 1)
            else { return .unknown }
            switch first {
            case .string(let text): values[text] = second
            case .integer(let number): values[String(number)] = second
            default: return .unknown
            }
        }
        return .value(.dictionary(values))
    }

    /// Returns whether an expression creates an empty collection, such as `[Key]()`, `Set<Int>()`, `.init()` and
    /// `Array()`.
    private func isEmptyInitialiser(_ expression: Expression) -> Bool {
        guard case .call(let callee, let arguments) = expression.kind, arguments.isEmpty else { return false }
        switch callee.kind {
        case .array, .dictionary, .specialised, .type: return true
        case .name(let name): return ["Array", "Set", "Dictionary"].contains(name)
        case .member(let base, "init"):
            return base.map { isEmptyInitialiser(Expression(.call($0, []), at: $0.offset)) } ?? true
        default: return false
        }
    }

    // MARK: Enums

    /// Returns the value of an enum case or a struct.
    ///
    /// A case becomes a dictionary with one entry: `[property: rawValue]` if the enum has raw values, and `[case:
    /// case]` otherwise, with the names of the property and the case. Inside a collection or struct, a case with a raw
    /// value becomes the raw value. These forms aren't verified with Apple's framework.
    private func declared(
        _ expression: Expression, _ node: Int, _ property: String, _ context: LookupContext, _ depth: Int
    ) -> Outcome {
        switch resolver.swiftType(.node(node)) {
        case .enumeration(let enumeration):
            guard let found = enumCase(expression, enumeration, context), found.associatedValues.isEmpty else {
                return .unknown
            }
            guard let rawType = enumeration.rawType else {
                return .value(.dictionary([found.name: .string(found.name)]))
            }
            // If the enum has its own code for raw values, the result is unknown.
            guard !enumeration.hasOwnRawValue,
                let raw = ScalarDefault.raw(found.rawValue ?? found.name, type: rawType)
            else { return .unknown }
            // An element of a collection has no property whose name could be the key.
            return .value(property.isEmpty ? raw : .dictionary([property: raw]))
        case .structure: return structure(expression, node, context, depth)
        default: return .unknown
        }
    }

    private func enumCase(
        _ expression: Expression, _ enumeration: SwiftType.Enumeration, _ context: LookupContext
    ) -> SwiftType.Enumeration.Case? {
        switch expression.kind {
        case .member(_, let name): return enumeration.cases.first { $0.name == name }
        // For example, `Mode(rawValue: "grid")!`.
        case .forced(let inner):
            guard case .call(_, let arguments) = inner.kind, arguments.count == 1, arguments[0].label == "rawValue"
            else { return nil }
            let raw: String
            switch arguments[0].value.kind {
            case .string(let text): raw = text
            default:
                guard let number = Constant.integer(arguments[0].value) else { return nil }
                raw = String(number)
            }
            return enumeration.cases.first { $0.rawValue == raw }
        case .infix(let left, "??", _):
            return enumCase(Expression(.forced(left), at: left.offset), enumeration, context)
        default: return nil
        }
    }

    private func rawValue(
        of base: Expression, _ type: ResolvedType, _ context: LookupContext, _ depth: Int
    ) -> Outcome {
        guard let owner = inference.type(of: base, in: context), case .node = owner,
            case .enumeration(let enumeration) = resolver.swiftType(owner), let rawType = enumeration.rawType,
            !enumeration.hasOwnRawValue
        else { return .unknown }
        var base = base
        if let constant = constant(base, owner, context), let value = constants.expression(of: constant) {
            base = value
        }
        guard let found = enumCase(base, enumeration, context),
            let raw = ScalarDefault.raw(found.rawValue ?? found.name, type: rawType)
        else { return .unknown }
        return .value(raw)
    }

    // MARK: Structs

    /// Returns the value that a call of a struct's memberwise initializer creates, or of an initializer that only assigns
    /// the properties, as a dictionary of the members that aren't nil. Returns `unknown` for any other expression, and
    /// if a member's value can't be determined.
    private func structure(
        _ expression: Expression, _ node: Int, _ context: LookupContext, _ depth: Int
    ) -> Outcome {
        guard case .call(let callee, let arguments) = expression.kind, makes(node, callee, context),
            let part = resolver.lookup.activeDeclaration(of: node)
        else { return .unknown }
        let type = table.type(part)
        let scope = LookupScope(file: part.file, type: part.type)
        let own = LookupContext(scope: scope, selfNode: node)
        guard var given = given(by: arguments, in: context, type, own) else { return .unknown }
        var values: [String: DefaultValue] = [:]
        for member in resolver.storedValues(of: type, part) {
            guard member.kind == .stored, let memberType = resolver.declaredType(of: member, in: scope) else {
                return .unknown
            }
            guard let value = given.removeValue(forKey: member.name) ?? member.initial.map({ ($0, own) }) else {
                if case .optional = memberType { continue }
                return .unknown
            }
            switch evaluate(value.0, memberType.unwrapped.type, "", value.1, depth + 1) {
            case .none: continue
            case .unknown: return .unknown
            case .value(let found):
                guard let kept = found.asMember(of: resolver.swiftType(memberType.unwrapped.type))
                else {
                    return .unknown
                }
                values[member.name] = kept
            }
        }
        return given.isEmpty ? .value(.dictionary(values)) : .unknown
    }

    /// Returns the expressions that a call assigns to a struct's properties, with the contexts in which they are
    /// evaluated. Returns nil if an initializer does anything else.
    private func given(
        by arguments: [ExpressionArgument], in context: LookupContext, _ type: ParsedType, _ own: LookupContext
    ) -> [String: (Expression, LookupContext)]? {
        let initializers = type.initializers.filter { resolver.lookup.isActive($0.conditions, in: own.scope.file) }
        guard !initializers.isEmpty else {
            // The memberwise initializer.
            guard !arguments.contains(where: { $0.label == nil }) else { return nil }
            return Dictionary(arguments.map { ($0.label ?? "", ($0.value, context)) }) { _, last in last }
        }
        let matching = initializers.compactMap { one in one.parameters.assigned(arguments).map { (one, $0) } }
        guard matching.count == 1, let (initializer, passed) = matching.first,
            let assignments = initializer.assignments
        else { return nil }
        var values: [String: (Expression, LookupContext)] = [:]
        for (parameter, arguments) in zip(initializer.parameters, passed) {
            guard !parameter.isVariadic else { return nil }
            values[parameter.name] =
                arguments.first.map { ($0.value, context) } ?? parameter.initial.map { ($0, own) }
        }
        return assignments.mapValues { expression in
            guard case .name(let name) = expression.kind, let value = values[name] else { return (expression, own) }
            return value
        }
    }

    private func makes(_ node: Int, _ callee: Expression, _ context: LookupContext) -> Bool {
        switch callee.kind {
        case .member(nil, "init"): true
        case .member(let base?, "init"): makes(node, base, context)
        default: inference.namedType(callee, context) == .node(node)
        }
    }
}
