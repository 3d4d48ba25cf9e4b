import PermafrostModel
import SwiftData

/// The versions of a schema, oldest first, and the stages that lead a store from each to the next, as one value. What
/// SwiftData runs is made of it: nothing is registered, and a plan that is made twice is the same plan.
///
/// ```swift
/// let plan = MigrationPlan(schemas: [SchemaV1.self, SchemaV2.self]) {
///     Stage(from: SchemaV1.self, to: SchemaV2.self) {
///         Rename(\SchemaV1.Post.body, to: \SchemaV2.Post.content)
///         Backfill(\SchemaV2.Post.slug) { post in slug(of: post.title) }
///         Assert.unique(\SchemaV2.Post.slug)
///     }
/// }
/// ```
public struct MigrationPlan: Sendable {
    /// The versions, oldest first. Those that ever shipped stay listed.
    public let schemas: [any VersionedSchema.Type]
    /// What runs once before the first stage, over a store that is still as it was.
    public var preMigration: MigrationHook? { hooks.before ?? declared?.plan?.preMigration }
    /// What runs once after the last stage, over the migrated store.
    public var postMigration: MigrationHook? { hooks.after ?? declared?.plan?.postMigration }
    /// Where the stages come from.
    var source: Source { declared?.plan?.source ?? given }

    private let given: Source
    private let hooks: (before: MigrationHook?, after: MigrationHook?)
    private let declared: DeclaredPlan?

    /// Where the stages come from.
    enum Source: Sendable {
        /// Stages of this module.
        case stages([Stage])
        /// The app's own plan. Its stages are read when they run.
        case type(any SchemaMigrationPlan.Type)
    }

    /// A plan of stages.
    ///
    /// - Parameters:
    ///   - schemas: the versions, oldest first.
    ///   - preMigration: runs once before the first stage. An error ends the migration before anything has changed.
    ///   - postMigration: runs once after the last stage; see ``MigrationSafety`` for what becomes of the store if it throws.
    ///   - stages: the stages, in order.
    public init(
        schemas: [any VersionedSchema.Type], preMigration: MigrationHook? = nil, postMigration: MigrationHook? = nil,
        @StageBuilder stages: () -> [Stage]
    ) {
        self.init(schemas: schemas, source: .stages(stages()), preMigration: preMigration, postMigration: postMigration)
    }

    /// The app's own plan, as it is. One that declares a ``MigrationPlan`` brings its hooks along, as far as none are given.
    public init(
        _ plan: any SchemaMigrationPlan.Type, preMigration: MigrationHook? = nil, postMigration: MigrationHook? = nil
    ) {
        self.init(
            schemas: plan.schemas, source: .type(plan), preMigration: preMigration, postMigration: postMigration)
    }

    init(
        schemas: [any VersionedSchema.Type], source: Source, preMigration: MigrationHook? = nil,
        postMigration: MigrationHook? = nil
    ) {
        self.schemas = schemas
        given = source
        declared = if case .type(let plan) = source { DeclaredPlan(of: plan) } else { nil }
        hooks = (preMigration, postMigration)
    }

    /// The type that declares it; nil for a plan that is no more than a value.
    var declaringType: Any.Type? { if case .type(let type) = given { type } else { nil } }

    /// The plan's name: that of the app's type, else of its last version.
    var name: String {
        switch source {
        case .stages: schemas.last.map { "\($0)" } ?? "plan"
        case .type(let type): "\(type)"
        }
    }

    /// How many stages it has, of kinds that this version of Permafrost knows.
    var stageCount: Int {
        switch source {
        case .stages(let stages): stages.count
        case .type(let type): DeclaredStages(type).known.count
        }
    }
}

extension MigrationPlan {
    /// The part of the plan that leads to one of its versions: what a container of that version is opened with, since
    /// SwiftData wants a plan to end with the container's schema. The plan's hooks are no matter of SwiftData's.
    func part(to version: any VersionedSchema.Type) -> MigrationPlan {
        guard let index = schemas.firstIndex(where: { $0 == version }), index < schemas.count - 1 else { return self }
        let kept = Array(schemas[...index])
        return MigrationPlan(schemas: kept, source: source.part(without: Array(schemas[(index + 1)...])))
    }
}

extension MigrationPlan.Source {
    /// The stages but those that end at versions left out. Stages of the app's own plan are chosen when they are run: see
    /// ``StageHooks``.
    fileprivate func part(without versions: [any VersionedSchema.Type]) -> MigrationPlan.Source {
        switch self {
        case .stages(let stages): .stages(stages.filter { stage in !versions.contains { $0 == stage.to } })
        case .type: self
        }
    }
}

/// The ``MigrationPlan`` that the app's own plan declares, if it does. It is looked for when a migration needs it, once: asking
/// a type for a protocol that it does not conform to takes longer than opening a store.
private final class DeclaredPlan: Sendable {
    private let type: any SchemaMigrationPlan.Type
    /// The plan, once it was looked for.
    private let found = Locked<MigrationPlan??>(nil)

    init(of type: any SchemaMigrationPlan.Type) {
        self.type = type
    }

    /// The plan; nil if the type declares none.
    var plan: MigrationPlan? {
        if let known = found.withLock({ $0 }) { return known }
        // The app's code runs without the lock.
        let plan = (type as? any DeclaredMigrationPlan.Type)?.plan
        return found.withLock { found in
            let first = found ?? plan
            found = .some(first)
            return first
        }
    }
}
