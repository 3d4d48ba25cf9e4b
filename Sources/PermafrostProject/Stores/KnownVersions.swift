import PermafrostDeclarations
import PermafrostFiles
import PermafrostFixtures
import PermafrostModel

/// Every version that a project's sources declare and that its fixtures froze.
package struct KnownVersions: Sendable {
    /// The versions: those declared, then those frozen.
    package private(set) var versions: [KnownVersion] = []
    /// What could not be read: sources with their places, and fixtures without a model.
    package private(set) var findings: [Finding]

    /// Collects them. Throws a `FileError` where the tree cannot be listed, a ``ProjectError`` where there is nothing.
    ///
    /// - Parameter origins: what was declared when fixtures were frozen, if it can be known.
    package init(_ project: Project, origins: FixtureOrigins? = nil) throws {
        findings = project.sourceFindings
        // What is frozen tells nothing of a store where the declarations were not found.
        if project.declarations.schemas.isEmpty, findings.isEmpty { throw project.noSchema }
        for group in project.groups {
            for schema in group.schemas { addDeclared(schema, in: group, project.versionName(of: schema)) }
        }
        let contents = project.tree.exists ? try project.tree.contents() : FixtureTree.Contents()
        let pairing = FixturePairing(project)
        let frozen = contents.fixtures.map { FixtureInspection($0).read() }
        let newest = FixturePairing.newest(frozen.map { ($0.group, $0.version) })
        for frozen in frozen {
            addFrozen(frozen, pairing.owner(of: FixtureFacts(frozen), newest: newest), project, origins)
        }
        guard !versions.isEmpty || !findings.isEmpty else { throw project.noSchema }
    }

    /// Whether versions may be missing from the list.
    package var isIncomplete: Bool { findings.contains { $0.severity == .error } }

    private mutating func addDeclared(_ schema: DeclaredSchema, in group: VersionGroup, _ version: String) {
        func add(_ archived: ArchivedModel?, _ condition: String?, at location: SourceLocation) {
            guard let model = try? archived?.decoded() else { return }
            versions.append(
                KnownVersion(
                    origin: .declared(location, condition: condition), group: group.name, hasPlan: group.hasPlan,
                    version: version, schema: schema.name,
                    model: ComparedModel(model, of: schema, at: location),
                    assumptions: schema.assumptions))
        }
        add(schema.model, nil, at: schema.location)
        for variant in schema.variants { add(variant.model, variant.condition, at: variant.location) }
    }

    private mutating func addFrozen(
        _ frozen: FrozenVersion, _ owner: FixtureOwner, _ project: Project, _ origins: FixtureOrigins?
    ) {
        if case .leftOut = owner { return }
        let group = owner.declaration?.group ?? project.groups.first { $0.name == frozen.group }
        guard let model = frozen.model else {
            findings += project.findings(of: frozen.damage, in: frozen.fixture).map { finding in
                var finding = finding
                finding.group = frozen.group
                return finding
            }
            return
        }
        let former = owner.declaration.flatMap { FormerFixture(frozen, of: $0.schema, origins: origins) }
        versions.append(
            KnownVersion(
                origin: .frozen(folder: frozen.fixture.folder), group: frozen.group, hasPlan: group?.hasPlan ?? false,
                version: frozen.version.description, schema: frozen.schema,
                model: ComparedModel(model, isArchived: frozen.isOfStore), assumptions: [],
                formerMapping: former.flatMap { $0.isEdited ? nil : $0.mapping }))
    }
}
