import PermafrostModel

/// What a migration from one version to another has to do, change by change.
package struct VersionDifference: Sendable {
    /// The older side.
    package let old: SchemaVersion
    /// The newer side.
    package let new: SchemaVersion
    /// What the framework makes of the difference.
    package let inference: LightweightInference
    /// Whether the framework takes a store of the older side for one of the newer.
    package let hasEqualHashes: Bool

    /// Compares two sides.
    ///
    /// - Throws: a ``ProjectError`` if the model of one is not known.
    package init(from old: SchemaVersion, to new: SchemaVersion) throws(ProjectError) {
        self.old = old
        self.new = new
        let (before, after) = try old.comparable(with: new)
        inference = LightweightInference(from: before, to: after)
        hasEqualHashes = old.checksum == new.checksum
    }

    /// Whether the newer side is of a Core Data model.
    package var isOfModelFile: Bool {
        new.schema.map { VersionName.VersionTitle(schema: $0, name: new.name).isOfModelFile } ?? false
    }

    /// Where a change is declared: on the newer side, or for what is gone on the older.
    package func place(of change: ModelChange) -> SourceLocation? {
        change.aspect == .removed ? old.place(of: change) : new.place(of: change)
    }
}
