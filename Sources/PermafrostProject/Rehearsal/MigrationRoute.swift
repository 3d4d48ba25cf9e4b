import PermafrostModel

/// The steps that migrate a store from its version to a different one, as the framework would perform them.
package struct MigrationRoute: Sendable {
    /// A step of a migration: a declared stage, or the step between two versions of a Core Data model.
    package struct Step: Sendable {
        /// The version that the step migrates from.
        package let from: SchemaVersion
        /// The version that the step migrates to.
        package let to: SchemaVersion
        /// The declaration of the step; nil for an inferred step, which has none.
        package let location: SourceLocation?
    }

    /// The reason that the framework rejects the store before it changes anything.
    package enum Obstacle: Sendable, Hashable {
        /// The store doesn't match any of the plan's versions. The values are the frozen version that it matches, its
        /// own identifier if that is later than the destination's, and the most similar declared version.
        case unknownVersion(frozen: String?, later: String?, nearest: String?)
        /// The store's version is later than the destination.
        case newerStore(version: String)
        /// There is no stage that migrates from the version.
        case noStage(from: String)
        /// The store has no model, which is required for inference without a plan.
        case noModel
        /// An error in the plan makes the framework reject every store.
        case refusedPlan(CoreDataFailure, reason: String)
    }

    /// The version that the store matches; nil if no version has its hashes.
    package let from: SchemaVersion?
    package let to: SchemaVersion
    /// The name of the versions' group.
    package let group: String
    /// The plan's steps, in order; empty if the store already has the destination version.
    package let steps: [Step]
    /// Whether each step is a separate migration. If false, all steps are performed as a single migration, as the
    /// framework does with lightweight stages.
    package let isStepwise: Bool
    /// The reason that the store can't be migrated; nil if it can.
    package let obstacle: Obstacle?

    /// Whether the store already has the destination version.
    package let isThere: Bool

    /// The migrations to perform, in order. Each is inferred from one model to another.
    package var hops: [(from: SchemaVersion, to: SchemaVersion)] {
        guard obstacle == nil, !isThere, let from else { return [] }
        return isStepwise ? steps.map { ($0.from, $0.to) } : [(from, to)]
    }
}
