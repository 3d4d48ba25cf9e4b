import PermafrostFixtures
import PermafrostModel

extension LostFixture {
    /// The tags or references that contain the fixture, with a verb. Examples are `v1.0 contains`, `v1.0, v1.1 and 3
    /// more contain` and `HEAD and main contain`.
    var holders: String {
        let names = held.tags.isEmpty ? held.references : held.tags
        let shown = names.count > 3 ? names.prefix(2) + ["\(names.count - 2) more"] : names[...]
        return "\(Array(shown).listed) \(names.count == 1 ? "contains" : "contain")"
    }

    var what: String {
        isReplaced
            ? "was replaced" : isSparse ? "isn't in the sparse checkout" : "is missing"
    }

    /// The fix, which includes the command that restores the fixture.
    var restoring: String { "Restore the fixture: \(restoringCommand)" }

    var restoringCommand: String {
        isSparse
            ? "git sparse-checkout add \(held.path.asShellWord)"
            : "git checkout \(held.holder.asShellWord) -- \(held.path.asShellWord)"
    }

    /// Returns the command that freezes the version again.
    ///
    /// - Parameter isShipped: whether a release tag has the fixture. If so, the command must record a reason.
    func command(isShipped: Bool) -> String {
        (freezing ?? FreezeCommandLine()).text(held.version, isForced: !isShipped, isShipped: isShipped)
    }
}

extension FixtureDelivery.Problem {
    /// A clause that explains why a file is missing or damaged.
    var clause: String {
        switch self {
        case .ignored(let pattern, let source):
            "git ignores the file because of \(pattern) in \(source), so the file was never committed"
        case .converted: "git converted its line endings"
        case .sparse: "the file isn't in the sparse checkout"
        case .pointer: "the checkout contains a git-lfs pointer instead of the file"
        }
    }

    /// Returns the fix for a missing or damaged file.
    ///
    /// - Parameters:
    ///   - folder: the fixture's folder, relative to the project.
    ///   - freezing: the command that freezes the version again; nil if the version isn't declared.
    func restoring(_ folder: String, freezing: String? = nil) -> String {
        let folder = folder.asShellWord
        return switch self {
        case .ignored:
            "Add the file in a checkout that has it, and commit: git add --force \(folder)"
                + (freezing.map { ". If no checkout has it, first freeze the version again: \($0)" } ?? "")
        case .converted:
            "Run permafrost init, commit .gitattributes, and check the files out again: rm -r \(folder) && git "
                + "checkout -- \(folder). If the commit also has converted bytes, run git add --renormalize \(folder) "
                + "in a checkout where the files are intact"
        case .sparse: "Add the folder to the checkout: git sparse-checkout add \(folder)"
        case .pointer: "Download the file: git lfs pull"
        }
    }
}
