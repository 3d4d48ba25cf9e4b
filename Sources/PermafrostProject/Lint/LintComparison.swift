import PermafrostModel

/// The findings of `lint`, compared with a baseline, with another commit, or with both.
///
/// A finding is old if the other commit has it, or if the baseline lists it. The other commit has it if it has a finding
/// of the same rule about the same model and property in the same stage or version. If there is another commit, a
/// baseline entry counts only if that commit's baseline also contains it. A branch therefore can't accept its own
/// findings. An entry accepts only findings that are at most as severe as the entry.
package struct LintComparison: Sendable {
    /// The findings that aren't old: new findings, findings about sources that can't be read, and findings about the
    /// baseline.
    package let findings: [Finding]
    /// The findings that the baseline accepts or the other commit already has.
    package let old: [Finding]
    /// The entries for findings that no longer exist. An entry's count is the number of these findings. The entries are
    /// from the baseline or, if there is none, from the other commit's findings. Empty if only a part of the project
    /// was examined, or if some sources couldn't be read.
    package let gone: [Baseline.Entry]
    /// The entries that the other commit's baseline lacks. An entry's count is the number of additional findings that
    /// it would accept. Empty if there is no other commit.
    package let added: [Baseline.Entry]
    /// The pruned baseline. It doesn't contain findings that no longer exist, or entries that can't be in a baseline.
    package let pruned: Baseline
    /// The location of the baseline, or nil if there is none.
    package let file: BaselineFile?
    /// The other commit, or nil if there is none.
    package let base: LintBase?
    /// The entries that pruning removes or reduces. An entry's count is the number of findings that are removed from
    /// it. Empty if there is no baseline.
    package var removed: [Baseline.Entry] { file == nil ? [] : (gone + refused).sorted(by: Baseline.Entry.isBefore) }
    /// The baseline's entries for findings that only `check` reports, such as drift, or for sources that can't be read.
    /// They can't be in a baseline.
    private let refused: [Baseline.Entry]

    /// Compares findings.
    ///
    /// - Parameters:
    ///   - baseline: the project's baseline, or nil if there is none.
    ///   - file: the location of the baseline.
    ///   - isPart: whether only a part of the project was examined, so that missing findings may still exist.
    package init(_ lint: ProjectLint, _ baseline: Baseline?, in file: BaselineFile, base: LintBase?, isPart: Bool) {
        let entries = baseline?.entries ?? []
        refused = entries.filter { RefusedBaselineEntry.refuses($0.identity.code) }
        let usable = entries.filter { !RefusedBaselineEntry.refuses($0.identity.code) }
        let listed = Tally(usable)
        let shared = base.map { listed.common(with: Tally($0.baseline.entries)) } ?? listed
        let identified = lint.identified()
        let known = base.map { shared.united(with: Tally(Baseline(of: $0.findings).entries)) } ?? shared
        var isOld = known.accepted(identified)
        // The other findings of the commit accept findings whose source line or whose type's name changed.
        var left = base?.findings ?? []
        for (one, isOld) in zip(identified, isOld) where isOld {
            if let index = left.firstIndex(where: { $0.identity == one.identity }) { left.remove(at: index) }
        }
        let moved = Tally(Baseline(of: left.map { ($0.finding, FindingIdentity(inCommit: $0.finding)) }).entries)
        let open = isOld.indices.filter { !isOld[$0] }
        let isMoved = moved.accepted(
            open.map { (identified[$0].finding, FindingIdentity(inCommit: identified[$0].finding)) })
        for (index, isMoved) in zip(open, isMoved) where isMoved {
            isOld[index] = true
            let identity = FindingIdentity(inCommit: identified[index].finding)
            if let gone = left.firstIndex(where: { FindingIdentity(inCommit: $0.finding) == identity }) {
                left.remove(at: gone)
            }
        }
        let unlisted = lint.findings.filter(\.isAboutSources)
        let aboutEntries = refused.map { entry in
            let code = entry.identity.code
            return RefusedBaselineEntry(code: code, file: file.name, line: file.line(of: code))
                .finding()
        }
        findings =
            (unlisted + aboutEntries + zip(identified, isOld).filter { !$0.1 }.map(\.0.finding))
            .sorted(by: Finding.isBefore)
        old = zip(identified, isOld).filter(\.1).map(\.0.finding)
        let present = Tally(Baseline(of: identified).entries)
        gone =
            isPart || lint.isIncomplete
            ? [] : baseline == nil ? Baseline(of: left).entries : present.unused(usable)
        added = base.map { Tally($0.baseline.entries).unused(usable) } ?? []
        let goneCounts = Dictionary(gone.map { (EntryKey($0), $0.count) }) { first, _ in first }
        pruned = Baseline(
            usable.compactMap { entry in
                let left = entry.count - (baseline == nil ? 0 : goneCounts[EntryKey(entry)] ?? 0)
                return left > 0 ? entry.counting(left) : nil
            })
        self.file = baseline == nil ? nil : file
        self.base = base
    }

    private struct EntryKey: Hashable {
        let identity: FindingIdentity
        let severity: Finding.Severity

        init(_ entry: Baseline.Entry) { (identity, severity) = (entry.identity, entry.severity) }
    }
}

/// The severities that baseline entries accept, most severe first, keyed by the identity of the findings.
private struct Tally {
    private var severities: [FindingIdentity: [Finding.Severity]] = [:]

    init(_ entries: [Baseline.Entry]) {
        for entry in entries {
            severities[entry.identity, default: []] += Array(repeating: entry.severity, count: entry.count)
        }
        severities = severities.mapValues { $0.sorted(by: >) }
    }

    /// Returns a tally of the findings that both tallies accept.
    func common(with other: Tally) -> Tally {
        var result = Tally([])
        for (identity, own) in severities {
            result.severities[identity] = zip(own, other.severities[identity] ?? []).map { min($0, $1) }
        }
        return result
    }

    /// Returns a tally of the findings that at least one of the two tallies accepts.
    func united(with other: Tally) -> Tally {
        var result = self
        for (identity, theirs) in other.severities {
            let own = severities[identity] ?? []
            let longer = own.count > theirs.count ? own : theirs
            result.severities[identity] =
                zip(own, theirs).map { max($0, $1) } + longer.dropFirst(min(own.count, theirs.count))
        }
        return result
    }

    /// Returns, for each finding, whether the tally accepts it. Each severity in the tally accepts one finding that is
    /// at most as severe.
    func accepted(_ findings: [(finding: Finding, identity: FindingIdentity)]) -> [Bool] {
        var left = severities.mapValues { Array($0.reversed()) }
        var result = findings.map { _ in false }
        let order = findings.indices.sorted { first, second in
            let (one, other) = (findings[first].finding.severity, findings[second].finding.severity)
            return one == other ? first < second : one > other
        }
        for index in order {
            let (finding, identity) = findings[index]
            guard let accepted = left[identity]?.last, accepted >= finding.severity else { continue }
            left[identity]?.removeLast()
            result[index] = true
        }
        return result
    }

    /// Returns the entries that accept more findings than the tally contains. A returned entry's count is the number of
    /// missing findings. Each finding uses the least severe entry that accepts it.
    func unused(_ entries: [Baseline.Entry]) -> [Baseline.Entry] {
        Dictionary(grouping: entries, by: \.identity).flatMap { identity, equal in
            let accepting = equal.sorted { $0.severity < $1.severity }
            var left = accepting.map(\.count)
            for severity in severities[identity] ?? [] {
                let used = accepting.indices.first { left[$0] > 0 && accepting[$0].severity >= severity }
                if let used { left[used] -= 1 }
            }
            return zip(accepting, left).filter { $0.1 > 0 }.map { $0.0.counting($0.1) }
        }.sorted(by: Baseline.Entry.isBefore)
    }
}
