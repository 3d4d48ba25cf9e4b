import SwiftData

/// One step of a migration: the versions that a stage of a plan leads from and to, and whether code of the app runs in it.
public struct PlanStep: Sendable, Hashable, CustomStringConvertible {
    /// What a stage is.
    public enum Kind: String, Sendable, Hashable {
        /// What follows from the two models alone.
        case lightweight
        /// With operations, or with the app's hooks.
        case custom
    }

    /// The version that the step leads from.
    public let from: Schema.Version
    /// The version that the step leads to.
    public let to: Schema.Version
    /// What the stage is.
    public let kind: Kind

    /// `1.0.0 → 2.0.0`
    public var description: String { "\(from) → \(to)" }
}
