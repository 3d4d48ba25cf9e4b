import PermafrostModel

/// One frozen version's folder in a ``FixtureTree``: where it is, not what it holds.
package struct Fixture: Sendable, Hashable {
    /// The version that the folder is named after.
    package let version: VersionName
    /// The tree's folder.
    package let tree: String
    /// The folder relative to the tree: `1.0.0`, or `Posts/1.0.0`.
    package let folder: String

    /// The fixture of a version in a tree.
    package init(version: VersionName, tree: String, folder: String) {
        self.version = version
        self.tree = tree
        self.folder = folder
    }

    /// The folder's path.
    package var path: String { tree + "/" + folder }

    /// The folder that holds it: the tree's, or its group's.
    package var parent: String {
        folder.lastIndex(of: "/").map { tree + "/" + folder[..<$0] } ?? tree
    }

    /// The names of its files.
    package var files: FixtureFiles { FixtureFiles(version) }

    /// The path of one of its files.
    package func path(of file: String) -> String { path + "/" + file }
}
