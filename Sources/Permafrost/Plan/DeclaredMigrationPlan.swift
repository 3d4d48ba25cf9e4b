import SwiftData

/// A ``MigrationPlan`` as a type, for whatever takes a `SchemaMigrationPlan`: `ModelContainer(for:migrationPlan:)`,
/// `.modelContainer`, the tests of a fixture tree. It needs no more than the plan.
///
/// ```swift
/// enum PostsMigrationPlan: DeclaredMigrationPlan {
///     static let plan = MigrationPlan(schemas: [PostsSchemaV1.self, PostsSchemaV2.self]) {
///         Stage(from: PostsSchemaV1.self, to: PostsSchemaV2.self)
///     }
/// }
/// ```
///
/// - Note: The plan's hooks are run by ``SafeModelContainer`` and ``ProgressiveMigration`` alone: a container that SwiftData
///   opens by itself runs the stages, and knows nothing of hooks.
public protocol DeclaredMigrationPlan: SchemaMigrationPlan {
    /// The plan.
    static var plan: MigrationPlan { get }
}

extension DeclaredMigrationPlan {
    /// The plan's versions.
    public static var schemas: [any VersionedSchema.Type] { plan.schemas }
    /// The plan's stages as SwiftData runs them.
    public static var stages: [MigrationStage] { StageHooks(plan: plan, run: MigrationRun()).stages }
}
