import PermafrostSource

/// A release tag whose sources declare a version, or a schema with the version's hashes.
package struct DeclaringRelease: Sendable {
    package let tag: String
    /// Whether the declaration has the version hashes that were asked for.
    package let hasEqualHashes: Bool
    /// The text in `settings.json` with which the tag isn't a release.
    package let exclusion: String
    /// The declaration at the tag.
    let declared: DeclaredVersion

    /// A phrase for the declaration, such as `1.0.0` or `AppSchemaV2 2.0.0 with the same version hashes`.
    ///
    /// - Parameter version: the name of the version that was asked for.
    package func declaration(named version: String) -> String {
        if declared.version == version { return version }
        return (declared.isUnversioned ? "models" : declared.schemaVersion.title) + " with the same version hashes"
    }
}
