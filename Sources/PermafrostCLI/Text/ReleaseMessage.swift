import PermafrostFixtures
import PermafrostModel
import PermafrostProject

/// Messages about a project's releases.
struct ReleaseMessage {
    /// The lines that explain why the shipped versions are unknown, or why `settings.json` is ignored. Empty if neither
    /// applies.
    let lines: [String]
    /// The JSON object about releases. If the shipped versions are known, `known` is true, `tags` is the number of
    /// release tags, and `records` is the number of records in `shipped.txt` if there are any. If they aren't known,
    /// `known` is false, and `reason` explains why.
    let json: JSONObject

    init(_ held: HeldFixtures) {
        let reason = Self.reason(held.releases)
        let settings = held.settingsProblem.map { "settings.json of \(held.base?.name ?? "HEAD") is ignored: \($0)" }
        let unknown = "which versions" + (held.recorded.isEmpty ? "" : " besides those in \(ReleaseRecord.fileName)")
        lines = [reason.map { "can't tell \(unknown) shipped: \($0)" }, settings].compactMap(\.self)
        json =
            switch held.releases {
            case .tags(let count):
                ["known": true, "records": held.recorded.isEmpty ? nil : held.recorded.count, "tags": count]
            case .records(let count): ["known": true, "records": count, "tags": 0]
            default: ["known": false, "reason": reason ?? ""]
            }
    }

    /// Returns the reason why the shipped versions are unknown, and the fix; nil if they are known.
    static func reason(_ releases: HeldFixtures.Releases) -> String? {
        switch releases {
        case .tags, .records: nil
        case .noTag(nil):
            "the repository has no tags (mark a release with git tag or \(ToolCommand.line("ship")))"
        case .noTag(let patterns?) where patterns.isEmpty: "settings.json declares no release tags"
        case .noTag(let patterns?):
            "no tag matches \(patterns.joined(separator: ", ")), the \(patterns.count == 1 ? "pattern" : "patterns") for release tags in "
                + "settings.json"
        case .shallow: "the clone is shallow (fetch all commits and tags: \(GitMessage.GitAdvice.unshallow))"
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
    /// Returns the message about a release that can't be recorded.
    static func text(_ error: ReleaseRecording.Failure) -> String {
        switch error {
        case .notFrozen(let version, let schema):
            "\(version) isn't frozen, so there is no fixture of what shipped. Freeze the version from the commit that "
                + "shipped: \(ToolCommand.line("freeze")) \(version.asShellWord) --at COMMIT"
                + (version == schema ? "" : " (\(schema) declares it)")
        case .damaged(let version, let path):
            "the \(version) fixture (\(path)) is damaged, so it isn't what shipped. To list the damage and its fix, run "
                + ToolCommand.line("check")
        case .drifted(let version, let schema, let change):
            "\(schema) has changed since \(version) was frozen\(change.map { " (\($0))" } ?? ""), so Permafrost can't "
                + "determine which of the two shipped. Revert \(schema) and make the change in a new version, or "
                + "freeze the version again if it never shipped: \(ToolCommand.line("freeze")) \(version.asShellWord) "
                + "--force"
        case .gone(let version):
            "the sources no longer declare \(version), so its fixture can't be compared with a declaration. Restore the "
                + "declaration"
        case .otherContent(let version, let release):
            "\(ReleaseRecord.fileName) records that \(version) shipped in \(release) with a different fixture. Restore that "
                + "fixture, or declare the schema as a new version"
        }
    }

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
            } else if case .records = replaced.releases {
                lines.append("neither a release tag nor \(ReleaseRecord.fileName) names this version")
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
