import PermafrostModel

/// A reader for the model arguments of a container or schema. The arguments can be classes, lists of classes, and
/// schemas.
final class ModelListReader {
    /// The maximum length of a chain of schemas and constants that refer to each other.
    private static let depthLimit = 8

    let list: ListEvaluator
    private let constants: ConstantLookup
    /// The locations of the calls of `Schema` that were evaluated.
    private(set) var schemas: Set<SourceLocation> = []
    private var table: DeclarationTable { list.table }

    init(resolver: TypeResolver) {
        list = ListEvaluator(what: "models", resolver: resolver)
        constants = ConstantLookup(resolver: resolver)
    }

    /// Returns the types that arguments list.
    func items(
        of arguments: [Expression], _ context: LookupContext
    ) throws(ListFailure) -> [ListItem] {
        try items(of: arguments, context, 0)
    }

    private func items(
        of arguments: [Expression], _ context: LookupContext, _ depth: Int
    ) throws(ListFailure) -> [ListItem] {
        var found: [ListItem] = []
        for argument in arguments { found += try items(of: argument, context, depth) }
        return found
    }

    private func items(
        of argument: Expression, _ context: LookupContext, _ depth: Int
    ) throws(ListFailure) -> [ListItem] {
        guard depth < Self.depthLimit else { return try list.listOrType(argument, in: context) }
        if case .call(let callee, let arguments) = argument.kind, callee.makesSchema {
            schemas.insert(table.location(context.scope, argument.offset))
            return try items(of: arguments.prefix { $0.label != "version" }.map(\.value), context, depth + 1)
        }
        if let constant = constant(argument, context), let value = constants.expression(of: constant),
            case .call(let callee, _) = value.kind, callee.makesSchema
        {
            return try items(of: value, constant.context, depth + 1)
        }
        return try list.listOrType(following(argument, in: context.scope), in: context)
    }

    private func constant(_ expression: Expression, _ context: LookupContext) -> DeclaredConstant? {
        switch expression.kind {
        case .name(let name): return constants.unqualified(name, from: context)
        case .member(nil, let name): return table.foreign["Schema"].flatMap { constants.member(name, of: $0) }
        case .member(let base?, let name):
            if base.lastName == "Schema", let schema = table.foreign["Schema"] {
                return constants.member(name, of: schema)
            }
            return list.typeOperand(base, context).flatMap { constants.member(name, of: $0) }
        case .call(let callee, let arguments) where arguments.isEmpty && !callee.makesSchema:
            return constant(callee, context)
        default: return nil
        }
    }

    /// Returns the initial value of the instance property that an expression refers to, as in
    /// `init() { Schema(modelTypes) }`. Returns any other expression unchanged.
    private func following(_ expression: Expression, in scope: LookupScope) -> Expression {
        let name: String
        switch expression.kind {
        case .name(let own): name = own
        case .member(let base?, let own) where base.text == "self": name = own
        default: return expression
        }
        guard scope.type >= 0 else { return expression }
        let values = table.files[scope.file].types[scope.type].values
        return values.first { $0.name == name && !$0.isStatic }?.initial ?? expression
    }
}

extension Expression {
    /// Whether calling this expression creates a schema. Examples are `Schema`, `Schema.init`, `SwiftData.Schema` and
    /// `.init`.
    var makesSchema: Bool {
        switch kind {
        case .member(nil, "init"): true
        case .member(let base?, "init"): base.makesSchema
        default: lastName == "Schema"
        }
    }
}
