import PermafrostModel

/// The way from the version that a store is of to another one, as the framework would take it.
package struct MigrationRoute: Sendable {
    /// A declared stage, or the step between two versions of a Core Data model.
    package struct Step: Sendable {
        /// The version that it leads from.
        package let from: SchemaVersion
        /// The version that it leads to.
        package let to: SchemaVersion
        /// Where it is declared; nil for one that inference takes by itself.
        package let location: SourceLocation?
    }

    /// Why the framework refuses the store before it has changed anything.
    package enum Obstacle: Sendable, Hashable {
        /// The store is of none of the plan's versions. The frozen version that it is; its own identifier, if that is later than
        /// the wanted version's; the declared version that is most similar.
        case unknownVersion(frozen: String?, later: String?, nearest: String?)
        /// The store is of a later version.
        case newerStore(version: String)
        /// No stage continues from a version.
        case noStage(from: String)
        /// The store carries no model, which inference without a plan starts from.
        case noModel
        /// The framework refuses every store for what is wrong with the plan.
        case refusedPlan(CoreDataFailure, reason: String)
    }

    /// The version that the store is of; nil if none has its hashes.
    package let from: SchemaVersion?
    /// The version that it is brought to.
    package let to: SchemaVersion
    /// The group of versions.
    package let group: String
    /// The steps of the plan, in order; none if the store is of the version already.
    package let steps: [Step]
    /// Whether each step is taken by itself. Otherwise all are taken as one, as the framework takes lightweight stages.
    package let isStepwise: Bool
    /// Why there is no way; nil if there is one.
    package let obstacle: Obstacle?

    /// Whether the store is of the version already.
    package let isThere: Bool

    /// The migrations to carry out, in order, each by inference from one model to another.
    package var hops: [(from: SchemaVersion, to: SchemaVersion)] {
        guard obstacle == nil, !isThere, let from else { return [] }
        return isStepwise ? steps.map { ($0.from, $0.to) } : [(from, to)]
    }
}
