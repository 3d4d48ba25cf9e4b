import PermafrostModel
import PermafrostProject
import PermafrostStore

/// The words for what is known of a project's releases.
struct ReleaseWording {
    /// What a check could not compare, each in a line; empty if it compared everything.
    let lines: [String]
    /// The same for programs: `known`, and `reason` or `tags`.
    let json: CanonicalJSON

    init(_ held: HeldFixtures) {
        let reason = Self.reason(held.releases)
        let settings = held.settingsProblem.map { "settings.json of \(held.base?.name ?? "HEAD") is ignored: \($0)" }
        lines = [reason.map { "can't tell which versions shipped: \($0)" }, settings].compactMap(\.self)
        if case .tags(let count) = held.releases {
            json = .object([("known", .boolean(true)), ("tags", .integer(Int64(count)))])
        } else {
            json = .object([("known", .boolean(false)), ("reason", .string(reason ?? ""))])
        }
    }

    /// Why it isn't known what shipped, and what to do; nil if it is.
    static func reason(_ releases: HeldFixtures.Releases) -> String? {
        switch releases {
        case .tags: nil
        case .noTag(nil): "the repository has no tag (git tag marks a release)"
        case .noTag(let patterns?) where patterns.isEmpty: "settings.json says that no tag is a release"
        case .noTag(let patterns?):
            "no tag matches \(patterns.joined(separator: ", ")), the release tags of settings.json"
        case .shallow: "the clone is shallow (\(ErrorWording.GitAdvice.unshallow) brings the rest)"
        case .partial(let references):
            "the clone is partial and lacks the fixtures of \(references.listed), which are not compared "
                + "(\(GitRepository.unfilter) brings them)"
        case .noCommit: "the repository has no commit"
        case .unknown(.noRepository(_, GitRepository.noGitFolder)):
            "the project is not in a git repository, so missing fixtures can't be found either"
        case .unknown(.noRepository(_, let reason)):
            "\(reason). Missing and replaced fixtures can't be found either"
        case .unknown(let error): "\(ErrorWording(error).text). Missing and replaced fixtures can't be found either"
        }
    }
}

extension ReleaseWording {
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
}
