/// An evaluator of `ModelConfiguration`'s `cloudKitDatabase` argument.
struct CloudKitEvaluator {
    typealias Request = CloudKitRequest

    /// The maximum depth of an expression, including the constants that it refers to.
    private static let depthLimit = 8

    private let constants: ConstantLookup
    private let list: ListEvaluator
    private var table: DeclarationTable { constants.resolver.table }

    init(constants: ConstantLookup, list: ListEvaluator) {
        self.constants = constants
        self.list = list
    }

    /// Returns a configuration's CloudKit setting, or `unknown` if the configuration can't be evaluated.
    ///
    /// - Parameter configuration: a call of `ModelConfiguration`, or an expression that evaluates to one, such as a
    ///   constant.
    func request(of configuration: Expression, in context: LookupContext) -> Request {
        request(of: configuration, in: context, depth: 0)
    }

    private func request(of expression: Expression, in context: LookupContext, depth: Int) -> Request {
        guard depth < Self.depthLimit else { return .unknown }
        switch expression.kind {
        case .call(let callee, let arguments) where callee.makesConfiguration:
            let argument = arguments.first { $0.label == "cloudKitDatabase" }?.value
            return Request(
                databases: argument.map { databases($0, in: context, depth: depth + 1) } ?? [.automatic],
                written: argument?.text,
                location: table.files[context.scope.file].location(expression.offset))
        case .tuple(let elements) where elements.count == 1:
            return request(of: elements[0].value, in: context, depth: depth + 1)
        case .ternary(_, let first, let second):
            return request(of: first, in: context, depth: depth + 1)
                .either(request(of: second, in: context, depth: depth + 1))
        default:
            guard let (value, context) = value(of: expression, in: context) else { return .unknown }
            return request(of: value, in: context, depth: depth + 1)
        }
    }

    private func databases(
        _ expression: Expression, in context: LookupContext, depth: Int
    ) -> Set<Request.Database> {
        guard depth < Self.depthLimit else { return [.unknown] }
        switch expression.kind {
        case .member(let base, let name) where base.map(\.namesDatabase) ?? true && Self.named[name] != nil:
            return [Self.named[name] ?? .unknown]
        case .call(let callee, _):
            guard case .member(let base, "private") = callee.kind, base.map(\.namesDatabase) ?? true else {
                return [.unknown]
            }
            return [.explicit]
        case .tuple(let elements) where elements.count == 1:
            return databases(elements[0].value, in: context, depth: depth + 1)
        case .ternary(_, let first, let second), .infix(let first, "??", let second):
            return databases(first, in: context, depth: depth + 1)
                .union(databases(second, in: context, depth: depth + 1))
        default:
            guard let (value, context) = value(of: expression, in: context) else { return [.unknown] }
            return databases(value, in: context, depth: depth + 1)
        }
    }

    private static let named: [String: Request.Database] = ["automatic": .automatic, "none": .none]

    /// Returns the value of the constant that an expression refers to, with the context of the constant's declaration.
    /// Returns nil for any other expression, and for a constant whose value can't be determined.
    private func value(
        of expression: Expression, in context: LookupContext
    ) -> (Expression, LookupContext)? {
        let constant: DeclaredConstant? =
            switch expression.kind {
            case .name(let name): constants.unqualified(name, from: context)
            case .member(let base?, let name):
                list.typeOperand(base, context).flatMap { constants.member(name, of: $0) }
            default: nil
            }
        guard let constant, let value = constants.expression(of: constant) else { return nil }
        return (value, constant.context)
    }
}

extension Expression {
    /// Whether this is the type `ModelConfiguration.CloudKitDatabase`.
    fileprivate var namesDatabase: Bool { lastName == "CloudKitDatabase" }
}
