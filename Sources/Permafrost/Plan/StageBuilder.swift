/// Collects the stages of a ``MigrationPlan``.
@resultBuilder
public enum StageBuilder {
    /// One stage.
    public static func buildExpression(_ stage: Stage) -> [Stage] { [stage] }
    /// Stages that were made elsewhere.
    public static func buildExpression(_ stages: [Stage]) -> [Stage] { stages }
    /// Stages one after the other; none, where the body is empty.
    public static func buildBlock(_ stages: [Stage]...) -> [Stage] { stages.flatMap { $0 } }
    /// The stages of an `if` without `else`.
    public static func buildOptional(_ stages: [Stage]?) -> [Stage] { stages ?? [] }
    /// The stages of the branch taken.
    public static func buildEither(first stages: [Stage]) -> [Stage] { stages }
    /// The stages of the other branch.
    public static func buildEither(second stages: [Stage]) -> [Stage] { stages }
    /// The stages of a loop.
    public static func buildArray(_ stages: [[Stage]]) -> [Stage] { stages.flatMap { $0 } }
    /// The stages under an availability condition.
    public static func buildLimitedAvailability(_ stages: [Stage]) -> [Stage] { stages }
}
