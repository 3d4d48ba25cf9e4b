import SwiftData

/// One step of a ``MigrationPlan``, from a version to a later one. Without operations it is lightweight: what follows from
/// the two models alone.
///
/// The operations run in the order of their phases, whatever order they are written in: all captures over the old types,
/// then, over the new ones, all bodies and at last all assertions.
public struct Stage: Sendable {
    /// The version that the stage leads from.
    public let from: any VersionedSchema.Type
    /// The version that the stage leads to.
    public let to: any VersionedSchema.Type
    /// What is done beside what follows from the two models.
    public let operations: [any MigrationOperation]

    /// A lightweight stage.
    public init(from: any VersionedSchema.Type, to: any VersionedSchema.Type) {
        self.from = from
        self.to = to
        operations = []
    }

    /// A stage with operations.
    public init(
        from: any VersionedSchema.Type, to: any VersionedSchema.Type,
        @OperationBuilder _ operations: () -> [any MigrationOperation]
    ) {
        self.from = from
        self.to = to
        self.operations = operations()
    }

    /// Whether the stage is what follows from the two models alone.
    public var isLightweight: Bool { operations.isEmpty }

    /// The stage's name in messages: `1.0.0 → 2.0.0`.
    public var name: String { "\(from.versionIdentifier) → \(to.versionIdentifier)" }
}

/// Collects the operations of a ``Stage``.
@resultBuilder
public enum OperationBuilder {
    /// One operation.
    public static func buildExpression(_ operation: any MigrationOperation) -> [any MigrationOperation] { [operation] }
    /// Operations that were made elsewhere.
    public static func buildExpression(_ operations: [any MigrationOperation]) -> [any MigrationOperation] {
        operations
    }
    /// Operations one after the other; none, where the body is empty.
    public static func buildBlock(_ operations: [any MigrationOperation]...) -> [any MigrationOperation] {
        operations.flatMap { $0 }
    }
    /// The operations of an `if` without `else`.
    public static func buildOptional(_ operations: [any MigrationOperation]?) -> [any MigrationOperation] {
        operations ?? []
    }
    /// The operations of the branch taken.
    public static func buildEither(first operations: [any MigrationOperation]) -> [any MigrationOperation] {
        operations
    }
    /// The operations of the other branch.
    public static func buildEither(second operations: [any MigrationOperation]) -> [any MigrationOperation] {
        operations
    }
    /// The operations of a loop.
    public static func buildArray(_ operations: [[any MigrationOperation]]) -> [any MigrationOperation] {
        operations.flatMap { $0 }
    }
    /// The operations under an availability condition.
    public static func buildLimitedAvailability(
        _ operations: [any MigrationOperation]
    ) -> [any MigrationOperation] { operations }
}

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
