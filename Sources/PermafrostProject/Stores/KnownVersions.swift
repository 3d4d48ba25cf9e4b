import PermafrostDeclarations
import PermafrostFixtures
import PermafrostModel
import PermafrostRules

/// Every version that a project's sources declare and that its fixtures froze.
package struct KnownVersions: Sendable {
    /// The versions: those declared, then those frozen.
    package private(set) var versions: [KnownVersion] = []
    /// What could not be read: sources with their places, and fixtures without a model.
    package private(set) var findings: [Finding]

    /// Collects them. Throws a `FileError` if the tree cannot be listed, a ``ProjectError`` if there is nothing.
    ///
    /// - Parameter origins: what was declared when fixtures were frozen, if it can be known.
    package init(_ project: Project, origins: FixtureOrigins? = nil) throws {
        findings = project.sourceFindings
        // What is frozen tells nothing of a store where the declarations were not found.
        if project.declarations.schemas.isEmpty, findings.isEmpty { throw project.noSchema }
        for group in project.groups {
            for schema in group.schemas { try addDeclared(schema, in: group, project.versionName(of: schema)) }
        }
        for (frozen, owner) in try FixturePairing(project).pairs { try addFrozen(frozen, owner, project, origins) }
        guard !versions.isEmpty || !findings.isEmpty else { throw project.noSchema }
    }

    /// Whether versions may be missing from the list.
    package var isIncomplete: Bool { findings.contains { $0.severity == .error } }

    private mutating func addDeclared(
        _ schema: DeclaredSchema, in group: VersionGroup, _ version: String
    ) throws(ProjectError) {
        for variant in [nil] + schema.variants.map(Optional.some) {
            guard let model = try schema.decoded(variant) else { continue }
            let location = variant?.location ?? schema.location
            versions.append(
                KnownVersion(
                    origin: .declared(location, condition: variant?.condition), group: group.name,
                    hasPlan: group.hasPlan, version: version, schema: schema.name,
                    model: ComparedModel(model, of: schema, at: location), assumptions: schema.assumptions))
        }
    }

    private mutating func addFrozen(
        _ frozen: FrozenVersion, _ owner: FixtureOwner, _ project: Project, _ origins: FixtureOrigins?
    ) throws(ProjectError) {
        if case .leftOut = owner { return }
        let group = owner.declaration?.group ?? project.groups.first { $0.name == frozen.group }
        guard let model = frozen.model else {
            let damaged = CheckInput.Damaged(
                frozen.damage, of: frozen.fixture, in: project, group: frozen.group, schema: nil)
            findings += damaged.map(DamagedFixtureRule.findings) ?? []
            return
        }
        let former = try owner.declaration.flatMap { declaration throws(ProjectError) in
            try FormerFixture(frozen, of: declaration.schema, origins: origins)
        }
        versions.append(
            KnownVersion(
                origin: .frozen(folder: frozen.fixture.folder), group: frozen.group, hasPlan: group?.hasPlan ?? false,
                version: frozen.version.description, schema: frozen.schema,
                model: ComparedModel(model, isArchived: frozen.isOfStore), assumptions: [],
                formerMapping: former.flatMap { $0.isEdited ? nil : $0.mapping }))
    }
}
