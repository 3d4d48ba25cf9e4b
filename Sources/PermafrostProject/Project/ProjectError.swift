import PermafrostModel
import PermafrostSource
import PermafrostStore

/// The reasons why a command can't run on a project, with their facts. The command line turns them into messages.
package enum ProjectError: Error, Sendable, Hashable {
    /// The project's folder doesn't exist or can't be read.
    case noProject(path: String)
    /// Both places for a fixture tree exist. `--fixtures` must select one.
    case severalTrees(paths: [String])
    /// There is no plan or group with the name.
    case unknownPlan(name: String, known: [String])
    /// There is no schema with the name.
    case unknownSchema(name: String, known: [String])
    /// There is no target with the name in a project file or manifest.
    case unknownTarget(name: String, known: [String])
    /// The sources declare no schema: the Core Data models in the project that were not read.
    case noSchema(directory: String, fileCount: Int, coreDataModels: [String])
    /// There is no version with the name: the declared versions, and the frozen ones if the command also accepts those.
    case unknownVersion(name: String, declared: [String], frozen: [String])
    /// The version is frozen from models without a `VersionedSchema`, which have changed since: the name of the current
    /// declaration.
    case declaredOtherwise(version: String, declared: String)
    /// Several groups declare the version. `--plan` or `--schema` must select one.
    case ambiguousVersion(name: String, groups: [String])
    /// Several schemas of one group declare the version: their names and places.
    case sharedVersion(name: String, schemas: [String])
    /// The folder to write to, or a folder above it in the checkout, is a symbolic link: the option that names another
    /// folder.
    case linkedFolder(path: String, option: String)
    /// The package's manifest names a folder for tests that is outside the project.
    case testsOutside(path: String)
    /// A fixture names a group that can't be a folder name.
    case unusableGroup(String, fixture: String)
    /// A file or another item is in place of the fixture tree's folder.
    case noFolder(path: String)
    /// The version is declared, but its model couldn't be evaluated.
    case notEvaluable(version: String, schema: String)
    /// The cache has a model that can't be read: the type that declares it, its place, and the reason.
    case unreadableModel(schema: String, SourceLocation, reason: String)
    /// The version is frozen from another type, which is still declared: the version of that declaration.
    case frozenFromOther(version: String, path: String, schema: String, other: String, declaredAs: String?)
    /// A check would reject the version once it is frozen: the finding.
    case rejectedByCheck(version: String, Finding)
    /// A release tag has the version's fixture, and the freeze would replace it; or the fixture is missing, and it
    /// differs from the declaration.
    case releasedFixture(version: String, path: String, tags: [String], heldAs: String, isMissing: Bool)
    /// A commit has the version's fixture, which is missing from the tree and differs from the declaration.
    case committedFixture(version: String, holder: String, heldAs: String)
    /// The folder isn't a fixture, or has no model that can be read.
    case noFixture(path: String)
    /// There is no fixture tree, or it is empty: a commit that has fixtures in that place, and their folder, if there
    /// is one.
    case noFixtures(path: String, heldBy: String? = nil, heldAs: String? = nil)
    /// The project's repository has no tags to replay. A shallow clone may lack the tags of its origin.
    case noTags(isShallow: Bool)
    /// The given fixture tree doesn't exist.
    case noTree(path: String, near: [String])
    /// The given fixture tree is a single fixture in a tree.
    case fixtureAsTree(path: String, tree: String)
    /// There is no test target, or no folder that looks like one. Includes whether there is a package manifest.
    case noTestTarget(hasManifest: Bool)
    /// There are several folders for tests. `--tests` must select one.
    case severalTestTargets(folders: [String])
    /// The path that `--tests` names isn't a folder.
    case noTestFolder(String, near: [String])
}
