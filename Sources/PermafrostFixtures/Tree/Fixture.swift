import PermafrostModel

/// One frozen version's folder in a ``FixtureTree``: where it is, not what it holds.
public struct Fixture: Sendable, Hashable {
    /// The version that the folder is named after.
    public let version: VersionName
    /// The tree's folder.
    public let tree: String
    /// The folder relative to the tree: `1.0.0`, or `Posts/1.0.0`.
    public let folder: String

    /// The fixture of a version in a tree.
    public init(version: VersionName, tree: String, folder: String) {
        self.version = version
        self.tree = tree
        self.folder = folder
    }

    /// The folder's path.
    public var path: String { tree + "/" + folder }

    /// The folder that holds it: the tree's, or its group's.
    public var parent: String {
        folder.lastIndex(of: "/").map { tree + "/" + folder[..<$0] } ?? tree
    }

    /// The names of its files.
    public var files: FixtureFiles { FixtureFiles(version) }

    /// The path of one of its files.
    public func path(of file: String) -> String { path + "/" + file }
}
