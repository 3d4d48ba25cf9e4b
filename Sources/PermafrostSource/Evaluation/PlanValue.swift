/// A `MigrationPlan` as the expression that makes it: `MigrationPlan(schemas: …) { … }`.
struct PlanValue {
    /// The versions; nil if none are written.
    private(set) var schemas: Expression?
    /// The statements of the stages' builder; nil if they are no closure.
    private(set) var stages: [Statement]?
    /// Whether it is the plan that a type is.
    private(set) var isOfType = false
    /// Where the expression is evaluated.
    let context: ConstantLookup.Context
    /// Where the expression starts.
    let offset: Int32
    /// The expression.
    let text: String

    /// The plan that a constant holds, also by way of other constants; nil if its expression is no plan.
    init?(of constant: ConstantLookup.Constant, _ constants: ConstantLookup) {
        var constant = constant
        // Constants that name each other would go on for ever.
        for _ in 0..<16 {
            guard let value = constants.expression(of: constant) else { return nil }
            if case .call(let callee, let arguments) = value.kind,
                let call = Expression.PlanCall(callee: callee, labels: arguments.map(\.label))
            {
                self.init(call, arguments, value, constant.context)
                return
            }
            guard let next = Self.constant(value, constant.context, constants) else { return nil }
            constant = next
        }
        return nil
    }

    private init?(
        _ call: Expression.PlanCall, _ arguments: [Expression.Argument], _ whole: Expression,
        _ context: ConstantLookup.Context
    ) {
        self.context = context
        offset = whole.offset
        text = whole.text
        switch call {
        case .stage: return nil
        case .planOfType: isOfType = true
        case .plan:
            schemas = arguments.first { $0.label == "schemas" }?.value
            if case .closure(_, let statements)? = arguments.last(where: { $0.label == "stages" })?.value.kind {
                stages = statements
            }
        }
    }

    /// What of the plan cannot be determined.
    var missing: [String] { stages == nil ? ["stages"] : [] }

    private static func constant(
        _ expression: Expression, _ context: ConstantLookup.Context, _ constants: ConstantLookup
    ) -> ConstantLookup.Constant? {
        switch expression.kind {
        case .name(let name): return constants.unqualified(name, from: context)
        case .member(let base?, let name):
            guard case .node(let node)? = TypeInference(resolver: constants.resolver).namedType(base, context) else {
                return base.kind == .name("Self") ? context.selfNode.flatMap { constants.member(name, of: $0) } : nil
            }
            return constants.member(name, of: node)
        default: return nil
        }
    }
}
