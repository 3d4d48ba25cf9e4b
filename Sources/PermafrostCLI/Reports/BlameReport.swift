import PermafrostModel
import PermafrostProject
import PermafrostStore

/// The part of ``StoreIdentificationReport`` about the commit after which no version has the store's hashes.
struct BlameReport {
    let outcome: DriftBlame.Outcome

    /// The human-readable text, as lines.
    var lines: [String] {
        switch outcome {
        case .neverDeclared(let commits):
            return [
                "No commit declares the store's schema (\(Counted("commit", commits)) with sources read). The store may be "
                    + "from another branch or another app."
            ]
        case .notInShallowClone(let commits):
            return [
                "No commit of this shallow clone declares the store's schema (\(Counted("commit", commits)) with "
                    + "sources read), but an earlier commit may. Fetch the earlier commits: "
                    + "\(GitMessage.GitAdvice.unshallow)"
            ]
        case .uncommitted(let last):
            return [
                "The last commit (\(Self.line(last))) still declares the store's schema, so the change isn't committed."
            ]
        case .found(let blame):
            let changes = blame.changes.map { "  " + ChangeMessage($0).sentence + " [\($0.kind.rawValue)]" }
            return ["Changed by \(Self.line(blame.culprit))"]
                + (changes.isEmpty
                    ? [
                        "  \(VersionTitle(schema: blame.schema, name: blame.version)) is no longer declared"
                    ]
                    : changes)
                + [
                    "Last declared as \(VersionTitle(schema: blame.schema, name: blame.version)) in \(Self.line(blame.last))"
                ]
        }
    }

    private static func line(_ commit: GitRepository.Commit) -> String {
        "\(commit.shortID) \(commit.date) \(commit.subject)"
    }

    var json: JSONObject {
        switch outcome {
        case .neverDeclared(let commits): ["commitCount": commits, "outcome": "neverDeclared"]
        case .notInShallowClone(let commits):
            ["advice": GitMessage.GitAdvice.unshallow, "commitCount": commits, "outcome": "notInShallowClone"]
        case .uncommitted(let last): ["lastCommit": last, "outcome": "uncommitted"]
        case .found(let blame):
            [
                "changes": blame.changes.map { $0.json(at: nil) }, "commit": blame.culprit, "lastCommit": blame.last,
                "outcome": "found", "schema": blame.schema, "version": blame.version,
            ]
        }
    }
}
