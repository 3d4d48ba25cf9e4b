import PermafrostFixtures
import PermafrostModel
import PermafrostSource

/// A frozen version that is still declared and that a test can refer to.
struct FrozenDeclaration: Sendable {
    let fixture: FixtureFolder
    let model: SchemaModel
    let group: VersionGroup
    let schema: DeclaredVersion
    /// The module that declares the schema.
    let module: String

    /// The version's name and its group's folder, which identify the fixture in a test.
    var name: FrozenName { FrozenName(version: fixture.version.description, group: folder) }

    /// The folder of the fixture's group, or nil if the fixture isn't in a group's folder.
    var folder: String? {
        fixture.folder.lastIndex(of: "/").map { String(fixture.folder[..<$0]) }
    }

    /// The schema's position among the group's versions.
    var position: Int { group.index(of: schema) ?? 0 }
}

/// A project's frozen versions that tests can refer to, and the versions without a test. Each element of ``lines``
/// contains the versions of one group, in the group's order.
struct FrozenDeclarations {
    private(set) var lines: [[FrozenDeclaration]] = []
    private(set) var skips: [ScaffoldSkip] = []
    /// The frozen versions that a plan declares as retired, with the plan.
    private(set) var retired: [(name: FrozenName, plan: PlanDeclaration)] = []

    /// Whether each frozen version belongs to a Core Data model.
    var areOnlyOfModelFiles: Bool {
        lines.isEmpty && retired.isEmpty && !skips.isEmpty && skips.allSatisfy(\.isOfModelFile)
    }

    private let modules: ModuleNames
    private let directory: String

    /// Collects the frozen versions that tests can refer to. For every other frozen version, and for every unread entry
    /// in the fixture tree, ``skips`` contains the reason. Versions that `--plan` or `--schema` excludes are ignored.
    init(_ project: Project, _ matcher: VersionMatcher, modules: ModuleNames) throws {
        self.modules = modules
        directory = project.options.directory
        for entry in matcher.contents.refused {
            skips.append(ScaffoldSkip(subject: entry, versions: [], reason: .refusedEntry))
        }
        let found = try matcher.pairs.compactMap { try declaration(of: $0) }
        for group in project.groups {
            let line = found.filter { $0.group.name == group.name }
            if !line.isEmpty { lines.append(line.sorted { $0.position < $1.position }) }
        }
    }

    private mutating func declaration(
        of pair: VersionPair
    ) throws(ProjectError) -> FrozenDeclaration? {
        guard let frozen = pair.frozen else { return nil }
        let version = frozen.version.description
        func skip(_ reason: ScaffoldSkip.Reason) -> FrozenDeclaration? {
            skips.append(
                ScaffoldSkip(
                    subject: frozen.fixture.folder, group: frozen.group, versions: [version], reason: reason))
            return nil
        }
        guard frozen.damage.isEmpty, let model = frozen.model else { return skip(.damaged) }
        if case .leftOut = pair.match { return nil }
        if case .retired = pair.match {
            let folder = frozen.fixture.folder.lastIndex(of: "/").map { String(frozen.fixture.folder[..<$0]) }
            if let plan = pair.group?.plan, plan.retired.contains(where: { $0.version == version }) {
                retired.append((FrozenName(version: version, group: folder), plan))
            }
            return nil
        }
        guard let group = pair.group, let schema = pair.declared else {
            return skip(.declarationGone(schema: frozen.schema))
        }
        if let plan = group.plan, plan.isModelFile {
            let store = frozen.fixture.storePath.relative(to: directory)
            return skip(.coreDataModel(name: ModelBundle.name(at: plan.location.file), store: store))
        }
        do throws(ScaffoldSkip.Reason) {
            return FrozenDeclaration(
                fixture: frozen.fixture, model: model, group: group, schema: schema,
                module: try Self.module(of: schema, in: group, modules))
        } catch {
            return skip(error)
        }
    }

    /// Returns the module of a version's declaration. Throws the reason if a test can't refer to the declaration.
    static func module(
        of schema: DeclaredVersion, in group: VersionGroup, _ modules: ModuleNames
    ) throws(ScaffoldSkip.Reason) -> String {
        guard !schema.isUnversioned else { throw .unversioned }
        guard let module = modules.module(of: schema.location, folder: schema.module) else {
            throw .unknownModule(name: schema.name, schema.location)
        }
        return module
    }
}
