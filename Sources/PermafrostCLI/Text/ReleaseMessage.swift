import PermafrostModel
import PermafrostProject
import PermafrostStore

/// Messages about a project's releases.
struct ReleaseMessage {
    /// The lines that explain why the shipped versions are unknown, or why `settings.json` is ignored. Empty if neither
    /// applies.
    let lines: [String]
    /// The JSON object about releases. If the shipped versions are known, `known` is true and `tags` is the number of
    /// release tags. Otherwise, `known` is false and `reason` has the reason.
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

    /// Returns the reason why the shipped versions are unknown, and the fix; nil if they are known.
    static func reason(_ releases: HeldFixtures.Releases) -> String? {
        switch releases {
        case .tags: nil
        case .noTag(nil): "the repository has no tags (mark a release with git tag)"
        case .noTag(let patterns?) where patterns.isEmpty: "settings.json declares no release tags"
        case .noTag(let patterns?):
            "no tag matches \(patterns.joined(separator: ", ")), the \(patterns.count == 1 ? "pattern" : "patterns") for release tags in "
                + "settings.json"
        case .shallow: "the clone is shallow (fetch the rest: \(ErrorMessage.GitAdvice.unshallow))"
        case .partial(let references):
            "the clone is partial and lacks the fixtures of \(references.listed), so they weren't compared "
                + "(fetch them: \(GitRepository.refetchCommand))"
        case .noCommit: "the repository has no commits"
        case .unknown(.noRepository(_, GitRepository.noGitFolder)):
            "the project isn't in a git repository, so missing fixtures can't be found either"
        case .unknown(.noRepository(_, let reason)):
            "\(reason). Missing and replaced fixtures can't be found either"
        case .unknown(let error): "\(ErrorMessage(error).text). Missing and replaced fixtures can't be found either"
        }
    }
}

extension ReleaseMessage {
    /// The lines about a fixture that a freeze replaced. They list the model's changes and the release tags that
    /// contain a fixture of the version, and name the file that records the replacement.
    struct ReplacementMessage {
        let lines: [String]

        /// The maximum number of changes to show.
        private static let shownChanges = 5

        init(_ replaced: ProjectFreeze.Replaced) {
            var lines: [String] = []
            if let changes = replaced.changes {
                let sentences = changes.map { ChangeMessage($0).sentence }
                lines = sentences.prefix(Self.shownChanges).map { "changed: \($0)" }
                if sentences.count > Self.shownChanges {
                    lines.append("and \(Counted("more change", sentences.count - Self.shownChanges))")
                }
                if sentences.isEmpty { lines.append("the model is unchanged") }
            }
            if !replaced.tags.isEmpty {
                let verb = replaced.tags.count == 1 ? "contains" : "contain"
                lines.append("replaced the fixture that \(replaced.tags.listed) \(verb)")
            } else if case .tags = replaced.releases {
                lines.append("no release tag contains a fixture of this version")
            } else if let reason = ReleaseMessage.reason(replaced.releases) {
                lines.append("no tag shows whether the version shipped: \(reason)")
            }
            if !replaced.records.isEmpty {
                lines.append("recorded in \(FixtureReplacement.fileName) in the fixture tree. Commit that file too")
            }
            self.lines = lines
        }
    }
}
