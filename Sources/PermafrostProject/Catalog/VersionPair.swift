import PermafrostModel
import PermafrostSource
import PermafrostStore

/// A version as it is declared and as it is frozen. Either may be missing.
package struct VersionPair: Sendable {
    /// How the declaration of a fixture was found.
    package enum Match: Sendable {
        /// The two are one version: unchanged, edited, or renamed since. Also the match of a version that isn't frozen.
        case same
        /// The fixture froze models without a `VersionedSchema`, which have been frozen again since.
        case superseded
        /// Nothing declares the fixture.
        case gone
        /// Several groups declare a version of the fixture's name, and nothing decides between them.
        case ambiguous([VersionGroup])
        /// The fixture belongs to a group that `--plan` or `--schema` leaves out.
        case leftOut
    }

    /// The group that declares it; for a fixture that nothing declares, the group that it names, or the first one.
    package let group: VersionGroup?
    /// The version as it is declared.
    package let declared: DeclaredVersion?
    /// The version as it was frozen.
    package let frozen: FrozenVersion?
    /// How the two were matched.
    package let match: Match

    init(group: VersionGroup?, declared: DeclaredVersion?, frozen: FrozenVersion?, match: Match = .same) {
        self.group = group
        self.declared = declared
        self.frozen = frozen
        self.match = match
    }

    /// Whether a later freeze took the fixture's place.
    var isSuperseded: Bool { if case .superseded = match { true } else { false } }

    /// Whether the declaration is known to be exactly what was frozen, by checksums.
    var isKnownUnchanged: Bool {
        guard let summary = frozen?.summary, let declared, let model = declared.model, declared.variants.isEmpty else {
            return false
        }
        return summary.modelChecksum == model.checksum
    }

    /// What changed in the declaration since it was frozen; nothing if one of the two is missing.
    ///
    /// - Throws: ``ProjectError/unreadableModel(schema:_:reason:)``.
    func drift() throws(ProjectError) -> SchemaDrift {
        guard let frozen, let declared, !isKnownUnchanged else { return SchemaDrift() }
        return try SchemaDrift(frozen.schemaVersion, declared)
    }

    /// The frozen version, as it is compared with others; nil without a fixture. It is decoded only if it may differ from the
    /// declaration.
    var frozenVersion: SchemaVersion? {
        guard let frozen else { return nil }
        guard let declared, isKnownUnchanged else { return frozen.schemaVersion }
        return SchemaVersion(
            schema: frozen.schema, name: frozen.version.description, group: frozen.group,
            origin: .frozen(folder: frozen.fixture.folder), content: declared.model)
    }

    /// The summary by which the fixture's files are known later: of a fixture that nothing declares any more, or that is exactly
    /// what is declared. Its document may list other assumptions.
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
