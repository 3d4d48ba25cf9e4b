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

/// The stages of the app's own plan, as far as this version of Permafrost knows their kinds.
///
/// A plan with a stage of another kind is not run: nothing could be said of what the stage does to the rows.
struct DeclaredStages {
    /// The stages, in order.
    private(set) var known: [DeclaredStages.Stage] = []
    /// The names of the kinds that are not known, in order.
    private(set) var unknown: [String] = []

    /// Reads the stages of a plan.
    ///
    /// - Parameter read: takes a stage apart, and returns nil for a kind that it does not know.
    init(
        _ plan: any SchemaMigrationPlan.Type,
        read: (MigrationStage) -> DeclaredStages.Stage? = DeclaredStages.Stage.init
    ) {
        for stage in plan.stages {
            if let stage = read(stage) {
                known.append(stage)
            } else {
                // An enum's case is the label of its mirror's one child.
                unknown.append(Mirror(reflecting: stage).children.first?.label ?? "\(stage)")
            }
        }
    }

    /// A sentence for each stage that is not known.
    var problems: [String] {
        unknown.map { "A stage of the plan is of the kind \($0), which this version of Permafrost does not know." }
    }

    /// What is wrong with the plan.
    var findings: [PlanFinding] {
        problems.map {
            PlanFinding(.unknownStage, what: $0, fix: "Update Permafrost, or make the stage lightweight or custom.")
        }
    }

    /// Refuses a plan with stages that are not known.
    ///
    /// - Throws: ``MigrationError`` with `.plan(.invalid)`.
    func check() throws(MigrationError) {
        guard unknown.isEmpty else { throw MigrationError(.plan(.invalid(problems))) }
    }
}

extension DeclaredStages {
    /// A stage of the app's own plan, taken apart.
    struct Stage {
        /// The code that runs around a custom stage.
        struct Hooks {
            let willMigrate: (@Sendable (ModelContext) throws -> Void)?
            let didMigrate: (@Sendable (ModelContext) throws -> Void)?

            /// The names of those that there are.
            var names: [String] {
                [willMigrate.map { _ in "willMigrate" }, didMigrate.map { _ in "didMigrate" }].compactMap { $0 }
            }
        }

        let from: any VersionedSchema.Type
        let to: any VersionedSchema.Type
        /// The code of a custom stage; nil for a lightweight one.
        let hooks: Hooks?

        /// The parts of a stage; nil for a kind of stage that a later SwiftData brings.
        init?(_ stage: MigrationStage) {
            switch stage {
            case .lightweight(let from, let to): self.init(from: from, to: to, hooks: nil)
            case .custom(let from, let to, let willMigrate, let didMigrate):
                self.init(from: from, to: to, hooks: Hooks(willMigrate: willMigrate, didMigrate: didMigrate))
            @unknown default: return nil
            }
        }

        private init(from: any VersionedSchema.Type, to: any VersionedSchema.Type, hooks: Hooks?) {
            self.from = from
            self.to = to
            self.hooks = hooks
        }
    }
}
