import PermafrostModel

/// A reader for the arguments of `@Attribute` and `@Relationship`.
struct OptionReader {
    struct AttributeOptions {
        var isUnique = false
        var isExternalStorage = false
        var isEphemeral = false
        var preservesValueOnDeletion = false
        var isSpotlightIndexed = false
        var allowsCloudEncryption = false
        var isCodable = false
        /// The value transformer's name, or the expression as written if the name can't be determined. Nil if the
        /// attribute doesn't have a value transformer.
        var transformer: String?
        var originalName: String?
        var hashModifier: String?
        var issues: [SourceIssue] = []
    }

    struct RelationshipOptions {
        var isUnique = false
        var preservesValueOnDeletion = false
        var deleteRule: Relationship.DeleteRule?
        var minimumCount: Int?
        var maximumCount: Int?
        /// The name of the inverse property. Nil if the attribute doesn't specify one, or if the argument isn't a key
        /// path.
        var inverse: String?
        var originalName: String?
        var hashModifier: String?
        var issues: [SourceIssue] = []
    }

    let resolver: TypeResolver
    private let constants: ConstantLookup
    private let inference: TypeInference
    private let defaults: DefaultEvaluator

    init(resolver: TypeResolver) {
        self.resolver = resolver
        constants = ConstantLookup(resolver: resolver)
        inference = TypeInference(resolver: resolver)
        defaults = DefaultEvaluator(resolver: resolver)
    }

    // MARK: Attributes

    func attribute(_ attribute: ParsedAttribute, _ context: LookupContext, _ file: ParsedFile)
        -> AttributeOptions
    {
        var options = AttributeOptions()
        for argument in attribute.arguments {
            switch argument.label {
            case nil: read(argument.value, context, at: file.location(argument.value.offset), &options)
            case "originalName": options.originalName = string(argument.value, context, file, &options.issues)
            case "hashModifier": options.hashModifier = string(argument.value, context, file, &options.issues)
            default:
                let place = file.location(argument.value.offset)
                options.issues.append(unknown(argument.label, argument.value, at: place))
            }
        }
        return options
    }

    /// Reads an option such as `.unique`, or a constant of the project with an option.
    ///
    /// - Parameter place: the location of the option in the attribute.
    private func read(
        _ option: Expression, _ context: LookupContext, at place: SourceLocation, _ options: inout AttributeOptions,
        depth: Int = 0
    ) {
        if let own = declared(option, ofType: "Schema.Attribute.Option", context) {
            // Code may change a variable.
            guard own.value.kind != .stored || own.value.isConstant, depth < 16,
                let value = constants.expression(of: own)
            else {
                options.issues.append(unknown(nil, option, at: place))
                return
            }
            return read(value, own.context, at: place, &options, depth: depth + 1)
        }
        switch option.kind {
        case .member(_, "unique"): options.isUnique = true
        case .member(_, "externalStorage"): options.isExternalStorage = true
        case .member(_, "ephemeral"): options.isEphemeral = true
        case .member(_, "preserveValueOnDeletion"): options.preservesValueOnDeletion = true
        case .member(_, "spotlight"): options.isSpotlightIndexed = true
        case .member(_, "allowsCloudEncryption"), .member(_, "encrypt"): options.allowsCloudEncryption = true
        case .member(_, "codable"): options.isCodable = true
        case .call(let callee, let arguments):
            guard case .member(_, "transformable") = callee.kind, let argument = arguments.first?.value else {
                options.issues.append(unknown(nil, option, at: place))
                return
            }
            options.transformer = transformer(argument, context)
            guard options.transformer == nil else { return }
            // Hashes don't include the transformer's name, so the expression as written is enough.
            options.transformer = argument.text
            options.issues.append(
                SourceIssue(
                    .notEvaluable(what: "transformable", expression: argument.text), severity: .warning, at: place))
        default: options.issues.append(unknown(nil, option, at: place))
        }
    }

    /// Returns the project's constant or function with an option: one that an extension of SwiftData's type declares,
    /// which hides SwiftData's own option of that name, or any other constant. Returns nil for an option of SwiftData.
    private func declared(_ option: Expression, ofType type: String, _ context: LookupContext) -> DeclaredConstant? {
        let name: String
        var labels: [String?]?
        switch option.kind {
        case .member(_, let member): name = member
        case .call(let callee, let arguments):
            guard case .member(_, let member) = callee.kind, member != "transformable" else { return nil }
            name = member
            labels = arguments.isEmpty ? nil : arguments.map(\.label)
        default: return constant(option, context)
        }
        let extended = resolver.table.foreign.filter { $0.key == type || $0.key == "SwiftData." + type }
        return extended.values.lazy.compactMap { constants.member(name, of: $0, labels: labels) }.first
            ?? constant(option, context)
    }

    /// Returns the transformer name that an expression specifies, or nil if it can't be determined.
    ///
    /// The expression can be a string, a type such as `Transformer.self` or its description, a constant, or the raw
    /// value of an enum case or an `NSValueTransformerName`.
    private func transformer(_ expression: Expression, _ context: LookupContext, depth: Int = 0) -> String? {
        guard depth < 16 else { return nil }
        if let text = string(expression, context) { return text }
        if let constant = constant(expression, context), let value = constants.expression(of: constant) {
            return transformer(value, constant.context, depth: depth + 1)
        }
        switch expression.kind {
        case .member(let base?, "self"):
            guard let type = base.asType else { return nil }
            let node = resolver.lookup.node(of: type, from: context.scope)
            return node.map { resolver.table.nodes[$0].name } ?? type.lastName
        case .member(let base?, "rawValue"): return transformer(base, context, depth: depth + 1)
        case .call(let callee, let arguments):
            guard let name = callee.lastName, arguments.count == 1 else { return nil }
            let isConversion = ["NSValueTransformerName", "init"].contains(name)
            let label = arguments[0].label
            let isDescription =
                name == "NSStringFromClass" || name == "String" && (label == "describing" || label == "reflecting")
            return isConversion || isDescription ? transformer(arguments[0].value, context, depth: depth + 1) : nil
        default: return nil
        }
    }

    // MARK: Relationships

    func relationship(
        _ attribute: ParsedAttribute, _ context: LookupContext, _ file: ParsedFile
    ) -> RelationshipOptions {
        var options = RelationshipOptions()
        for argument in attribute.arguments {
            let value = argument.value
            switch argument.label {
            case nil: read(value, context, at: file.location(value.offset), &options)
            case "deleteRule":
                guard case .member(_, let name) = value.kind, let rule = Relationship.DeleteRule(name: name) else {
                    options.issues.append(unknown("deleteRule", value, at: file.location(value.offset)))
                    continue
                }
                options.deleteRule = rule
            case "minimumModelCount": options.minimumCount = count(value, context, file, &options.issues)
            case "maximumModelCount": options.maximumCount = count(value, context, file, &options.issues)
            case "originalName": options.originalName = string(value, context, file, &options.issues)
            case "hashModifier": options.hashModifier = string(value, context, file, &options.issues)
            case "inverse":
                if case .nilLiteral = value.kind { continue }
                guard case .keyPath(_, let names) = value.kind, let name = names.last else {
                    options.issues.append(notEvaluable("inverse", value, file))
                    continue
                }
                options.inverse = name
            default: options.issues.append(unknown(argument.label, value, at: file.location(value.offset)))
            }
        }
        return options
    }

    private func read(
        _ option: Expression, _ context: LookupContext, at place: SourceLocation,
        _ options: inout RelationshipOptions, depth: Int = 0
    ) {
        if let own = declared(option, ofType: "Schema.Relationship.Option", context) {
            guard own.value.kind != .stored || own.value.isConstant, depth < 16,
                let value = constants.expression(of: own)
            else {
                options.issues.append(unknown(nil, option, at: place))
                return
            }
            return read(value, own.context, at: place, &options, depth: depth + 1)
        }
        switch option.kind {
        case .member(_, "unique"): options.isUnique = true
        case .member(_, "preserveValueOnDeletion"): options.preservesValueOnDeletion = true
        // `@Relationship(.cascade)` is from SwiftData's first beta.
        case .member(_, let name) where Relationship.DeleteRule(name: name) != nil:
            options.deleteRule = Relationship.DeleteRule(name: name)
        default: options.issues.append(unknown(nil, option, at: place))
        }
    }

    // MARK: Values

    /// Returns the name of the property that a key path refers to, such as `author`. If the key path continues into a
    /// value, returns a dotted path, such as `place.latitude`. Returns nil for any other expression.
    func propertyPath(_ expression: Expression, _ context: LookupContext) -> String? {
        guard case .keyPath(let root, var names) = expression.kind else { return nil }
        // The parser treats only the first name in `\SchemaV1.Post.title` as the type.
        if let root, case .node(var node) = inference.resolve(root, context) {
            while names.count > 1,
                case .node(let child)? = resolver.lookup.member(names[0], of: node, seenFrom: context.scope)
            {
                node = child
                names.removeFirst()
            }
        }
        return names.isEmpty ? nil : names.joined(separator: ".")
    }

    /// Returns the string that an expression evaluates to, or nil if it can't be determined. Evaluates literals,
    /// interpolations, concatenations, raw values, and constants with such values.
    ///
    /// - Parameter local: a function that returns the string of a local constant, or nil for any other expression.
    func string(
        _ expression: Expression, _ context: LookupContext, depth: Int = 0,
        local: (Expression) -> String? = { _ in nil }
    ) -> String? {
        guard depth < 16 else { return nil }
        if let text = local(expression) { return text }
        func joined(_ parts: [Expression], orNumber: Bool = false) -> String? {
            let texts = parts.map { part in
                string(part, context, depth: depth + 1, local: local)
                    ?? (orNumber ? integer(part, context).map(String.init) : nil)
            }
            return parts.isEmpty || texts.contains(nil) ? nil : texts.compactMap(\.self).joined()
        }
        switch expression.kind {
        case .string(let text): return text
        case .interpolation(let parts, _): return joined(parts, orNumber: true)
        case .infix(let left, "+", let right): return joined([left, right])
        default: break
        }
        if let constant = constant(expression, context), let value = constants.expression(of: constant) {
            return string(value, constant.context, depth: depth + 1)
        }
        // Examples: `Names.old.rawValue`, `"a" + "b"`
        let value = defaults.defaultValue(expression, type: .scalar("String"), property: "", in: context)
        guard case .string(let text) = value else { return nil }
        return text
    }

    private func string(
        _ expression: Expression, _ context: LookupContext, _ file: ParsedFile, _ issues: inout [SourceIssue]
    ) -> String? {
        if case .nilLiteral = expression.kind { return nil }
        if let text = string(expression, context) { return text }
        issues.append(notEvaluable("option", expression, file))
        return nil
    }

    private func count(
        _ expression: Expression, _ context: LookupContext, _ file: ParsedFile, _ issues: inout [SourceIssue]
    ) -> Int? {
        if case .nilLiteral = expression.kind { return nil }
        if let number = integer(expression, context) { return Int(exactly: number) }
        issues.append(notEvaluable("option", expression, file))
        return nil
    }

    /// Returns the integer that an expression evaluates to, or nil if it can't be determined. Evaluates integer
    /// literals, and constants with such values.
    func integer(_ expression: Expression, _ context: LookupContext, depth: Int = 0) -> Int64? {
        guard depth < 16 else { return nil }
        if let number = Constant.integer(expression) { return number }
        guard let constant = constant(expression, context), let value = constants.expression(of: constant) else {
            return nil
        }
        return integer(value, constant.context, depth: depth + 1)
    }

    /// Returns the project's constant, or function without parameters, that an expression such as `name`, `Type.name`
    /// or `name()` refers to. Returns nil for any other expression.
    func constant(_ expression: Expression, _ context: LookupContext) -> DeclaredConstant? {
        switch expression.kind {
        case .name(let name): return constants.unqualified(name, from: context)
        case .member(let base?, let name):
            guard case .node(let node)? = inference.namedType(base, context) else { return nil }
            return constants.member(name, of: node)
        case .call(let callee, let arguments) where arguments.isEmpty: return constant(callee, context)
        default: return nil
        }
    }

    private func unknown(_ label: String?, _ expression: Expression, at place: SourceLocation) -> SourceIssue {
        SourceIssue(.unknownOption((label.map { $0 + ": " } ?? "") + expression.text), at: place)
    }

    private func notEvaluable(_ what: String, _ expression: Expression, _ file: ParsedFile) -> SourceIssue {
        SourceIssue(.notEvaluable(what: what, expression: expression.text), at: file.location(expression.offset))
    }
}
