import PermafrostDeclarations
import PermafrostModel

/// What a migration from one version to another has to do, change by change.
package struct VersionDifference: Sendable {
    /// The older side.
    package let old: ModelOperand
    /// The newer side.
    package let new: ModelOperand
    /// What the framework makes of the difference.
    package let inference: LightweightInference
    /// Whether the framework takes a store of the older side for one of the newer.
    package let hasEqualHashes: Bool

    /// Compares two sides.
    package init(from old: ModelOperand, to new: ModelOperand) {
        self.old = old
        self.new = new
        let (before, after) = ComparedModel.comparable(old.model, new.model)
        inference = LightweightInference(from: before, to: after)
        hasEqualHashes = old.model.model.versionHashes == new.model.model.versionHashes
    }

    /// Where a change is declared: on the newer side, or for what is gone on the older.
    package func place(of change: ModelChange) -> SourceLocation? {
        change.aspect == .removed ? old.model.place(of: change) : new.model.place(of: change)
    }
}
