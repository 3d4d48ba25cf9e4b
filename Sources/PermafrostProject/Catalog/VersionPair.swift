import PermafrostModel
import PermafrostSource
import PermafrostStore

/// The declaration of a version and its fixture. Either may be missing.
package struct VersionPair: Sendable {
    /// The result of matching a fixture with the declarations.
    package enum Match: Sendable {
        /// Both are the same version: unchanged, edited, or renamed since. Also the match of a version that isn't
        /// frozen.
        case same
        /// The fixture froze models without a `VersionedSchema`, which have been frozen again since.
        case superseded
        /// The fixture's version is no longer declared.
        case gone
        /// Several groups declare a version with the fixture's name, and nothing decides between them.
        case ambiguous([VersionGroup])
        /// The fixture belongs to a group that `--plan` or `--schema` leaves out.
        case leftOut
    }

    /// The group that declares the version. For a version that is no longer declared: the group that the fixture names,
    /// or the first one.
    package let group: VersionGroup?
    /// The version's declaration.
    package let declared: DeclaredVersion?
    /// The version's fixture.
    package let frozen: FrozenVersion?
    /// The result of matching the two.
    package let match: Match

    init(group: VersionGroup?, declared: DeclaredVersion?, frozen: FrozenVersion?, match: Match = .same) {
        self.group = group
        self.declared = declared
        self.frozen = frozen
        self.match = match
    }

    /// Whether a later freeze superseded the fixture.
    var isSuperseded: Bool { if case .superseded = match { true } else { false } }

    /// Whether the checksums prove that the declaration equals the fixture.
    var isKnownUnchanged: Bool {
        guard let summary = frozen?.summary, let declared, let model = declared.model, declared.variants.isEmpty else {
            return false
        }
        return summary.modelChecksum == model.checksum
    }

    /// Returns the changes in the declaration since it was frozen; empty if the declaration or the fixture is missing.
    ///
    /// - Throws: ``ProjectError/unreadableModel(schema:_:reason:)``.
    func drift() throws(ProjectError) -> SchemaDrift {
        guard let frozen, let declared, !isKnownUnchanged else { return SchemaDrift() }
        return try SchemaDrift(frozen.schemaVersion, declared)
    }

    /// The frozen version, for comparisons with others; nil without a fixture. It is decoded only if it may differ from
    /// the declaration.
    var frozenVersion: SchemaVersion? {
        guard let frozen else { return nil }
        guard let declared, isKnownUnchanged else { return frozen.schemaVersion }
        return SchemaVersion(
            schema: frozen.schema, name: frozen.version.description, group: frozen.group,
            origin: .frozen(folder: frozen.fixture.folder), content: declared.model)
    }

    /// The summary that identifies the fixture's files in later runs. Only a fixture that is no longer declared, or
    /// that equals its declaration, has one. Its document may list other assumptions.
    var summary: FrozenVersion.Summary? {
        guard let frozen else { return nil }
        if let known = frozen.summary { return known }
        switch match {
        case .gone, .leftOut: return frozen.ownSummary
        case .superseded, .ambiguous: return nil
        case .same:
            guard let declared, declared.variants.isEmpty, let summary = frozen.ownSummary else { return nil }
            return summary.modelChecksum == declared.model?.checksum ? summary : nil
        }
    }
}
