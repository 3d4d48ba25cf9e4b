import PermafrostModel

/// The steps that migrate a store from its version to another one, as the framework would run them.
package struct MigrationRoute: Sendable {
    /// A step of a migration. It is a declared stage, or an inferred step between two versions.
    package struct Step: Sendable {
        /// The version that the step migrates from.
        package let from: SchemaVersion
        /// The version that the step migrates to.
        package let to: SchemaVersion
        /// The location of the step's declaration, or nil for an inferred step.
        package let location: SourceLocation?
        /// The losses that the stage declares.
        package var losses: [DeclaredLoss] = []
    }

    /// The reason that the framework rejects the store without changing it.
    package enum Obstacle: Sendable, Hashable {
        /// The store doesn't match a declared version in the plan. `frozen` is another version that the store matches.
        /// `later` is the store's version identifier if it is later than the destination's. `nearest` is the most
        /// similar version.
        case unknownVersion(frozen: String?, later: String?, nearest: String?)
        /// The plan declares the store's version as retired. `lastRelease` is the last release that migrates its stores.
        case retired(version: String, lastRelease: String?)
        /// The store has a later version than the destination.
        case newerStore(version: String)
        /// There is no stage that migrates from the version.
        case noStage(from: String)
        /// It isn't known whether the plan has a stage.
        case unknownStages
        /// The store has no model. Inference without a plan requires one.
        case noModel
        /// An error in the plan causes the framework to reject every store.
        case refusedPlan(CoreDataFailure, reason: String)
    }

    /// The declared version that the store matches. If it matches none, and the destination's group has no plan in
    /// Swift or a plan without stages, this is the version of the store's own model. Nil if neither version is known.
    package let from: SchemaVersion?
    package let to: SchemaVersion
    /// The name of the group that contains the versions.
    package let group: String
    /// The staging of the group's plan.
    package let staging: Staging
    /// The steps of the migration, in order. Empty if the store can't be migrated or already has the destination
    /// version.
    package let steps: [Step]
    /// Whether each step is a separate migration. If false, all steps run as a single migration, as the framework does
    /// for lightweight stages.
    package let isStepwise: Bool
    /// The reason that the store can't be migrated, or nil if it can.
    package let obstacle: Obstacle?

    /// Whether the store already has the destination version.
    package let isAtDestination: Bool

    /// The migrations to run, in order. Each one is an inferred migration between two versions. Empty if the store
    /// can't be migrated or already has the destination version.
    package var hops: [(from: SchemaVersion, to: SchemaVersion)] {
        guard obstacle == nil, !isAtDestination, let from else { return [] }
        return isStepwise ? steps.map { ($0.from, $0.to) } : [(from, to)]
    }

    /// Whether the store matches no version of the plan, and is migrated only because the plan has no stage.
    package var dependsOnMissingStages: Bool { staging == .noStages && obstacle == nil && from?.origin == .store }

    /// Returns the losses that the route's stages declare.
    ///
    /// - Throws: ``ProjectError`` if a version's model can't be decoded.
    func acceptedLosses() throws -> AcceptedLosses {
        guard steps.contains(where: { !$0.losses.isEmpty }) else { return AcceptedLosses() }
        let models = try (steps.prefix(1).map(\.from) + steps.map(\.to)).map { try $0.evaluated() }
        return AcceptedLosses(path: models, losses: steps.map(\.losses))
    }
}
