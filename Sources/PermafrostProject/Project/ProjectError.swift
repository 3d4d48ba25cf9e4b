import PermafrostModel
import PermafrostSource
import PermafrostStore

/// The reason that a command can't run on a project.
package enum ProjectError: Error, Sendable, Hashable {
    /// The project's folder doesn't exist or can't be read.
    case noProject(path: String)
    /// Both default locations contain a fixture tree. `--fixtures` must select one.
    case severalTrees(paths: [String])
    /// There is no plan or group with that name.
    case unknownPlan(name: String, known: [String])
    /// There is no schema with that name.
    case unknownSchema(name: String, known: [String])
    /// There is no target with that name in a project file or manifest.
    case unknownTarget(name: String, known: [String])
    /// The sources don't declare a schema. The last value is the Core Data models that weren't read.
    case noSchema(directory: String, fileCount: Int, coreDataModels: [String])
    /// There is no version with that name. The values are the declared versions, and the frozen ones if the command
    /// accepts them.
    case unknownVersion(name: String, declared: [String], frozen: [String])
    /// The version was frozen from models without a `VersionedSchema` that have changed since. The last value is the
    /// name of the current declaration.
    case declaredOtherwise(version: String, declared: String)
    /// Several groups declare the version. `--plan` or `--schema` must select one.
    case ambiguousVersion(name: String, groups: [String])
    /// Several schemas in a group declare the version. The last value is their names and locations.
    case sharedVersion(name: String, schemas: [String])
    /// The folder to write to, or a folder above it in the checkout, is a symbolic link. The last value is the option
    /// that specifies a different folder.
    case linkedFolder(path: String, option: String)
    /// The package's manifest specifies a folder for tests that is outside of the project.
    case testsOutside(path: String)
    /// The group recorded in a fixture can't be used as a folder name.
    case unusableGroup(String, fixture: String)
    /// There is a file or other item instead of the fixture tree's folder.
    case noFolder(path: String)
    /// The version is declared, but its model couldn't be evaluated.
    case notEvaluable(version: String, schema: String)
    /// A model in the cache can't be read. The values are the type that declares it, its location, and the reason.
    case unreadableModel(schema: String, SourceLocation, reason: String)
    /// The version was frozen from a different type, which is still declared. The last value is that declaration's
    /// version.
    case frozenFromOther(version: String, path: String, schema: String, other: String, declaredAs: String?)
    /// A check would reject the version after it is frozen, with the given finding.
    case rejectedByCheck(version: String, Finding)
    /// A release tag contains the version's fixture. The freeze would replace it, or the fixture is missing and differs
    /// from the declaration.
    case releasedFixture(version: String, path: String, tags: [String], heldAs: String, isMissing: Bool)
    /// A commit contains the version's fixture, which is missing from the tree and differs from the declaration.
    case committedFixture(version: String, holder: String, heldAs: String)
    /// The folder isn't a fixture or contains no readable model.
    case noFixture(path: String)
    /// There is no fixture tree, or it is empty. The next values are a commit that contains fixtures in that location,
    /// and their folder, if there are any. The last value is the newest tag, with the Core Data models that the project
    /// consists of.
    case noFixtures(
        path: String, heldBy: String? = nil, heldAs: String? = nil, tag: String? = nil, coreDataModels: [String] = [])
    /// The project's repository has no tags. A shallow clone may lack the tags of its origin.
    case noTags(isShallow: Bool)
    /// The specified fixture tree doesn't exist. The last value is whether the repository has tags.
    case noTree(path: String, near: [String], hasTags: Bool = false)
    /// The path specified as the fixture tree is a single fixture in a tree.
    case fixtureAsTree(path: String, tree: String)
    /// There is no test target or folder that looks like one. The value is whether there is a package manifest.
    case noTestTarget(hasManifest: Bool)
    /// There are several folders for tests. `--tests` must select one.
    case severalTestTargets(folders: [String])
    /// The path specified with `--tests` isn't a folder.
    case noTestFolder(String, near: [String])
}
