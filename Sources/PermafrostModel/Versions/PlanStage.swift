/// A stage of a plan as facts: where it starts, where it ends, and whether code runs in it.
package struct PlanStage: Sendable, Hashable {
    /// Lightweight or custom.
    package enum Kind: String, Sendable, Hashable, Codable {
        case lightweight
        case custom
    }

    /// The version at an end of a stage.
    package enum Endpoint: Sendable, Hashable {
        /// The position of a listed version.
        case listed(Int)
        /// The name of a version that the plan does not list.
        case unlisted(String)
    }

    package let from: Endpoint
    package let to: Endpoint
    package let kind: Kind
}
