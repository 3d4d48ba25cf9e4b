import PermafrostModel
import PermafrostSource
import PermafrostStore

/// The reason that a command can't run on a project.
package enum ProjectError: Error, Sendable, Hashable {
    /// The project's folder doesn't exist or can't be read.
    case noProject(path: String)
    /// Both default locations contain a fixture tree. `--fixtures` must select one.
    case severalTrees(paths: [String])
    /// There is no plan or group with this name.
    case unknownPlan(name: String, known: [String])
    /// There is no schema with this name.
    case unknownSchema(name: String, known: [String])
    /// No project file or manifest contains a target with this name.
    case unknownTarget(name: String, known: [String])
    /// The sources don't declare a schema. The last values are the Core Data models that weren't read, and the unread
    /// folders outside any target.
    case noSchema(directory: String, fileCount: Int, coreDataModels: [String], folders: [String])
    /// There is no version with that name. The values are the declared versions, and the frozen ones if the command
    /// accepts them.
    case unknownVersion(name: String, declared: [String], frozen: [String])
    /// The version was frozen from models without a `VersionedSchema`. They have changed since. The last value is the
    /// name of the current declaration.
    case declaredOtherwise(version: String, declared: String)
    /// Several groups declare the version. `--plan` or `--schema` must select one.
    case ambiguousVersion(name: String, groups: [String])
    /// Several schemas in a group declare the version. `schemas` contains their names and locations. `freezesAll` is
    /// whether the command freezes all versions. If so, `--schema` can't select one of the schemas.
    case sharedVersion(name: String, schemas: [String], freezesAll: Bool)
    /// The folder to write to, or a folder above it in the checkout, is a symbolic link. The last value is the option
    /// that specifies another folder.
    case linkedFolder(path: String, option: String)
    /// The package's manifest specifies a test folder outside the project.
    case testsOutside(path: String)
    /// The group that a fixture records can't be used as a folder name.
    case unusableGroup(String, fixture: String)
    /// The item at the path of the fixture tree isn't a folder.
    case noFolder(path: String)
    /// The version is declared, but its model couldn't be evaluated.
    case notEvaluable(version: String, schema: String)
    /// A cached model can't be decoded. The values are the type that declares the model, its location, and the reason.
    case unreadableModel(schema: String, SourceLocation, reason: String)
    /// The version was frozen from another type, which is still declared. The last value is the version that this type
    /// now declares.
    case frozenFromOther(version: String, path: String, schema: String, other: String, declaredAs: String?)
    /// A check would reject the version, with the given finding, if it were frozen.
    case rejectedByCheck(version: String, Finding)
    /// A release tag contains the version's fixture. Either the freeze would replace the fixture, or the fixture is
    /// missing and differs from the declaration.
    case releasedFixture(version: String, path: String, tags: [String], heldAs: String, isMissing: Bool)
    /// A commit contains the version's fixture. The fixture is missing from the tree and differs from the declaration.
    case committedFixture(version: String, holder: String, heldAs: String)
    /// The folder isn't a fixture, or contains no readable model.
    case noFixture(path: String)
    /// There is no fixture tree, or the tree is empty. If git contains fixtures of the project, the next values are a
    /// reference to a commit that contains them and the path of their tree. The last values are the newest tag, and the
    /// Core Data models that the command reads.
    case noFixtures(
        path: String, heldBy: String? = nil, heldAs: String? = nil, tag: String? = nil, coreDataModels: [String] = [])
    /// The project's repository has no tags. In a shallow clone, the origin's tags may be missing.
    case noTags(isShallow: Bool)
    /// The specified fixture tree doesn't exist. The last value is whether the repository has tags.
    case noTree(path: String, near: [String], hasTags: Bool = false)
    /// The path specified as the fixture tree is a single fixture.
    case fixtureAsTree(path: String, tree: String)
    /// There is no test target, and no folder that looks like one.
    case noTestTarget(hasManifest: Bool)
    /// No test target is known, because the manifest doesn't list its targets, for the given reason.
    case unknownTestTargets(reason: String)
    /// There are several test folders. `--tests` must select one.
    case severalTestTargets(folders: [String])
    /// The path specified with `--tests` isn't a folder.
    case noTestFolder(String, near: [String])
}

extension ProjectError {
    /// Whether the fixtures are missing from the tree, but git contains them.
    var isHeldByGit: Bool { if case .noFixtures(_, .some, _, _, _) = self { true } else { false } }
}
