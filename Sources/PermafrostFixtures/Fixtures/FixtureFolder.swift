import PermafrostModel
import PermafrostStore

/// The folder of one frozen version in a ``FixtureTree``, with the names of its files.
package struct FixtureFolder: Sendable, Hashable {
    /// The version that the folder is named after.
    package let version: VersionName
    /// The path of the fixture tree that contains the folder.
    package let tree: String
    /// The path of the folder, relative to the tree, such as `1.0.0` or `Posts/1.0.0`.
    package let folder: String

    package init(version: VersionName, tree: String, folder: String) {
        self.version = version
        self.tree = tree
        self.folder = folder
    }

    package var path: String { tree + "/" + folder }

    /// The path of the group's folder, relative to the tree; empty if the tree has a single group.
    var group: String { folder.split(separator: "/").dropLast().joined(separator: "/") }

    package var files: FixtureFileNames { FixtureFileNames(version) }

    package func path(of file: String) -> String { path + "/" + file }

    /// The path of the store. In the earliest FreezeRay fixtures, the store's name doesn't include the version.
    package var storePath: String { FreezeRayFixture(self)?.storePath ?? path(of: files.store) }

    /// The tool that wrote the files.
    package var format: FrozenVersion.Format { FreezeRayFixture(self) == nil ? .permafrost : .freezeRay }
}
