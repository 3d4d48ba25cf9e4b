import PermafrostFixtures
import PermafrostModel
import PermafrostSource

/// A version's declaration and its fixture. Either or both may be missing.
package struct VersionPair: Sendable {
    /// The result of matching a fixture with the declarations.
    package enum Match: Sendable {
        /// The declaration and the fixture belong to the same version. The declaration may have been edited or renamed
        /// since the freeze. Also used for a version that isn't frozen.
        case same
        /// The fixture contains models without a `VersionedSchema`. They have been frozen again since, under a higher
        /// version.
        case superseded
        /// The version was frozen, or declared at an earlier commit, but is no longer declared.
        case gone
        /// The version is no longer declared. Its group's plan declares it as retired.
        case retired
        /// Several declarations match the fixture equally well. The value contains the group of each declaration.
        case ambiguous([VersionGroup])
        /// `--plan` or `--schema` excludes the fixture's group.
        case leftOut
    }

    /// The group that declares the version. If the version is no longer declared, this is the group that the fixture
    /// records, or the first group. Nil if the match is ambiguous, or if the fixture's group is excluded.
    package let group: VersionGroup?
    /// The version's declaration, or nil if the fixture matches no declaration or several declarations.
    package let declared: DeclaredVersion?
    /// The version's fixture, or nil if it isn't frozen.
    package let frozen: FrozenVersion?
    /// The result of matching the fixture with the declarations.
    package let match: Match

    init(group: VersionGroup?, declared: DeclaredVersion?, frozen: FrozenVersion?, match: Match = .same) {
        self.group = group
        self.declared = declared
        self.frozen = frozen
        self.match = match
    }

    /// Whether a later freeze superseded the fixture.
    var isSuperseded: Bool { if case .superseded = match { true } else { false } }

    /// Whether the checksums show that the declaration and the fixture are equal.
    var isKnownUnchanged: Bool {
        guard let summary = frozen?.summary, let declared, let model = declared.model, declared.variants.isEmpty else {
            return false
        }
        return summary.modelChecksum == model.checksum && (summary.code == nil || summary.code == declared.code)
    }

    /// Returns the changes to the declaration since it was frozen. Returns no changes if the declaration or the fixture
    /// is missing or has no model.
    ///
    /// - Throws: ``ProjectError/unreadableModel(schema:_:reason:)`` if either model can't be decoded.
    func drift() throws(ProjectError) -> SchemaDrift {
        guard let frozen, let declared, !isKnownUnchanged else { return SchemaDrift() }
        return try SchemaDrift.find(from: frozen.schemaVersion, to: declared)
    }

    /// The frozen version, for comparisons with other versions, or nil if there is no fixture. It is decoded only if it
    /// may differ from the declaration.
    var frozenVersion: SchemaVersion? {
        guard let frozen else { return nil }
        guard let declared, isKnownUnchanged else { return frozen.schemaVersion }
        return SchemaVersion(
            schema: frozen.schema, name: frozen.version.description, group: frozen.group,
            origin: .frozen(folder: frozen.fixture.folder), content: declared.model)
    }

    /// The summary to cache, so that later runs don't have to read the fixture again. Nil if they must, for example
    /// because the fixture differs from its declaration.
    var summary: FrozenVersion.Summary? {
        guard let frozen else { return nil }
        if let known = frozen.summary { return known }
        switch match {
        case .gone, .leftOut, .retired: return frozen.cacheableSummary
        case .superseded, .ambiguous: return nil
        case .same:
            guard let declared, declared.variants.isEmpty, let summary = frozen.cacheableSummary else { return nil }
            return summary.modelChecksum == declared.model?.checksum
                && (summary.code == nil || summary.code == declared.code) ? summary : nil
        }
    }
}
