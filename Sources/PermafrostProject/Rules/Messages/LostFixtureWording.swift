import PermafrostModel
import PermafrostStore

extension LostFixture {
    /// The holders with a verb: `v1.0 holds`, `v1.0, v1.1 and 3 more hold`, `HEAD and main hold`.
    var holders: String {
        let names = held.tags.isEmpty ? held.references : held.tags
        let shown = names.count > 3 ? names.prefix(2) + ["\(names.count - 2) more"] : names[...]
        return "\(Array(shown).listed) \(names.count == 1 ? "holds" : "hold")"
    }

    var what: String {
        isReplaced
            ? "was replaced by another content" : isSparse ? "is left out by the sparse checkout" : "is missing"
    }

    /// The command that restores the fixture.
    var restoring: String {
        isSparse
            ? FixtureDelivery.Problem.sparse.restoring(held.path)
            : "git checkout \(held.holder.asShellWord) -- \(held.path.asShellWord)"
    }

    /// Returns the command that freezes the version again.
    func command(_ commands: [String: FreezeCommandLine]) -> String {
        (commands[held.folder] ?? FreezeCommandLine()).text(held.version)
    }
}

extension FixtureDelivery.Problem {
    /// The clause that explains a missing or damaged file.
    var clause: String {
        switch self {
        case .ignored(let pattern, let source): "ignored by git (\(pattern) in \(source)), so never committed"
        case .converted: "git converted its line ends"
        case .sparse: "the sparse checkout leaves it out"
        case .pointer: "it is a pointer of git-lfs, in the place of the file"
        }
    }

    /// Returns the fix for a missing or damaged file.
    ///
    /// - Parameter folder: the fixture's folder, relative to the project.
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
