/// An expression that creates a `MigrationPlan`, such as `MigrationPlan(schemas: …) { … }`.
struct PlanValue {
    /// The `schemas` argument, which lists the versions. Nil if the expression refers to a type's plan.
    private(set) var schemas: Expression?
    /// The `retired` argument, which lists the versions that the plan no longer migrates. Nil if there is none.
    private(set) var retired: Expression?
    /// The statements of the closure that builds the stages, or nil if the call has no such closure.
    private(set) var stages: [Statement]?
    /// Whether the expression refers to a type's plan, as in `MigrationPlan(AppPlan.self)`.
    private(set) var refersToType = false
    /// The context that the expression is evaluated in.
    let context: LookupContext
    /// The expression's offset in the file.
    let offset: Int32
    /// The expression as written.
    let text: String

    /// Finds the expression that creates a constant's plan, also through other constants. Returns nil if the constant
    /// doesn't contain a plan.
    init?(of constant: DeclaredConstant, _ constants: ConstantLookup) {
        var constant = constant
        // Constants may refer to each other in a cycle, so limit the chain.
        for _ in 0..<16 {
            guard let value = constants.expression(of: constant) else { return nil }
            if case .call(let callee, let arguments) = value.kind,
                let call = PlanCall(callee: callee, labels: arguments.map(\.label))
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
        _ call: PlanCall, _ arguments: [ExpressionArgument], _ whole: Expression,
        _ context: LookupContext
    ) {
        self.context = context
        offset = whole.offset
        text = whole.text
        switch call {
        case .stage: return nil
        case .planOfType: refersToType = true
        case .plan:
            schemas = arguments.first { $0.label == "schemas" }?.value
            retired = arguments.first { $0.label == "retired" }?.value
            if case .closure(_, let statements)? = arguments.last(where: { $0.label == "stages" })?.value.kind {
                stages = statements
            }
        }
    }

    /// The names of the arguments that can't be evaluated, which is only `stages`, if no closure builds the stages.
    var missing: [String] { stages == nil ? ["stages"] : [] }

    private static func constant(
        _ expression: Expression, _ context: LookupContext, _ constants: ConstantLookup
    ) -> DeclaredConstant? {
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

extension ListEvaluator {
    /// Returns the stages that a builder's statements create, in order.
    func stages(_ statements: [Statement], in context: LookupContext) throws(ListFailure) -> [ListItem] {
        var frame = ListFrame(context: context)
        return try ListBody(list: self).built(statements, &frame)
    }

    /// Returns the stage that a call creates, for SwiftData or for a `MigrationPlan`. Returns nil if the call doesn't
    /// create a stage.
    func stage(
        _ callee: Expression, _ arguments: [ExpressionArgument], _ whole: Expression, _ frame: ListFrame
    ) throws(ListFailure) -> ListItem? {
        if case .member(_, let name) = callee.kind, let kind = DeclaredStage.Kind(rawValue: name),
            arguments.contains(where: { $0.label == "fromVersion" })
        {
            return try stage(kind, arguments, whole, frame)
        }
        guard PlanCall(callee: callee, labels: arguments.map(\.label)) == .stage else { return nil }
        return try stage(nil, arguments, whole, frame)
    }

    /// Returns a SwiftData stage of the given kind or, if the kind is nil, a `MigrationPlan` stage. A `MigrationPlan`
    /// stage is lightweight if all of its operations are `Drop`, and custom otherwise.
    private func stage(
        _ kind: DeclaredStage.Kind?, _ arguments: [ExpressionArgument], _ whole: Expression, _ frame: ListFrame
    ) throws(ListFailure) -> ListItem {
        func version(_ label: String) throws(ListFailure) -> String {
            guard let expression = arguments.first(where: { $0.label == label })?.value,
                case .item(let item) = try value(expression, frame)
            else { throw failure(whole, frame) }
            switch item.element {
            case .type(let node): return table.nodes[node].path
            case .unknown(let name): return name
            case .stage: throw failure(whole, frame)
            }
        }
        let reader = StageReader(inference: inference, context: frame.context)
        let place = location(whole, frame)
        if let kind {
            var stage = DeclaredStage(
                kind: kind, from: try version("fromVersion"), to: try version("toVersion"), location: place,
                hooks: arguments.compactMap(reader.hook))
            stage.absentHooks = arguments.compactMap { argument in
                guard case .nilLiteral = argument.value.kind else { return nil }
                return argument.label.flatMap(HookMoment.init)
            }
            return ListItem(element: .stage(stage), location: place)
        }
        var stage = DeclaredStage(
            kind: .lightweight, from: try version("from"), to: try version("to"), location: place)
        stage.acceptsOperations = true
        if case .operations(let parsed)? = arguments.last?.value.kind {
            (stage.operations, stage.hooks) = reader.operations(parsed)
            if !stage.operations.allSatisfy(\.isDrop) { stage.kind = .custom }
        }
        return ListItem(element: .stage(stage), location: place)
    }
}
