import PermafrostModel

/// A migration from one version to another that the branch added or changed.
package struct ReviewStep: Sendable, Hashable, Encodable {
    package var group: String
    package var from: String
    package var to: String
    /// Whether the base lacks the migration.
    package var isAdded: Bool
    /// The kind of the plan's stage, or nil if no stage is declared.
    package var stage: PlanStage.Kind?
    /// The changes that the base's migration doesn't have, the most severe first.
    package var changes: [ReviewChange]
    /// The number of changes that the base's migration also has.
    package var knownChangeCount: Int
    package var tests: [ReviewTest]
    /// Whether `scaffold` can write a test of the migration.
    package var canScaffold: Bool

    package init(
        group: String, from: String, to: String, isAdded: Bool, stage: PlanStage.Kind?,
        changes: [ReviewChange] = [], knownChangeCount: Int = 0, tests: [ReviewTest] = [], canScaffold: Bool = false
    ) {
        self.group = group
        self.from = from
        self.to = to
        self.isAdded = isAdded
        self.stage = stage
        self.changes = changes
        self.knownChangeCount = knownChangeCount
        self.tests = tests
        self.canScaffold = canScaffold
    }
}
