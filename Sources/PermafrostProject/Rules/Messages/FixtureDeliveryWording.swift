import PermafrostStore

extension FixtureDelivery.Problem {
    /// The clause about a file that is missing or damaged: `git ignores it`.
    var clause: String {
        switch self {
        case .ignored(let pattern, let source): "ignored by git (\(pattern) in \(source)), so never committed"
        case .converted: "git converted its line ends"
        case .sparse: "the sparse checkout leaves it out"
        case .pointer: "it is a pointer of git-lfs, in the place of the file"
        }
    }

    /// What to do about a file that is missing or damaged.
    ///
    /// - Parameter folder: the fixture's, relative to the project.
    func restoring(_ folder: String) -> String {
        let folder = folder.asShellWord
        return switch self {
        case .ignored:
            "In the checkout that has the file: git add --force \(folder), and commit; if none has it, freeze the version again "
                + "with --force"
        case .converted:
            "permafrost init keeps the line ends; commit .gitattributes, then check the files out again: rm -r \(folder), and "
                + "git checkout -- \(folder). If the commit has other bytes, too: git add --renormalize \(folder) where they are intact"
        case .sparse: "git sparse-checkout add \(folder)"
        case .pointer: "git lfs pull"
        }
    }
}
