import Foundation
import PermafrostModel
import PermafrostSource
import PermafrostStore

/// A project as its commands see it: what its sources declare, in groups, and its fixture tree.
package struct Project: Sendable {
    /// What the command looks at.
    package let options: ProjectOptions
    /// What the sources declare.
    package let declarations: ProjectDeclarations
    /// The groups that `--plan` and `--schema` leave.
    package let groups: [VersionGroup]
    /// How many groups the project has without `--plan` and `--schema`, which decides the tree's shape.
    package let groupCount: Int
    /// The fixture tree, which need not exist.
    package let tree: FixtureTree
    /// Where the tree is in the checkout; nil if it is elsewhere.
    private let treePlace: Checkout.Place?
    /// The models without a `VersionedSchema` among the groups; nil if there are none.
    package let unversioned: UnversionedModels?

    /// Reads a project. Throws a ``ProjectError``, or what the reader throws.
    package init(options: ProjectOptions, reader: some ProjectReader) throws {
        self.options = options
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: options.directory, isDirectory: &isDirectory),
            isDirectory.boolValue, FileManager.default.isReadableFile(atPath: options.directory)
        else {
            throw ProjectError.noProject(path: options.directory)
        }
        tree = try Self.tree(options)
        treePlace = try Self.place(of: tree.directory, named: "--fixtures", options)
        guard tree.isUsable else { throw ProjectError.noFolder(path: tree.directory) }
        if options.fixtures != nil { try Self.validate(tree, options) }
        declarations = try reader.declarations(options.request)
        if let name = declarations.targets.missing {
            throw ProjectError.unknownTarget(name: name, known: declarations.targets.names)
        }
        let all = VersionGroup.groups(of: declarations)
        groupCount = all.count
        let selected = try Self.selected(all, options)
        let unversioned = try UnversionedModels(
            among: selected, frozenIn: tree, isOnlyGroup: all.count == 1, names: options.models)
        groups = selected.map { $0.naming(unversioned: unversioned?.version) }
        self.unversioned = unversioned
    }

    /// The place of a folder in the project's checkout; nil if it is elsewhere.
    ///
    /// - Parameter option: the option that names another folder.
    /// - Throws: ``ProjectError/linkedFolder(path:option:)`` if a link is on the way or in its place.
    static func place(of folder: String, named option: String, _ options: ProjectOptions) throws -> Checkout.Place? {
        do {
            return try Checkout(of: options.directory).place(of: folder)
        } catch let error as FileError where error.code == ELOOP {
            throw ProjectError.linkedFolder(path: error.path, option: option)
        }
    }

    /// Writes fixtures of the project.
    package func freezer(toolVersion: String) -> Freezer { Freezer(toolVersion: toolVersion, root: treePlace?.root) }

    /// Whether `--plan` and `--schema` leave a group of that kind, also one of an earlier commit.
    func selects(_ group: VersionGroup) -> Bool {
        (try? Self.selected([group], options).isEmpty) == false
    }

    /// Throws a ``ProjectError`` if the folder that was given is no fixture tree: most often the path is mistyped.
    private static func validate(_ tree: FixtureTree, _ options: ProjectOptions) throws {
        if let fixture = try tree.asFixture() {
            // The folder of a group stands between the tree and its fixtures.
            let parent = FixtureTree(directory: fixture.tree)
            let isOfGroup = FrozenVersion(fixture).group == parent.name
            throw ProjectError.fixtureAsTree(
                path: tree.directory, tree: isOfGroup ? parent.parent ?? fixture.tree : fixture.tree)
        }
        guard options.requiresTree, !tree.exists else { return }
        let folder = tree.parent ?? "/"
        let near = NearNames.of(tree.name, among: (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
            .map { (folder == "/" ? "" : folder) + "/" + $0 }.filter { FixtureTree(directory: $0).exists }
        throw ProjectError.noTree(path: tree.directory, near: near)
    }

    /// What the sources of the chosen groups, and files outside any group, gave to tell: each once, but for what a comment
    /// ignores and says why.
    package var sourceFindings: [Finding] { sourceIssues.map { Finding($0) } }

    /// The same as facts.
    var sourceIssues: [SourceIssue] {
        let ofGroups = groups.flatMap { group in group.schemas.flatMap(\.issues) + (group.plan?.issues ?? []) }
        var seen: Set<SourceIssue> = []
        var suppressions = Suppressions(of: options)
        return (declarations.issues + ofGroups).filter {
            !$0.problem.isOfLint && seen.insert($0).inserted && !suppressions.suppresses(Finding($0))
        }
    }

    /// Whether something in the sources could not be read.
    var hasSourceErrors: Bool { sourceFindings.contains { $0.severity == .error } }

    /// The sources declare no schema: what was read, and the Core Data models that could have been.
    var noSchema: ProjectError {
        .noSchema(
            directory: options.directory, fileCount: declarations.fileCount,
            coreDataModels: ProjectRoot.ModelFolders(in: options.directory).paths.filter {
                !options.coreDataModels.contains($0)
            })
    }

    /// The paths of a fixture tree that a project may have, relative to its folder.
    package static let treePaths = ["Fixtures", "FreezeRay/Fixtures"]

    private static func tree(_ options: ProjectOptions) throws -> FixtureTree {
        if let given = options.fixtures {
            return FixtureTree(directory: given.hasPrefix("/") ? given : options.directory + "/" + given)
        }
        let existing = treePaths.map { FixtureTree(directory: options.directory + "/" + $0) }.filter(\.exists)
        guard existing.count < 2 else { throw ProjectError.severalTrees(paths: treePaths) }
        return existing.first ?? FixtureTree(directory: options.directory + "/" + treePaths[0])
    }

    private static func selected(_ groups: [VersionGroup], _ options: ProjectOptions) throws -> [VersionGroup] {
        var selected = groups
        if let plan = options.plan {
            selected = selected.filter { group in
                group.name == plan || group.plan.map { $0.name == plan || $0.name.hasSuffix("." + plan) } ?? false
            }
            guard !selected.isEmpty else {
                throw ProjectError.unknownPlan(name: plan, known: groups.map(\.name))
            }
        }
        if let schema = options.schema {
            selected = selected.filter { group in
                group.name == schema || group.schemas.contains { $0.name == schema || $0.name.hasSuffix("." + schema) }
            }
            guard !selected.isEmpty else {
                throw ProjectError.unknownSchema(name: schema, known: groups.flatMap { $0.schemas.map(\.name) })
            }
        }
        return selected
    }

    /// The place of an entry of the fixture tree, relative to the project where it lies inside.
    func place(of entry: String) -> SourceLocation {
        let path = tree.directory + "/" + entry
        let prefix = options.directory + "/"
        return SourceLocation(
            file: path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path, line: 1, column: 1)
    }

    /// Where a version of a group is, or would be, frozen: beside the group's other fixtures; else flat in a project of
    /// one group, and in a folder of the group's name in one of several.
    package func fixture(of version: VersionName, in group: VersionGroup, among frozen: [FrozenVersion])
        -> FixtureFolder
    {
        let own = frozen.filter { $0.group == group.name }
        if let existing = own.first(where: { $0.fixture.version == version }) { return existing.fixture }
        let isFlat = own.isEmpty ? groupCount <= 1 : own.contains { !$0.fixture.folder.contains("/") }
        let folder = isFlat ? version.description : group.name + "/" + version.description
        return FixtureFolder(version: version, tree: tree.directory, folder: folder)
    }
}

/// Reads what a project's sources declare.
package protocol ProjectReader: Sendable {
    /// The declarations. Throws where nothing at all could be read; what is known with a place stands in the result.
    func declarations(_ request: SourceRequest) throws -> ProjectDeclarations
}

extension Project {
    /// The declared version of a name, with its group: a version's name, else that of the type that declares it. Throws
    /// ``ProjectError``.
    ///
    /// - Parameter namesModels: whether models without a `VersionedSchema`, which have no version of their own, are to be
    ///   called by the name from now on.
    package func version(
        named name: String, namesModels: Bool = false
    ) throws -> (group: VersionGroup, schema: DeclaredVersion) {
        let all = groups.flatMap { group in group.schemas.map { (group, $0) } }
        guard !all.isEmpty else { throw noSchema }
        var matches = all.filter { $0.1.version == name }
        if matches.isEmpty, namesModels || unversioned?.isDeclared(as: name) == true {
            matches = all.filter(\.1.isUnversioned)
        }
        if matches.isEmpty { matches = all.filter { $0.1.isCalled(name) } }
        guard let match = matches.first else { throw unknownVersion(name) }
        guard matches.count > 1 else { return match }
        if let chosen = options.schema, let exact = matches.first(where: { $0.1.name == chosen }) { return exact }
        guard Set(matches.map(\.0.name)).count > 1 else {
            throw ProjectError.sharedVersion(
                name: name, schemas: matches.map { "\($0.1.name) (\($0.1.versionLocation))" })
        }
        throw ProjectError.ambiguousVersion(name: name, groups: matches.map(\.0.name))
    }
}

extension DeclaredVersion {
    /// Whether a name is that of the type, with its nesting or without.
    func isCalled(_ name: String) -> Bool { !isUnversioned && (self.name == name || self.name.hasSuffix("." + name)) }
}
