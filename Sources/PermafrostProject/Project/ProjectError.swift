import PermafrostModel
import PermafrostSource
import PermafrostStore

/// Why a command could not run on a project: facts, which the command line words.
package enum ProjectError: Error, Sendable, Hashable {
    /// The project's folder does not exist or cannot be read.
    case noProject(path: String)
    /// Both places for a fixture tree exist: `--fixtures` has to say which is meant.
    case severalTrees(paths: [String])
    /// No plan or group of that name.
    case unknownPlan(name: String, known: [String])
    /// No schema of that name.
    case unknownSchema(name: String, known: [String])
    /// No target of that name in a project file or manifest.
    case unknownTarget(name: String, known: [String])
    /// The sources declare no schema. The Core Data models that lie in the project and were not read.
    case noSchema(directory: String, fileCount: Int, coreDataModels: [String])
    /// No version of that name: those that are declared, and those that are frozen where these would have done, too.
    case unknownVersion(name: String, declared: [String], frozen: [String])
    /// The version is frozen, and the models, which have no `VersionedSchema`, are declared otherwise today: under the
    /// other name.
    case declaredOtherwise(version: String, declared: String)
    /// Several groups declare the version: `--plan` or `--schema` has to say which is meant.
    case ambiguousVersion(name: String, groups: [String])
    /// Several schemas of one group declare the version: their names and places.
    case sharedVersion(name: String, schemas: [String])
    /// The folder to write to, or one above it in the checkout, is a symbolic link. The option names another folder.
    case linkedFolder(path: String, option: String)
    /// The package's manifest names a folder for tests that is outside of the project.
    case testsOutside(path: String)
    /// A fixture names a group that can't be the name of a folder.
    case unusableGroup(String, fixture: String)
    /// A file or something else stands where the fixture tree's folder should be.
    case noFolder(path: String)
    /// The version is declared but its model could not be evaluated.
    case notEvaluable(version: String, schema: String)
    /// The cache holds a model that cannot be read: the type that declares it, its place, and why.
    case unreadableModel(schema: String, SourceLocation, reason: String)
    /// The version is frozen from another type, which is still declared: under what version.
    case frozenFromOther(version: String, path: String, schema: String, other: String, declaredAs: String?)
    /// A check would reject the version once it is frozen: the finding.
    case rejectedByCheck(version: String, Finding)
    /// A release tag holds the version's fixture, which the freeze would replace, or which is missing and differs from the
    /// declaration.
    case releasedFixture(version: String, path: String, tags: [String], heldAs: String, isMissing: Bool)
    /// A commit holds the version's fixture, which is missing and differs from the declaration.
    case committedFixture(version: String, holder: String, heldAs: String)
    /// A folder that is no fixture, or one without a model that can be read.
    case noFixture(path: String)
    /// No fixture tree, or an empty one; the commit that holds fixtures in that place, and their folder, if there is one.
    case noFixtures(path: String, heldBy: String? = nil, heldAs: String? = nil)
    /// The project's repository has no tag to replay; a shallow clone may lack those of its origin.
    case noTags(isShallow: Bool)
    /// The fixture tree that was asked for does not exist.
    case noTree(path: String, near: [String])
    /// The fixture tree that was asked for is one fixture of a tree.
    case fixtureAsTree(path: String, tree: String)
    /// No test target, or no folder that looks like one, whether or not there is a package's manifest.
    case noTestTarget(hasManifest: Bool)
    /// Several folders of tests: `--tests` has to say which is meant.
    case severalTestTargets(folders: [String])
    /// What `--tests` names is no folder.
    case noTestFolder(String, near: [String])
}
