import PermafrostModel

/// The route of a store from its version to another one, as the framework would migrate it.
package struct MigrationRoute: Sendable {
    /// A declared stage, or the step between two versions of a Core Data model.
    package struct Step: Sendable {
        /// The version that the step migrates from.
        package let from: SchemaVersion
        /// The version that the step migrates to.
        package let to: SchemaVersion
        /// The declaration of the step; nil for an inferred step without one.
        package let location: SourceLocation?
    }

    /// The reason why the framework rejects the store before it changes anything.
    package enum Obstacle: Sendable, Hashable {
        /// The store matches none of the plan's versions. Includes the frozen version that it matches; its own
        /// identifier, if that is later than the destination's; and the most similar declared version.
        case unknownVersion(frozen: String?, later: String?, nearest: String?)
        /// The store's version is later than the destination.
        case newerStore(version: String)
        /// No stage migrates from a version.
        case noStage(from: String)
        /// The store has no model, which inference without a plan starts from.
        case noModel
        /// The framework rejects every store because of an error in the plan.
        case refusedPlan(CoreDataFailure, reason: String)
    }

    /// The version that the store matches; nil if none has its hashes.
    package let from: SchemaVersion?
    /// The version to migrate to.
    package let to: SchemaVersion
    /// The group of versions.
    package let group: String
    /// The steps of the plan, in order; empty if the store already has the version.
    package let steps: [Step]
    /// Whether each step is a separate migration. If not, all steps are a single migration, as the framework treats
    /// lightweight stages.
    package let isStepwise: Bool
    /// The reason why there is no route; nil if there is one.
    package let obstacle: Obstacle?

    /// Whether the store already has the version.
    package let isThere: Bool

    /// The migrations to perform, in order. Each is inferred from one model to another.
    package var hops: [(from: SchemaVersion, to: SchemaVersion)] {
        guard obstacle == nil, !isThere, let from else { return [] }
        return isStepwise ? steps.map { ($0.from, $0.to) } : [(from, to)]
    }
}
