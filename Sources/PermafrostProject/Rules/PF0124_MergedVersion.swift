import PermafrostModel
import PermafrostSource
import PermafrostStore

/// PF0124: A version of one branch doesn't fit the versions of the other branch after a merge.
struct MergedVersion: DocumentedRule {
    static let page = RulePage(
        code: "PF0124", name: "MergedVersion", severity: .error, gates: [.check],
        summary: "After a merge, a version of one branch no longer fits the versions of the other branch.",
        failure: """
            Two branches can each add a version, and git merges them without a conflict because the versions are in \
            different files. The merged app then has two types or fixtures for one version, or a newest version that a \
            branch neither tested nor froze. To find such a problem before the merge, run `permafrost check \
            --merged-with`.
            """,
        fix: """
            Merge the other branch into your branch, or rebase onto it. Then declare the version of one branch after \
            the newest version of the other, and give it its own number, stage and fixture.
            """)

    enum Problem: Sendable {
        /// Both branches added a type with this name, in different files.
        case declaredTwice(ours: SourceLocation, theirs: SourceLocation)
        /// Both branches added or changed the fixture of the version, and its contents differ. The value is the
        /// fixture's folder.
        case frozenTwice(folder: String)
        /// The version was the newest version of its group on a branch. The value is the newest version after the merge.
        case notLast(DeclaredVersion)
        /// The merge changes the model of a version that only one branch has. The value is the first change.
        case changed(ModelChange)
    }

    let problem: Problem
    /// The version's name.
    let version: String
    /// The type that declares the version, or nil if it isn't known.
    let schema: String?
    let group: String?
    /// The names of the branch with the version and of the other branch.
    let branches: (own: String, other: String)
    /// The location in the merged sources, or the fixture's folder.
    let location: SourceLocation

    func finding() -> Finding {
        Finding(Self.page, message, group: group, version: version, schema: schema, at: location)
    }

    private var title: String {
        schema.map { VersionName.VersionTitle(schema: $0, name: version).description } ?? version
    }

    private var renumbering: String {
        "Merge or rebase onto \(branches.other), and declare \(schema ?? "the version") of \(branches.own) after the newest "
            + "version of \(branches.other), with a number, a stage and a fixture of its own"
    }

    private var message: Finding.Message {
        switch problem {
        case .declaredTwice(let ours, let theirs):
            .init(
                what: "\(branches.own) declares \(title) at \(ours), and \(branches.other) declares it at \(theirs)",
                affected: "everyone who builds the merged sources. They don't compile", fix: renumbering)
        case .frozenTwice(let folder):
            .init(
                what: "\(branches.own) and \(branches.other) have different fixtures of \(version) (\(folder))",
                affected: "users with a \(version) store of either branch. Only one of the fixtures can be kept",
                fix: renumbering)
        case .notLast(let last):
            .init(
                what:
                    "\(title) is the newest version on \(branches.own), but after the merge with \(branches.other), "
                    + "\(last.name) is the newest",
                affected: "users with a \(version) store of \(branches.own). No stage was tested that migrates it to "
                    + last.name, fix: renumbering)
        case .changed(let change):
            .init(
                what: "The merge with \(branches.other) changes \(title) of \(branches.own): "
                    + ChangeMessage(change).sentence,
                affected: "users with a \(version) store of \(branches.own)",
                fix:
                    "Give \(schema ?? version) its own copy of \(change.entity ?? "the model"), which \(branches.other) edits"
            )
        }
    }
}
