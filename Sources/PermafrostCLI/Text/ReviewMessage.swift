import PermafrostFixtures
import PermafrostModel
import PermafrostProject

/// The sentences of a review that don't depend on the format.
struct ReviewMessage {
    let review: Review

    /// A summary of the review, such as `1 version added, 2 newly frozen. 3 changes: 1 loses data, 2 lightweight`.
    var summary: String {
        guard !review.isEmpty else {
            return review.isIncomplete
                ? "the review is incomplete, because some sources or fixtures can't be read"
                : "no schema version changed"
        }
        let plans = [true, false].compactMap { isAdded -> String? in
            let count = review.plans.count { $0.isAdded == isAdded }
            return count == 0 ? nil : "\(Counted("plan", count)) \(isAdded ? "added" : "removed")"
        }
        let statuses = [ReviewVersion.Status.added, .changed, .removed, .retired].compactMap { status -> String? in
            let count = review.versions.count { $0.status == status }
            return count == 0 ? nil : "\(Counted("version", count)) \(status.rawValue)"
        }
        let freezes = [ReviewVersion.Freeze.new, .replaced, .removed].compactMap { freeze -> String? in
            let count = review.versions.count { $0.freeze == freeze }
            return count == 0 ? nil : "\(count) \(Self.summary(of: freeze, count))"
        }
        let parts = plans + statuses + freezes
        let sentences = [parts.isEmpty ? nil : parts.joined(separator: ", "), changes, findings].compactMap(\.self)
        return sentences.joined(separator: ". ")
    }

    /// The sentence about omitted items, or nil if the review is complete.
    var omission: String? {
        guard review.omittedCount > 0 else { return nil }
        let count = review.omittedCount
        return "\(Counted("item", count)) \(count == 1 ? "is" : "are") omitted, the mildest first, because a review "
            + "can have at most \(ReviewJSON.sizeLimit >> 20) MB"
    }

    private static func summary(of freeze: ReviewVersion.Freeze, _ count: Int) -> String {
        switch freeze {
        case .new: "newly frozen"
        case .replaced: "\(count == 1 ? "fixture" : "fixtures") replaced"
        case .removed: "\(count == 1 ? "fixture" : "fixtures") removed"
        case .unchanged, .none: "unchanged"
        }
    }

    private var changes: String? {
        let changes = review.changes
        guard !changes.isEmpty else { return nil }
        return "\(Counted("change", changes.count)): \(Self.counts(of: changes))"
    }

    private var findings: String? {
        let counts = [Finding.Severity.error, .warning, .note].compactMap { severity -> String? in
            let count = review.remarks.count { $0.severity == severity }
            return count == 0 ? nil : "\(Counted(severity.rawValue, count))"
        }
        return counts.isEmpty ? nil : counts.joined(separator: ", ")
    }

    /// Returns the number of changes with each verdict, the most severe first.
    static func counts(of changes: [ReviewChange]) -> String {
        ReviewChange.Verdict.allCases.reversed().compactMap { verdict in
            let count = changes.count { $0.verdict == verdict }
            return count == 0 ? nil : "\(count) \(verdict.text)"
        }.joined(separator: ", ")
    }

    /// Returns the state of a version in a few words, such as `added, not frozen`.
    static func state(of version: ReviewVersion) -> String {
        let drift = version.drift.map { "\($0.rawValue) drift" }
        let status: String? =
            switch version.status {
            case .added: "added"
            case .changed: drift == nil ? "changed before it shipped" : "changed"
            case .removed: "no longer declared"
            case .retired: "retired"
            case .unchanged: nil
            }
        let freeze: String? =
            switch version.freeze {
            case .new: "newly frozen"
            case .replaced: "fixture replaced"
            case .removed: "fixture removed"
            case .unchanged: version.status == .unchanged ? nil : "frozen"
            case .none: version.isUndeclared ? nil : "not frozen"
            }
        return [status, freeze, drift].compactMap(\.self).joined(separator: ", ")
    }

    /// Returns whether a migration is new or changed, and the kind of its stage, such as `new, lightweight stage`.
    static func state(of step: ReviewStep) -> String {
        let stage = step.stage.map { "\($0.rawValue) stage" } ?? "no stage"
        return (step.isAdded ? "new, " : "changed, ") + stage
    }

    /// Returns a text such as `2 changes of this migration are the same in the base, and not listed`. Returns nil if
    /// the base has none of the migration's changes.
    static func known(_ step: ReviewStep) -> String? {
        guard step.knownChangeCount > 0 else { return nil }
        return
            "\(Counted("change", step.knownChangeCount)) of this migration "
            + (step.knownChangeCount == 1 ? "isn't listed, because it is" : "aren't listed, because they are")
            + " the same in the base"
    }

    /// Returns the `scaffold` command that writes a test of a migration, or nil if `scaffold` can't write one.
    static func scaffold(_ step: ReviewStep) -> String? {
        guard step.canScaffold else { return nil }
        return ToolCommand.line("scaffold --from \(step.from.asShellWord) --to \(step.to.asShellWord)")
    }

    /// Returns the command that shows the complete review.
    static func command(_ base: Review.Base) -> String {
        ToolCommand.line("review --base \(base.name.asShellWord)")
    }
}

extension ReviewChange.Verdict {
    /// The verdict as a short phrase.
    var text: String {
        switch self {
        case .nothing: MigrationVerdict.nothing.text
        case .draft: "not shipped"
        case .lightweight: MigrationVerdict.lightweight.text
        case .custom: "custom stage"
        case .losesData: MigrationVerdict.losesData.text
        case .needsCode: "needs code"
        case .drift: "drift"
        }
    }
}
