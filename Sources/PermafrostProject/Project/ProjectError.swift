import PermafrostModel
import PermafrostSource
import PermafrostStore

/// The reason that a command can't run on a project.
package enum ProjectError: Error, Sendable, Hashable {
    /// The project's folder doesn't exist, isn't a folder, or can't be read.
    case noProject(path: String)
    /// Both default locations contain a fixture tree. `--fixtures` must select one.
    case severalTrees(paths: [String])
    /// `--plan` specifies a name that no plan or group has. `known` contains the groups' names.
    case unknownPlan(name: String, known: [String])
    /// `--schema` specifies a name that no schema or group has. `known` contains the schemas' names.
    case unknownSchema(name: String, known: [String])
    /// `--target` specifies a name that no target in a project file or manifest has. `known` contains the targets'
    /// names.
    case unknownTarget(name: String, known: [String])
    /// The sources don't declare a schema, and there is no Core Data model. `folders` contains the unread folders whose
    /// Swift files don't belong to any target.
    case noSchema(directory: String, fileCount: Int, folders: [String])
    /// There is no version with this name. `declared` contains the declared versions. `frozen` contains the versions
    /// that were frozen from models without a `VersionedSchema`.
    case unknownVersion(name: String, declared: [String], frozen: [String])
    /// The version was frozen from models without a `VersionedSchema`, and the models have changed since. `declared` is
    /// the name of the current declaration.
    case declaredOtherwise(version: String, declared: String)
    /// Several groups contain a version with this name. `--plan` or `--schema` must select one of the groups.
    case ambiguousVersion(name: String, groups: [String])
    /// Several schemas in a group declare the version. `schemas` contains their names and locations. `freezesAll` is
    /// true if the command freezes all versions, so that `--schema` can't select one of the schemas.
    case sharedVersion(name: String, schemas: [String], freezesAll: Bool)
    /// The fixture's path differs only by case from the path of another fixture or declared version. Most volumes of
    /// Macs don't distinguish them. Both paths are relative to the fixture tree.
    case differsByCase(path: String, other: String)
    /// The fixture tree's folder or the test folder is a symbolic link, or it is inside a linked folder of the
    /// checkout. `option` is the option that specifies another folder.
    case linkedFolder(path: String, option: String)
    /// The package's manifest specifies a test folder outside the project.
    case testsOutside(path: String)
    /// The group name recorded in a fixture can't be used as a folder name.
    case unusableGroup(String, fixture: String)
    /// The fixture tree's path exists but isn't a folder.
    case noFolder(path: String)
    /// The version is declared, but its model couldn't be evaluated.
    case notEvaluable(version: String, schema: String)
    /// A cached model can't be decoded. The values are the type that declares the model, its location, and the reason.
    case unreadableModel(schema: String, SourceLocation, reason: String)
    /// The version was frozen from the type `other`, which is still declared. A fixture of `schema` can't replace that
    /// fixture. `declaredAs` is the version that `other` declares now, or nil if it isn't known.
    case frozenFromOther(version: String, path: String, schema: String, other: String, declaredAs: String?)
    /// If the version were frozen, `check` would reject it with the given finding.
    case rejectedByCheck(version: String, Finding)
    /// A release tag contains the version's fixture, at the path `heldAs`. If `isMissing` is false, the freeze would
    /// replace the fixture. If it is true, the fixture tree lacks the fixture, and the tag's fixture differs from the
    /// declaration.
    case releasedFixture(version: String, path: String, tags: [String], heldAs: String, isMissing: Bool)
    /// `shipped.txt` records releases of the version's fixture, which the freeze would replace. If the fixture is missing
    /// from the fixture tree, `heldBy` is a reference to a commit that contains it, and `heldAs` is its path there.
    case recordedFixture(version: String, path: String, releases: [String], heldBy: String?, heldAs: String?)
    /// The sources at a release tag declare the version, or a schema with its hashes. The freeze would replace the
    /// version's fixture. If the fixture is missing from the fixture tree, `heldBy` is a reference to a commit that
    /// contains it, and `heldAs` is its path there.
    case declaredRelease(version: String, path: String, DeclaringTag, heldBy: String?, heldAs: String?)
    /// The version isn't frozen yet, and the sources at a release tag declare it differently.
    case shippedOtherwise(version: String, schema: String, DeclaringTag)
    /// The clone doesn't show whether the version shipped. The freeze would replace its fixture. `fetch` is the command
    /// that fetches what the clone lacks.
    case unknownRelease(version: String, path: String, fetch: String)
    /// The version's fixture is missing from the fixture tree. A commit contains a fixture of the version that differs
    /// from the declaration. `holder` is a reference to the commit, and `heldAs` is the fixture's path in it.
    case committedFixture(version: String, holder: String, heldAs: String)
    /// The folder isn't a fixture, or contains no readable model.
    case noFixture(path: String)
    /// There is no fixture tree, or the tree is empty. If git contains fixtures of the project, `heldBy` is a reference
    /// to a commit that contains them, and `heldAs` is the path of their tree. `tag` is the repository's newest tag.
    /// `coreDataModels` contains the Core Data models that the command's options specify.
    case noFixtures(
        path: String, heldBy: String? = nil, heldAs: String? = nil, tag: String? = nil, coreDataModels: [String] = [])
    /// There is no fixture tree, or the tree is empty, but the given folders below the project's have fixtures.
    case fixturesBelow(path: String, projects: [String])
    /// The project's repository has no tags. In a shallow clone, the origin's tags may be missing.
    case noTags(isShallow: Bool)
    /// The specified fixture tree doesn't exist. `near` contains the paths of fixture trees with similar names.
    /// `hasTags` is whether the repository has tags.
    case noTree(path: String, near: [String], hasTags: Bool = false)
    /// The path specified as the fixture tree is a single fixture.
    case fixtureAsTree(path: String, tree: String)
    /// There is no test folder. The package's manifest lists no test target or, if there is no manifest, no folder's
    /// name ends in `Tests`.
    case noTestTarget(hasManifest: Bool)
    /// The manifest has no known test target, and its list of targets may be incomplete for the given reason.
    case unknownTestTargets(reason: String)
    /// There are several test folders. `--tests` must select one.
    case severalTestTargets(folders: [String])
    /// The path specified with `--tests` isn't a folder.
    case noTestFolder(String, near: [String])
}

extension ProjectError {
    /// Whether the fixture tree is missing or empty, but git contains its fixtures.
    var isHeldByGit: Bool { if case .noFixtures(_, .some, _, _, _) = self { true } else { false } }
}
