import PermafrostModel
import PermafrostProject
import PermafrostStore

/// The words for a fixture that a freeze replaced: what changed, which tags have the old one, and what was recorded.
struct ReplacementWording {
    let lines: [String]

    /// So many changes are shown.
    private static let shownChanges = 5

    init(_ replaced: ProjectFreeze.Replaced) {
        var lines: [String] = []
        if let changes = replaced.changes {
            let sentences = changes.map { ChangeWording($0).sentence }
            lines = sentences.prefix(Self.shownChanges).map { "changed: \($0)" }
            if sentences.count > Self.shownChanges {
                lines.append("and \(sentences.count - Self.shownChanges) more changes")
            }
            if sentences.isEmpty { lines.append("the model is unchanged") }
        }
        if !replaced.tags.isEmpty {
            lines.append("the release tags \(replaced.tags.listed) have the fixture that was replaced")
        } else if case .tags = replaced.releases {
            lines.append("no release tag has a fixture of it")
        } else if let reason = ReleaseWording.reason(replaced.releases) {
            lines.append("no tag shows whether it shipped: \(reason)")
        }
        if !replaced.records.isEmpty {
            lines.append("recorded in \(FixtureReplacement.fileName) of the fixture tree: commit it too")
        }
        self.lines = lines
    }
}
