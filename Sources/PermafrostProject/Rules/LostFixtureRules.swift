import PermafrostModel
import PermafrostSource
import PermafrostStore

/// PF0117: a fixture that a release tag holds, which is missing or has another content.
struct ReleasedFixtureLost: CheckRule {
    static let page = RulePage(
        code: "PF0117", name: "ReleasedFixtureLost", severity: .error, gates: [.check],
        summary: "A fixture that a release tag holds is missing, or has another content.",
        failure: """
            Nothing compares the version with what shipped any more, so an edit of it passes every check and each user whose store \
            is still at that version loses the way to the newest one.
            """,
        fix: """
            Restore the fixture from the tag. If no user ever had it, replace it with --force-shipped and say why: the fixture tree \
            records that, and a check accepts the replacement once the base of the change has the record.
            """)

    let input: CheckInput

    func findings(in context: RuleContext) -> [Finding] {
        input.lost.filter { !$0.held.tags.isEmpty && $0.record == nil }.map { lost in
            let version = lost.held.version
            return Finding(
                Self.page,
                .init(
                    what: "The fixture of \(version) that \(lost.holders) \(lost.what)",
                    affected: "users with a \(version) store: nothing compares it with what shipped",
                    fix: lost.restoring
                        + (lost.isReplaced
                            ? "; if no user ever had it: \(lost.command(input.commands)) --force-shipped --because TEXT"
                            : "")),
                group: lost.group, version: version, at: lost.location)
        }
    }
}

/// PF0118: a fixture that no release tag holds, but the last commit or the base of a change, which is missing or has another
/// content.
struct CommittedFixtureLost: CheckRule {
    static let page = RulePage(
        code: "PF0118", name: "CommittedFixtureLost", severity: .error, gates: [.check],
        summary: "A committed fixture that no release tag holds is missing, or has another content.",
        failure: """
            If the version shipped and its declaration changed, the fixture was all that showed it. A version that never shipped may \
            be taken back, so the finding is a warning if the declaration is unchanged or gone, or if the project has release tags \
            and the fixture was replaced.
            """,
        fix: "Restore the fixture from the commit, or freeze the version again with --force if it never shipped.")

    let input: CheckInput

    func findings(in context: RuleContext) -> [Finding] {
        input.lost.filter { $0.held.tags.isEmpty && $0.record == nil }.map { lost in
            let version = lost.held.version
            let (severity, clause) = judgement(lost)
            return Finding(
                Self.page,
                .init(
                    what: "The fixture of \(version) that \(lost.holders) \(lost.what)\(clause)",
                    affected: severity == .error
                        ? "users with a \(version) store, if it shipped: the change of its declaration is hidden" : nil,
                    fix: lost.restoring + "; if \(version) never shipped"
                        + (severity == .error ? ": \(lost.command(input.commands)) --force" : ", commit the change")),
                severity: severity, group: lost.group, version: version, at: lost.location)
        }
    }

    private func judgement(_ lost: LostFixture) -> (Finding.Severity, clause: String) {
        switch lost.declaration {
        case .unchanged, .gone: return (.warning, "")
        case .changed(let schema):
            if lost.isReplaced, case .tags = input.releases { return (.warning, "; no release tag holds it") }
            return (.error, ", and \(schema) changed since it was frozen")
        case .unknown(let reason): return (.error, ", and it can't be compared with the declaration: \(reason)")
        }
    }
}

/// PF0121: a record of a replaced fixture that the base of a change doesn't have.
struct UnacceptedReplacement: CheckRule {
    static let page = RulePage(
        code: "PF0121", name: "UnacceptedReplacement", severity: .error, gates: [.check],
        summary: "A change records that it replaces a committed fixture, and its base doesn't have the record.",
        failure: """
            A change can't accept its own replacement: whoever edits a version that shipped could add the line that hides it. With \
            --base it is an error, without it a warning.
            """,
        fix: "Let whoever is responsible for releases merge the line of replaced.txt by itself first.")

    let input: CheckInput

    func findings(in context: RuleContext) -> [Finding] {
        let base = input.base
        let replaced = input.lost.compactMap { lost in lost.record.map { (lost, $0) } }.map { lost, record in
            Finding(
                Self.page,
                .init(
                    what: "\(record.folder), which \(lost.holders), was replaced (\(record.reason)), and "
                        + "\(base?.name ?? "HEAD") doesn't have that record",
                    affected: "users with a \(lost.held.version) store, if there are any",
                    fix: base?.isGiven == true
                        ? "If the replacement is right, merge the line of \(FixtureReplacement.fileName) into "
                            + "\(base?.name ?? "the base") by itself first; otherwise \(lost.restoring)"
                        : "Commit \(FixtureReplacement.fileName); if the replacement is wrong, \(lost.restoring)"),
                severity: base?.isGiven == true ? .error : .warning, group: lost.group, version: lost.held.version,
                at: lost.location)
        }
        let malformed = input.malformedRecords.map { line, file in
            Finding(
                Self.page,
                .init(
                    what:
                        "This line is not a record of a replaced fixture: a folder, a checksum of 64 digits and a reason",
                    fix: "Correct the line, or remove it"),
                at: SourceLocation(file: file, line: line, column: 1))
        }
        return replaced + malformed
    }
}

extension LostFixture {
    /// `v1.0 holds`, `v1.0, v1.1 and 3 more hold`, `HEAD and main hold`
    fileprivate var holders: String {
        let names = held.tags.isEmpty ? held.references : held.tags
        let shown = names.count > 3 ? names.prefix(2) + ["\(names.count - 2) more"] : names[...]
        return "\(Array(shown).listed) \(names.count == 1 ? "holds" : "hold")"
    }

    fileprivate var what: String {
        isReplaced
            ? "was replaced by another content" : isSparse ? "is left out by the sparse checkout" : "is missing"
    }

    /// The command that brings the fixture back.
    fileprivate var restoring: String {
        isSparse
            ? FixtureDelivery.Problem.sparse.restoring(held.path)
            : "git checkout \(held.holder.asShellWord) -- \(held.path.asShellWord)"
    }

    /// The command that freezes the version again.
    fileprivate func command(_ commands: [String: FreezeCommandLine]) -> String {
        (commands[held.folder] ?? FreezeCommandLine()).text(held.version)
    }
}
