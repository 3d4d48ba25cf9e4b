import PermafrostDeclarations

/// Stages: single ones in lists, and those that the builder of a `MigrationPlan` collects.
extension ListEvaluator {
    /// The stages that a builder's statements give, in order.
    func stages(_ statements: [Statement], in context: EvaluationContext) throws(Failure) -> [Item] {
        var frame = Frame(context: context)
        return try built(statements, &frame)
    }

    private func built(_ statements: [Statement], _ frame: inout Frame) throws(Failure) -> [Item] {
        var items: [Item] = []
        for statement in statements {
            switch statement {
            case .expression(let value), .result(let value): items += try stageOrStages(value, frame)
            case .variable(let name, _, let value):
                let inner = frame
                frame.lists[name] = try value.map { value throws(Failure) in try stageOrStages(value, inner) }
            case .branches(let branches):
                let active = branches.first { resolver.lookup.isActive([$0.condition], in: frame.context.scope.file) }
                if let active { items += try built(active.statements, &frame) }
            case .other(let text, let offset):
                throw failure(text, at: table.location(frame.context.scope, offset))
            }
        }
        return items
    }

    private func stageOrStages(_ expression: Expression, _ frame: Frame) throws(Failure) -> [Item] {
        if isStage(expression) { return [try element(expression, frame)] }
        if case .name(let name) = expression.kind, let known = frame.lists[name] { return known }
        guard let constant = constant(expression, frame), let value = constants.expression(of: constant),
            isStage(value)
        else { return try list(expression, frame) }
        return [try element(expression, frame)]
    }

    /// Whether it makes a stage of a `MigrationPlan`.
    func isStage(_ expression: Expression) -> Bool {
        guard case .call(let callee, let arguments) = expression.kind else { return false }
        return PlanCall(callee: callee, labels: arguments.map(\.label)) == .stage
    }

    /// A stage of SwiftData's, or one of a `MigrationPlan`, which is custom with any operation.
    func stage(
        _ kind: PlanDeclaration.Stage.Kind?, _ arguments: [Expression.Argument], _ whole: Expression, _ frame: Frame
    ) throws(Failure) -> Item {
        func version(_ label: String) throws(Failure) -> String {
            guard let value = arguments.first(where: { $0.label == label })?.value else { throw failure(whole, frame) }
            let item = try element(value, frame)
            switch item.element {
            case .type(let node): return table.nodes[node].path
            case .unknown(let name): return name
            case .stage: throw failure(whole, frame)
            }
        }
        let reader = StageReader(inference: inference, context: frame.context)
        let place = location(whole, frame)
        if let kind {
            var stage = PlanDeclaration.Stage(
                kind: kind, from: try version("fromVersion"), to: try version("toVersion"), location: place,
                hooks: arguments.compactMap(reader.hook))
            stage.absentHooks = arguments.compactMap { argument in
                guard case .nilLiteral = argument.value.kind else { return nil }
                return argument.label.flatMap(PlanDeclaration.Stage.Hook.Moment.init)
            }
            return Item(element: .stage(stage), location: place)
        }
        var stage = PlanDeclaration.Stage(
            kind: .lightweight, from: try version("from"), to: try version("to"), location: place)
        if case .operations(let parsed)? = arguments.last?.value.kind {
            (stage.operations, stage.hooks) = reader.operations(parsed)
            if !stage.operations.isEmpty { stage.kind = .custom }
        }
        return Item(element: .stage(stage), location: place)
    }
}
