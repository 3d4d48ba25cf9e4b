import PermafrostModel
import PermafrostStore

extension LostFixture {
    /// `v1.0 holds`, `v1.0, v1.1 and 3 more hold`, `HEAD and main hold`
    var holders: String {
        let names = held.tags.isEmpty ? held.references : held.tags
        let shown = names.count > 3 ? names.prefix(2) + ["\(names.count - 2) more"] : names[...]
        return "\(Array(shown).listed) \(names.count == 1 ? "holds" : "hold")"
    }

    var what: String {
        isReplaced
            ? "was replaced by another content" : isSparse ? "is left out by the sparse checkout" : "is missing"
    }

    /// The command that brings the fixture back.
    var restoring: String {
        isSparse
            ? FixtureDelivery.Problem.sparse.restoring(held.path)
            : "git checkout \(held.holder.asShellWord) -- \(held.path.asShellWord)"
    }

    /// The command that freezes the version again.
    func command(_ commands: [String: FreezeCommandLine]) -> String {
        (commands[held.folder] ?? FreezeCommandLine()).text(held.version)
    }
}
