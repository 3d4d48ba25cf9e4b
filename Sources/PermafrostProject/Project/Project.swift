import Foundation
import PermafrostFixtures
import PermafrostModel
import PermafrostSource
import PermafrostStore

/// A project, with the declarations in its sources, the groups of its versions, and its fixture tree.
package struct Project: Sendable {
    /// The options that the project was read with.
    package let options: ProjectOptions
    package let declarations: ProjectDeclarations
    /// The groups selected by `--plan`, `--schema` and `--model`.
    package let groups: [VersionGroup]
    /// The number of all groups, including groups that `--plan`, `--schema` and `--model` don't select. If there are several, a
    /// group's first fixture is in a folder with the group's name.
    package let groupCount: Int
    /// The fixture tree. It may not exist yet.
    package let tree: FixtureTree
    /// The location of the fixture tree in the checkout, or nil if the tree is outside the checkout.
    private let treePlace: Checkout.Place?
    /// The models that have no `VersionedSchema`. There is one value for each store.
    package let unversioned: [UnversionedModels]

    /// Reads a project's sources and fixture tree.
    ///
    /// - Throws: a ``ProjectError`` if a folder can't be used or an option doesn't match the project, a `FileError` if
    ///   the fixture tree can't be read, or the reader's error if the sources can't be read.
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
        let unversioned = try UnversionedModels.all(
            among: selected, of: all, frozenIn: tree, names: options.models)
        groups = selected.map { group in
            let name = group.schemas.first(where: \.isUnversioned)?.name
            return group.naming(unversioned: unversioned.first { $0.schema == name }?.version)
        }
        self.unversioned = unversioned
    }

    /// Returns the location of a folder in the project's checkout, or nil if the folder is outside the checkout.
    ///
    /// - Parameter option: the option that specifies the folder, for the error.
    /// - Throws: ``ProjectError/linkedFolder(path:option:)`` if the folder, or a folder above it in the checkout, is a
    ///   symbolic link.
    static func place(of folder: String, named option: String, _ options: ProjectOptions) throws -> Checkout.Place? {
        do {
            return try Checkout(of: options.directory).place(of: folder)
        } catch let error as FileError where error.code == ELOOP {
            throw ProjectError.linkedFolder(path: error.path, option: option)
        }
    }

    /// Returns a freezer that writes the project's fixtures.
    package func freezer(toolVersion: String) -> Freezer { Freezer(toolVersion: toolVersion, root: treePlace?.root) }

    /// Returns whether `--plan` and `--schema` select a group. The group may be from an earlier commit.
    func selects(_ group: VersionGroup) -> Bool { Self.selects(group, options) }

    /// Returns whether `--plan` and `--schema` in the given options select a group.
    static func selects(_ group: VersionGroup, _ options: ProjectOptions) -> Bool {
        (try? selected([group], options).isEmpty) == false
    }

    /// Throws a ``ProjectError`` if the specified path is a single fixture, or if the command requires a fixture tree
    /// and there is none at the path.
    private static func validate(_ tree: FixtureTree, _ options: ProjectOptions) throws {
        if let fixture = try tree.asFixture() {
            // The fixture may be in a group's folder.
            let parent = FixtureTree(directory: fixture.tree)
            let isOfGroup = FrozenVersion(fixture).group == parent.name
            throw ProjectError.fixtureAsTree(
                path: tree.directory, tree: isOfGroup ? parent.parent ?? fixture.tree : fixture.tree)
        }
        guard options.requiresTree, !tree.exists else { return }
        let folder = tree.parent ?? "/"
        let near = NearNames.of(tree.name, among: (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
            .map { (folder == "/" ? "" : folder) + "/" + $0 }.filter { FixtureTree(directory: $0).exists }
        throw ProjectError.noTree(path: tree.directory, near: near, hasTags: options.newestTag != nil)
    }

    /// The findings about the sources of the selected groups, and about files outside any group. Duplicates, suppressed
    /// findings, and issues that lint rules report are left out.
    package var sourceFindings: [Finding] { sourceIssues.map { Finding($0) } }

    /// The issues with the sources of the selected groups, and with files outside any group. Duplicates, suppressed
    /// issues, and issues that lint rules report are left out.
    var sourceIssues: [SourceIssue] {
        let ofGroups = groups.flatMap(\.ownIssues)
        var seen: Set<SourceIssue> = []
        var suppressions = Suppressions(of: options)
        return (declarations.issues + ofGroups).filter {
            !$0.problem.isReportedByLint && seen.insert($0).inserted && !suppressions.suppresses(Finding($0))
        }
    }

    /// Returns the errors in the sources of a group and in files outside any group. Errors that are only in the sources
    /// of other groups are left out.
    func sourceErrors(affecting group: VersionGroup) -> [SourceIssue] {
        let others = groups.filter { $0.name != group.name }.flatMap(\.ownIssues)
        let own = Set(group.ownIssues + declarations.issues)
        return sourceIssues.filter { $0.severity == .error && (own.contains($0) || !others.contains($0)) }
    }

    /// Whether some sources couldn't be read or evaluated.
    var hasSourceErrors: Bool { sourceFindings.contains { $0.severity == .error } }

    /// The error for sources that don't declare a schema.
    var noSchema: ProjectError {
        .noSchema(
            directory: options.directory, fileCount: declarations.fileCount,
            folders: declarations.targets.unreadFolders)
    }

    /// The default paths of a fixture tree, relative to the project's folder.
    package static let treePaths = ["Fixtures", "FreezeRay/Fixtures"]

    private static func tree(_ options: ProjectOptions) throws -> FixtureTree {
        if let given = options.fixtures {
            return FixtureTree(directory: given.hasPrefix("/") ? given : options.directory + "/" + given)
        }
        let existing = treePaths.map { FixtureTree(directory: options.directory + "/" + $0) }.filter(\.exists)
        guard existing.count < 2 else { throw ProjectError.severalTrees(paths: treePaths) }
        return existing.first ?? FixtureTree(directory: options.directory + "/" + treePaths[0])
    }

    /// Returns the release tags of a repository, oldest first. The settings of the project's fixture tree determine which
    /// tags are releases.
    ///
    /// - Throws: ``GitError`` if git fails, or the error of settings that can't be read.
    func releases(in repository: GitRepository) throws -> [(name: String, commit: GitRepository.Commit)] {
        let tags = try repository.tags()
        let names = (try FixtureSettings.read(in: tree) ?? FixtureSettings()).releases(among: tags.map(\.name))
        return tags.filter { names.contains($0.name) }
    }

    private static func selected(_ groups: [VersionGroup], _ options: ProjectOptions) throws -> [VersionGroup] {
        var selected = groups
        if !options.coreDataModels.isEmpty, options.models.isEmpty {
            selected.removeAll { $0.plan?.isModelFile != true }
        }
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

    /// Returns the location of an entry in the fixture tree. If the entry is inside the project, its path is relative
    /// to the project.
    func place(of entry: String) -> SourceLocation {
        let path = tree.directory + "/" + entry
        let prefix = options.directory + "/"
        return SourceLocation(
            file: path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path, line: 1, column: 1)
    }

    /// Returns the folder of a version's fixture, which may not exist yet. A new fixture is next to the group's other
    /// fixtures. The group's first fixture is at the top of the fixture tree, or in a folder with the group's name if
    /// the project has several groups.
    package func fixture(of version: VersionName, in group: VersionGroup, among frozen: [FrozenVersion])
        -> FixtureFolder
    {
        let own = frozen.filter { $0.group == group.name }
        if let existing = own.first(where: { $0.fixture.version == version }) { return existing.fixture }
        // The versions of other targets aren't known if a target was selected, but their fixtures are.
        let isOnly = groupCount <= 1 && (options.target == nil || frozen.isEmpty)
        let isFlat = own.isEmpty ? isOnly : own.contains { !$0.fixture.folder.contains("/") }
        let folder = isFlat ? version.description : group.name + "/" + version.description
        return FixtureFolder(version: version, tree: tree.directory, folder: folder)
    }
}

/// A reader of the declarations in a project's sources.
package protocol ProjectReader: Sendable {
    /// Returns a project's declarations. Throws if nothing could be read. The declarations contain issues for all other
    /// problems.
    func declarations(_ request: SourceRequest) throws -> ProjectDeclarations
}

extension Project {
    /// Returns the declared version with the given name, and its group. The name can also be the name of the type that
    /// declares the version, or a number such as `1.0` for `1.0.0`. Throws ``ProjectError`` if no version matches, or if several match and the options don't
    /// select one of them.
    ///
    /// - Parameter namesModels: whether models without a `VersionedSchema` match a name that no version declares.
    ///   Freezing the models then gives them this name.
    package func version(
        named name: String, namesModels: Bool = false
    ) throws -> (group: VersionGroup, schema: DeclaredVersion) {
        let all = groups.flatMap { group in group.schemas.map { (group, $0) } }
        guard !all.isEmpty else { throw noSchema }
        var matches = all.filter { $0.1.version == name }
        if matches.isEmpty {
            matches = all.filter {
                namesModels && $0.1.isUnversioned || unversioned(of: $0.1)?.isDeclared(as: name) == true
            }
        }
        if matches.isEmpty { matches = all.filter { $0.1.isCalled(name) } }
        if matches.isEmpty, let only = VersionNumbers.only(name, among: all.compactMap(\.1.version)) {
            matches = all.filter { $0.1.version == only }
        }
        guard let match = matches.first else { throw unknownVersion(name) }
        guard matches.count > 1 else { return match }
        if let chosen = options.schema, let exact = matches.first(where: { $0.1.name == chosen }) { return exact }
        guard Set(matches.map(\.0.name)).count > 1 else {
            throw ProjectError.sharedVersion(
                name: name, schemas: matches.map { "\($0.1.name) (\($0.1.versionLocation))" }, freezesAll: false)
        }
        throw ProjectError.ambiguousVersion(name: name, groups: matches.map(\.0.name))
    }
}

extension DeclaredVersion {
    /// Returns whether a name refers to the version's type. The name may include the enclosing types. Always returns
    /// false for models without a `VersionedSchema`.
    func isCalled(_ name: String) -> Bool { !isUnversioned && (self.name == name || self.name.hasSuffix("." + name)) }
}
