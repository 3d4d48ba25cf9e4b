import PermafrostModel

/// The changes that a migration from one version to another must handle.
package struct VersionDifference: Sendable {
    package let old: SchemaVersion
    package let new: SchemaVersion
    /// The migration that the framework infers from the difference.
    package let inference: LightweightInference
    /// Whether the framework treats a store of the older version like one of the newer version.
    package let hasEqualHashes: Bool

    /// Compares two versions.
    ///
    /// - Throws: a ``ProjectError`` if the model of either version is unknown.
    package init(from old: SchemaVersion, to new: SchemaVersion) throws(ProjectError) {
        self.old = old
        self.new = new
        let (before, after) = try old.comparable(with: new)
        inference = LightweightInference(from: before, to: after, valueTypes: new.valueTypes)
        hasEqualHashes = old.checksum == new.checksum
    }

    /// Whether the newer version belongs to a Core Data model.
    package var isFromModelFile: Bool {
        new.schema.map { VersionName.VersionTitle(schema: $0, name: new.name).isFromModelFile } ?? false
    }

    /// Returns the location of a change, which is in the newer version, or in the older version for a removed
    /// declaration.
    package func place(of change: ModelChange) -> SourceLocation? {
        change.aspect == .removed ? old.place(of: change) : new.place(of: change)
    }
}
