import PermafrostModel
import PermafrostSource
import PermafrostStore

/// A version that a project knows, by its sources or its fixtures.
package struct CatalogEntry: Sendable {
    /// The version, which has a model.
    package let version: SchemaVersion
    /// The group's name; nil if the fixture names none.
    package let group: String?
    /// Whether the group has a migration plan.
    package let hasPlan: Bool
}

/// Every version that a project's sources declare and that its fixtures froze.
package struct VersionCatalog: Sendable {
    /// The versions: those declared, then those frozen.
    package private(set) var entries: [CatalogEntry] = []
    /// What could not be read: sources with their places, and fixtures without a model.
    package private(set) var findings: [Finding]

    /// Collects them. Throws a `FileError` if the tree cannot be listed, a ``ProjectError`` if there is nothing.
    ///
    /// - Parameter fixtures: the fixtures, if they were read before.
    package init(_ project: Project, fixtures: ProjectFixtures? = nil) throws {
        findings = project.sourceFindings
        // What is frozen says nothing of a store where the declarations were not found.
        if project.declarations.schemas.isEmpty, findings.isEmpty { throw project.noSchema }
        for group in project.groups {
            for schema in group.schemas { try addDeclared(schema, in: group, project.versionName(of: schema)) }
        }
        for (state, owner) in try (fixtures ?? ProjectFixtures(project)).pairs {
            addFrozen(state, owner, project)
        }
        guard !entries.isEmpty || !findings.isEmpty else { throw project.noSchema }
    }

    /// Whether versions may be missing from the list.
    package var isIncomplete: Bool { findings.contains { $0.severity == .error } }

    private mutating func addDeclared(
        _ schema: DeclaredSchema, in group: VersionGroup, _ version: String
    ) throws(ProjectError) {
        for variant in [nil] + schema.variants.map(Optional.some) {
            let declared = schema.schemaVersion(named: version, under: variant)
            guard declared.content != nil else { continue }
            _ = try declared.evaluated()
            entries.append(CatalogEntry(version: declared, group: group.name, hasPlan: group.hasPlan))
        }
    }

    private mutating func addFrozen(_ state: FrozenState, _ owner: FixtureOwner, _ project: Project) {
        if case .leftOut = owner { return }
        let group = owner.declaration?.group ?? project.groups.first { $0.name == state.group }
        let version = state.schemaVersion(ownedBy: owner)
        guard version.content != nil else {
            let damaged = CheckInput.Damaged(
                state.damage, of: state.fixture, in: project, group: state.group, schema: nil)
            findings += damaged.map(DamagedFixture.findings) ?? []
            return
        }
        entries.append(CatalogEntry(version: version, group: state.group, hasPlan: group?.hasPlan ?? false))
    }
}
