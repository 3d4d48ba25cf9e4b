import SwiftData

/// One step of a ``MigrationPlan``, from a schema version to a later one. Add an operation for every change that
/// SwiftData can't infer from the two models, and a ``Drop`` for every property and model that the new version removes
/// intentionally. If there is nothing to add, omit the operations.
///
/// ```swift
/// let lightweight = Stage(from: PostsSchemaV1.self, to: PostsSchemaV2.self)
///
/// let custom = Stage(from: PostsSchemaV2.self, to: PostsSchemaV3.self) {
///     Rename(\PostsSchemaV2.Post.body, to: \PostsSchemaV3.Post.content)
///     Assert.preserved(\PostsSchemaV2.Post.title, as: \PostsSchemaV3.Post.title)
/// }
/// ```
///
/// ## The order of operations
/// Operations run in phases, regardless of their order in the list:
/// 1. With the old types, operations that change or delete rows run in the order of the list. Then all other operations
///    capture the values that they need.
/// 2. SwiftData changes the store to the new version's tables.
/// 3. With the new types, operations change rows in the order of the list.
/// 4. All assertions are checked.
///
/// ## Topics
///
/// ### Creating a stage
/// - ``init(from:to:)``
/// - ``init(from:to:_:)``
///
/// ### Choosing operations
/// - ``MigrationOperation``
/// - ``Assert``
public struct Stage: Sendable {
    /// The version that the stage migrates from.
    public let from: any VersionedSchema.Type
    /// The version that the stage migrates to.
    public let to: any VersionedSchema.Type
    /// The stage's operations, including its assertions. A lightweight stage has no operations except ``Drop``.
    public let operations: [any MigrationOperation]

    /// Creates a lightweight stage. SwiftData infers the complete change from the two models.
    ///
    /// - Parameters:
    ///   - from: the version that the stage migrates from.
    ///   - to: the version that the stage migrates to.
    public init(from: any VersionedSchema.Type, to: any VersionedSchema.Type) {
        self.from = from
        self.to = to
        operations = []
    }

    /// Creates a stage with operations.
    ///
    /// - Parameters:
    ///   - from: the version that the stage migrates from.
    ///   - to: the version that the stage migrates to.
    ///   - operations: a closure that lists the operations. It can contain `if`, `for` and `#available`. If it lists no
    ///     operations, or only ``Drop`` declarations, the stage is lightweight.
    public init(
        from: any VersionedSchema.Type, to: any VersionedSchema.Type,
        @OperationBuilder _ operations: () -> [any MigrationOperation]
    ) {
        self.from = from
        self.to = to
        self.operations = operations()
    }

    /// Whether the stage has no operations, or only ``Drop`` declarations. SwiftData then infers the complete change from
    /// the two models.
    public var isLightweight: Bool { operations.allSatisfy { $0 is Drop } }

    /// The stage's name in messages, such as `1.0.0 → 2.0.0`.
    public var name: String { "\(from.versionIdentifier) → \(to.versionIdentifier)" }
}

/// The result builder for the operations of a ``Stage``. You don't use it directly: the closure of
/// ``Stage/init(from:to:_:)`` does.
@resultBuilder
public enum OperationBuilder {
    /// Adds one operation.
    public static func buildExpression(_ operation: any MigrationOperation) -> [any MigrationOperation] { [operation] }
    /// Adds operations from an array.
    public static func buildExpression(_ operations: [any MigrationOperation]) -> [any MigrationOperation] {
        operations
    }
    /// Joins the operations of a block. The block can be empty.
    public static func buildBlock(_ operations: [any MigrationOperation]...) -> [any MigrationOperation] {
        operations.flatMap { $0 }
    }
    /// Adds the operations of an `if` without `else`.
    public static func buildOptional(_ operations: [any MigrationOperation]?) -> [any MigrationOperation] {
        operations ?? []
    }
    /// Adds the operations of the first branch of an `if` or `switch`.
    public static func buildEither(first operations: [any MigrationOperation]) -> [any MigrationOperation] {
        operations
    }
    /// Adds the operations of the second branch of an `if` or `switch`.
    public static func buildEither(second operations: [any MigrationOperation]) -> [any MigrationOperation] {
        operations
    }
    /// Adds the operations of a loop.
    public static func buildArray(_ operations: [[any MigrationOperation]]) -> [any MigrationOperation] {
        operations.flatMap { $0 }
    }
    /// Adds the operations inside an `if #available`.
    public static func buildLimitedAvailability(
        _ operations: [any MigrationOperation]
    ) -> [any MigrationOperation] { operations }
}

/// The result builder for the stages of a ``MigrationPlan``. You don't use it directly: the closure of
/// ``MigrationPlan/init(schemas:retired:preMigration:postMigration:stages:)`` does.
@resultBuilder
public enum StageBuilder {
    /// Adds one stage.
    public static func buildExpression(_ stage: Stage) -> [Stage] { [stage] }
    /// Adds stages from an array.
    public static func buildExpression(_ stages: [Stage]) -> [Stage] { stages }
    /// Joins the stages of a block. The block can be empty.
    public static func buildBlock(_ stages: [Stage]...) -> [Stage] { stages.flatMap { $0 } }
    /// Adds the stages of an `if` without `else`.
    public static func buildOptional(_ stages: [Stage]?) -> [Stage] { stages ?? [] }
    /// Adds the stages of the first branch of an `if` or `switch`.
    public static func buildEither(first stages: [Stage]) -> [Stage] { stages }
    /// Adds the stages of the second branch of an `if` or `switch`.
    public static func buildEither(second stages: [Stage]) -> [Stage] { stages }
    /// Adds the stages of a loop.
    public static func buildArray(_ stages: [[Stage]]) -> [Stage] { stages.flatMap { $0 } }
    /// Adds the stages inside an `if #available`.
    public static func buildLimitedAvailability(_ stages: [Stage]) -> [Stage] { stages }
}
