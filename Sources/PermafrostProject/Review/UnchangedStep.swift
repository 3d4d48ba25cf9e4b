import PermafrostModel

/// A migration that the branch didn't change.
package struct UnchangedStep: Sendable, Hashable, Encodable {
    package var group: String
    package var from: String
    package var to: String
    /// The kind of the plan's stage, or nil if no stage is declared.
    package var stage: PlanStage.Kind?

    package init(group: String, from: String, to: String, stage: PlanStage.Kind?) {
        self.group = group
        self.from = from
        self.to = to
        self.stage = stage
    }
}
