import PermafrostModel
import SwiftData

/// A migration plan as a value: the versions of a schema, oldest first, and the stages between them. Use it to describe
/// a migration with operations such as ``Rename`` and ``Backfill`` instead of closures.
///
/// ```swift
/// let plan = MigrationPlan(
///     schemas: [PostsSchemaV1.self, PostsSchemaV2.self, PostsSchemaV3.self, PostsSchemaV4.self]
/// ) {
///     Stage(from: PostsSchemaV1.self, to: PostsSchemaV2.self)
///     Stage(from: PostsSchemaV2.self, to: PostsSchemaV3.self) {
///         Rename(\PostsSchemaV2.Post.body, to: \PostsSchemaV3.Post.content)
///         Rename(\PostsSchemaV2.Post.authorName, to: \PostsSchemaV3.Post.legacyAuthorName)
///     }
///     Stage(from: PostsSchemaV3.self, to: PostsSchemaV4.self) {
///         Backfill(\PostsSchemaV4.Post.slug) { post in post.title.lowercased() }
///         Assert.unique(\PostsSchemaV4.Post.slug)
///     }
/// }
/// ```
///
/// Permafrost converts this value into the stages that SwiftData runs. You don't register a plan, and two plans made
/// from the same versions and stages behave the same.
///
/// An app that already has a `SchemaMigrationPlan` doesn't need to rewrite it. Pass the type to
/// ``init(_:)``.
///
/// > Important: Keep every version that ever shipped in the plan. A store of a version that the plan doesn't list isn't
/// > migrated. To stop supporting a version, declare it as ``Retired``.
///
/// Next, check the plan in a test with ``validate()``, rehearse it on a copy of a store (see ``DryRunReport``), and
/// open the app's store with ``SafeModelContainer``. To pass the plan to SwiftData, declare it as a
/// ``DeclaredMigrationPlan``.
public struct MigrationPlan: Sendable {
    /// The schema versions, oldest first. Keep every version that ever shipped.
    public let schemas: [any VersionedSchema.Type]
    /// The hook that runs once before the first stage, when the store is still unchanged; nil if the plan has none.
    public var preMigration: MigrationHook? { hooks.before ?? declared?.plan?.preMigration }
    /// The hook that runs once after the last stage; nil if the plan has none.
    public var postMigration: MigrationHook? { hooks.after ?? declared?.plan?.postMigration }
    /// The versions that the plan no longer migrates, for a ``DeclaredMigrationPlan`` or ``RetiringMigrationPlan`` too.
    public var retired: [Retired] {
        // Casting a type to a protocol is slow, so this is evaluated only for a store that matches no version.
        givenRetired + (declared?.plan?.retired ?? [])
            + ((declaringType as? any RetiringMigrationPlan.Type)?.retired ?? [])
    }
    /// The source of the stages. For a ``DeclaredMigrationPlan``, this is the source of the plan that it declares.
    var source: Source { declared?.plan?.source ?? given }

    private let given: Source
    private let givenRetired: [Retired]
    private let hooks: (before: MigrationHook?, after: MigrationHook?)
    private let declared: DeclaredPlan?

    /// The possible sources of a plan's stages.
    enum Source: Sendable {
        /// Stages made with ``Stage``.
        case stages([Stage])
        /// The app's own plan type. Its stages are read whenever they are needed.
        case type(any SchemaMigrationPlan.Type)
    }

    /// Creates a plan from stages.
    ///
    /// - Parameters:
    ///   - schemas: the schema versions, oldest first.
    ///   - retired: the versions that the plan no longer migrates. See ``Retired``.
    ///   - preMigration: runs once before the first stage. If it throws, the migration fails without changing the
    ///     store.
    ///   - postMigration: runs once after the last stage. See ``MigrationSafety`` for the state of the store if it
    ///     throws.
    ///   - stages: the stages, in the order of the versions.
    public init(
        schemas: [any VersionedSchema.Type], retired: [Retired] = [], preMigration: MigrationHook? = nil,
        postMigration: MigrationHook? = nil, @StageBuilder stages: () -> [Stage]
    ) {
        self.init(
            schemas: schemas, source: .stages(stages()), retired: retired, preMigration: preMigration,
            postMigration: postMigration)
    }

    /// Creates a plan with the versions and stages of an app's own plan type.
    ///
    /// ```swift
    /// let plan = MigrationPlan(PostsMigrationPlan.self)
    /// let findings = plan.validate()
    /// ```
    ///
    /// - Parameters:
    ///   - plan: the app's plan. If it is a ``DeclaredMigrationPlan``, its hooks run, too.
    public init(_ plan: any SchemaMigrationPlan.Type) {
        self.init(schemas: plan.schemas, source: .type(plan))
    }

    /// Creates a plan from an app's own plan type, with a hook after the last stage. A trailing closure is this hook,
    /// in every Swift language mode.
    ///
    /// - Parameters:
    ///   - plan: the app's plan. If it is a ``DeclaredMigrationPlan``, its `preMigration` hook runs, too.
    ///   - postMigration: runs once after the last stage. See ``MigrationSafety`` for the state of the store if it
    ///     throws.
    public init(_ plan: any SchemaMigrationPlan.Type, postMigration: @escaping MigrationHook) {
        self.init(schemas: plan.schemas, source: .type(plan), postMigration: postMigration)
    }

    /// Creates a plan from an app's own plan type, with a hook before the first stage and optionally one after the
    /// last.
    ///
    /// - Parameters:
    ///   - plan: the app's plan. If it is a ``DeclaredMigrationPlan`` and an argument is nil, the plan's own hook runs
    ///     instead.
    ///   - preMigration: runs once before the first stage. If it throws, the migration fails without changing the
    ///     store.
    ///   - postMigration: runs once after the last stage. See ``MigrationSafety`` for the state of the store if it
    ///     throws.
    public init(
        _ plan: any SchemaMigrationPlan.Type, preMigration: MigrationHook?, postMigration: MigrationHook? = nil
    ) {
        self.init(
            schemas: plan.schemas, source: .type(plan), preMigration: preMigration, postMigration: postMigration)
    }

    init(
        schemas: [any VersionedSchema.Type], source: Source, retired: [Retired] = [],
        preMigration: MigrationHook? = nil, postMigration: MigrationHook? = nil
    ) {
        self.schemas = schemas
        given = source
        givenRetired = retired
        declared = if case .type(let plan) = source { DeclaredPlan(of: plan) } else { nil }
        hooks = (preMigration, postMigration)
    }

    /// The app's own plan type; nil for a plan made from stages.
    var declaringType: Any.Type? { if case .type(let type) = given { type } else { nil } }

    /// The name of the app's plan type. For a plan made from stages, and for a ``DeclaredMigrationPlan``, the name of
    /// the last version's type.
    var name: String {
        switch source {
        case .stages: schemas.last.map { "\($0)" } ?? "plan"
        case .type(let type): "\(type)"
        }
    }

    /// The number of stages with a known kind.
    var stageCount: Int {
        switch source {
        case .stages(let stages): stages.count
        case .type(let type): DeclaredStages(type).known.count
        }
    }
}

extension MigrationPlan {
    /// Returns the part of the plan up to the given version, without hooks. It isn't verified that SwiftData opens a
    /// container with an earlier version than the plan's last one, so pass it this part. If the version is
    /// the last one or isn't listed, returns the complete plan with its hooks.
    func part(to version: any VersionedSchema.Type) -> MigrationPlan {
        guard let index = schemas.firstIndex(where: { $0 == version }), index < schemas.count - 1 else { return self }
        let kept = Array(schemas[...index])
        return MigrationPlan(schemas: kept, source: source.part(without: Array(schemas[(index + 1)...])))
    }
}

extension MigrationPlan.Source {
    /// Returns the source without the stages that end at the given versions. Returns the app's own plan type unchanged,
    /// because ``StageHooks`` omits its stages when the plan runs.
    fileprivate func part(without versions: [any VersionedSchema.Type]) -> MigrationPlan.Source {
        switch self {
        case .stages(let stages): .stages(stages.filter { stage in !versions.contains { $0 == stage.to } })
        case .type: self
        }
    }
}

/// The ``MigrationPlan`` that an app's own plan declares. The type is cast to ``DeclaredMigrationPlan`` only when the
/// plan is first needed, and the result is cached. Casting a type to a protocol that it doesn't conform to takes longer
/// than opening a store.
private final class DeclaredPlan: Sendable {
    private let type: any SchemaMigrationPlan.Type
    /// The cached result; nil before the lookup.
    private let found = Locked<MigrationPlan??>(nil)

    init(of type: any SchemaMigrationPlan.Type) {
        self.type = type
    }

    /// The declared plan; nil if the type doesn't declare one.
    var plan: MigrationPlan? {
        if let known = found.withLock({ $0 }) { return known }
        // Don't run the app's code inside the lock.
        let plan = (type as? any DeclaredMigrationPlan.Type)?.plan
        return found.withLock { found in
            let first = found ?? plan
            found = .some(first)
            return first
        }
    }
}
