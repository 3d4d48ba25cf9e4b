import SwiftData

/// One step of a migration: the versions and the kind of a stage. ``DryRunReport/steps`` and
/// ``ProgressiveMigration/steps`` list the steps that a store goes through.
public struct PlanStep: Sendable, Hashable, CustomStringConvertible {
    /// The kind of a stage.
    public enum Kind: String, Sendable, Hashable {
        /// SwiftData infers the complete change from the two models.
        case lightweight
        /// The stage has operations, or is a custom stage of the app's own plan.
        case custom
    }

    /// The version that the step migrates from.
    public let from: Schema.Version
    /// The version that the step migrates to.
    public let to: Schema.Version
    /// The kind of the stage.
    public let kind: Kind

    /// The step's name in messages, such as `1.0.0 → 2.0.0`.
    public var description: String { "\(from) → \(to)" }
}
