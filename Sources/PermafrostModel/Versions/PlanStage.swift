/// A stage of a plan, with its start, its end, and its kind.
package struct PlanStage: Sendable, Hashable {
    package enum Kind: String, Sendable, Hashable, Codable {
        case lightweight
        case custom
    }

    /// The version at one end of a stage.
    package enum Endpoint: Sendable, Hashable {
        /// The position of a listed version.
        case listed(Int)
        /// The type name of a version that the plan doesn't list.
        case unlisted(String)
    }

    package let from: Endpoint
    package let to: Endpoint
    package let kind: Kind
}
