import PermafrostModel

/// The changes that a migration from one version to another must handle.
package struct VersionDifference: Sendable {
    package let old: SchemaVersion
    package let new: SchemaVersion
    /// The migration that the framework infers from the differences.
    package let inference: LightweightInference
    /// Whether the versions have the same version hashes, so that the framework can't distinguish their stores.
    package let hasEqualHashes: Bool

    /// Compares two versions.
    ///
    /// - Throws: a ``ProjectError`` if either version's model isn't known.
    package init(from old: SchemaVersion, to new: SchemaVersion) throws(ProjectError) {
        self.old = old
        self.new = new
        let (before, after) = try old.comparable(with: new)
        inference = LightweightInference(from: before, to: after, valueTypes: new.valueTypes)
        hasEqualHashes = old.checksum == new.checksum
    }

    /// Whether the newer version belongs to a Core Data model.
    package var isFromModelFile: Bool {
        new.schema.map { VersionTitle(schema: $0, name: new.name).isFromModelFile } ?? false
    }

    /// Returns the location of a changed declaration, which is in the older version if the change removed it. Returns
    /// nil if the location isn't known.
    package func place(of change: ModelChange) -> SourceLocation? {
        change.aspect == .removed ? old.place(of: change) : new.place(of: change)
    }
}
