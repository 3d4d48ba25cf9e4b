import SwiftData

/// A type that declares a ``MigrationPlan``. Conform to this protocol when an API requires a `SchemaMigrationPlan`:
/// `ModelContainer(for:migrationPlan:)`, SwiftUI's `.modelContainer`, or the tests that Permafrost generates for a
/// project's fixtures.
///
/// The plan is the only requirement. ``schemas`` and ``stages`` are derived from it.
///
/// ```swift
/// enum PostsMigrationPlan: DeclaredMigrationPlan {
///     static let plan = MigrationPlan(schemas: [PostsSchemaV1.self, PostsSchemaV2.self]) {
///         Stage(from: PostsSchemaV1.self, to: PostsSchemaV2.self)
///     }
/// }
/// ```
///
/// > Important: Only ``SafeModelContainer`` and ``ProgressiveMigration`` run the plan's hooks. When SwiftData opens a
/// > container by itself, it runs the stages and ignores ``MigrationPlan/preMigration`` and
/// > ``MigrationPlan/postMigration``.
///
/// Check the plan in a test with ``MigrationPlan/validate()``, and open the app's store with ``SafeModelContainer``.
public protocol DeclaredMigrationPlan: SchemaMigrationPlan {
    /// The plan that the type declares.
    static var plan: MigrationPlan { get }
}

extension DeclaredMigrationPlan {
    /// The schema versions of the plan, oldest first.
    public static var schemas: [any VersionedSchema.Type] { plan.schemas }
    /// The stages of the plan in the form that SwiftData runs.
    public static var stages: [MigrationStage] { StageHooks(plan: plan, run: MigrationRun()).stages }
}

/// The stages of an app's own plan, separated into known and unknown kinds. A later version of SwiftData may add kinds.
///
/// Permafrost doesn't run a plan with a stage of an unknown kind, because it can't determine the stage's effect on the
/// rows.
struct DeclaredStages {
    /// The stages of a known kind, in the plan's order.
    private(set) var known: [DeclaredStage] = []
    /// The name of the kind of each unknown stage, in the plan's order.
    private(set) var unknown: [String] = []

    /// Creates an instance from the stages of a plan.
    ///
    /// - Parameter read: returns the parts of a stage, or nil if its kind is unknown.
    init(
        _ plan: any SchemaMigrationPlan.Type,
        read: (MigrationStage) -> DeclaredStage? = DeclaredStage.init
    ) {
        for stage in plan.stages {
            if let stage = read(stage) {
                known.append(stage)
            } else {
                // The label of the mirror's only child is the name of the enum's case.
                unknown.append(Mirror(reflecting: stage).children.first?.label ?? "\(stage)")
            }
        }
    }

    /// A sentence for each stage of an unknown kind, for errors and findings.
    var problems: [String] {
        unknown.map { "A stage of the plan has the kind \($0), which this version of Permafrost doesn't support." }
    }

    /// The findings for stages of an unknown kind.
    var findings: [PlanFinding] {
        problems.map {
            PlanFinding(.unknownStage, what: $0, fix: "Update Permafrost, or make the stage lightweight or custom.")
        }
    }

    /// Throws ``MigrationError`` with `.plan(.invalid)` if the plan has a stage of an unknown kind.
    func check() throws(MigrationError) {
        guard unknown.isEmpty else { throw MigrationError(.plan(.invalid(problems))) }
    }
}
