import PermafrostStore

/// The `README.md` file of a fixture tree. It explains the tree's files to readers of the repository.
struct FixtureReadme {
    /// The file to add. Nil if the tree already has one, or if the tree isn't inside the project's folder.
    let file: ProjectSetup.File?

    private static let name = "README.md"

    /// Creates the file if a project's fixture tree lacks it.
    ///
    /// - Throws: a `FileError` if the tree's folder can't be examined.
    init(_ project: Project) throws {
        let prefix = project.options.directory + "/"
        let path = project.tree.directory + "/" + Self.name
        guard path.hasPrefix(prefix), try FileKind(of: path) == .absent else {
            file = nil
            return
        }
        file = ProjectSetup.File(
            path: String(path.dropFirst(prefix.count)), old: nil, text: Self.lines.map { $0 + "\n" }.joined(),
            added: Self.lines)
    }

    private static let lines = """
        # Frozen schema versions

        Each version has a folder here, called a fixture. It contains a store with the layout that the version of the app writes,
        with sample rows, and a description of the version's models. `permafrost check` compares the declarations in the
        sources with the fixtures, and tests migrate copies of the stores.

        - Commit every file in this folder, including the `.sqlite` files. They are inputs of checks and tests, and not build products.
        - Don't edit, rename or move a file. `permafrost check` reports a changed file as damage. Restore it from git.
        - Don't delete the fixture of a version that shipped. Someone's device may still have a store of that version.
        - Don't freeze a version that shipped again to accept a change of its declaration. The stores on devices don't
          change. Declare the change in a new version: `permafrost new-version`.
        - Don't open a store here in a database browser, because that can change the file. Open a copy, or run `permafrost inspect`.

        `permafrost freeze VERSION` adds the fixture of a version, and `permafrost list` shows the state of every version. In a Swift
        package that depends on Permafrost, these are `swift package --allow-writing-to-package-directory freeze VERSION` and
        `swift package permafrost list`.
        """.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
}
