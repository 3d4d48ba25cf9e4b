/// Stages: single ones in lists, and those that the builder of a `MigrationPlan` collects.
extension ListEvaluator {
    /// The stages that a builder's statements give, in order.
    func stages(_ statements: [Statement], in context: ConstantLookup.Context) throws(Failure) -> [Item] {
        var frame = Frame(context: context)
        return try ListBody(list: self).built(statements, &frame)
    }

    /// The stage that a call makes, of SwiftData's or of a `MigrationPlan`; nil if it makes none.
    func stage(
        _ callee: Expression, _ arguments: [Expression.Argument], _ whole: Expression, _ frame: Frame
    ) throws(Failure) -> Item? {
        if case .member(_, let name) = callee.kind, let kind = PlanDeclaration.Stage.Kind(rawValue: name),
            arguments.contains(where: { $0.label == "fromVersion" })
        {
            return try stage(kind, arguments, whole, frame)
        }
        guard Expression.PlanCall(callee: callee, labels: arguments.map(\.label)) == .stage else { return nil }
        return try stage(nil, arguments, whole, frame)
    }

    /// A stage of SwiftData's, or one of a `MigrationPlan`, which is custom with any operation.
    private func stage(
        _ kind: PlanDeclaration.Stage.Kind?, _ arguments: [Expression.Argument], _ whole: Expression, _ frame: Frame
    ) throws(Failure) -> Item {
        func version(_ label: String) throws(Failure) -> String {
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
