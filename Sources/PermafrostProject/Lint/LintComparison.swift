import PermafrostModel

/// The findings of `lint`, compared with a baseline, with another commit, or with both.
///
/// A finding is old if the other commit has it, or if the baseline lists it. With another commit, an entry of the
/// baseline counts only if that commit's baseline also has it, so that a branch can't accept its own findings. An entry
/// accepts findings of at most its own severity.
package struct LintComparison: Sendable {
    /// The findings that count: the new ones, those about sources that can't be read, and those about the baseline.
    package let findings: [Finding]
    /// The findings that don't count.
    package let old: [Finding]
    /// The entries with findings that no longer exist, with the number of these findings. They are from the baseline,
    /// or from the other commit if there is no baseline. Empty if only a part of the project was examined, or if some
    /// sources couldn't be read.
    package let gone: [Baseline.Entry]
    /// The entries that the baseline of the other commit lacks, with the number of findings that they would accept.
    package let added: [Baseline.Entry]
    /// The baseline without the entries whose findings no longer exist, and without those that can't be in a baseline.
    package let pruned: Baseline
    /// The location of the baseline, or nil if there is none.
    package let file: BaselineFile?
    /// The other commit, or nil if there is none.
    package let base: LintBase?
    /// The entries that pruning removes from the baseline, with the number of their findings.
    package var removed: [Baseline.Entry] { file == nil ? [] : (gone + refused).sorted(by: Baseline.Entry.isBefore) }
    /// The entries that can't be in a baseline.
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
        let known = base.map { shared.united(with: Tally($0.findings.entries)) } ?? shared
        let identified = lint.identified()
        let isOld = known.accepted(identified)
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
        let remaining = baseline == nil ? base?.findings.entries ?? [] : usable
        gone = isPart || lint.isIncomplete ? [] : present.unused(remaining)
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

/// The severities of equal findings, most severe first, keyed by their identity.
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

    /// Returns whether each finding is accepted. Each severity in the tally accepts only one finding.
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

    /// Returns the entries that accept more findings than the tally contains, with the number of the missing findings.
    /// Each finding uses the least severe entry that accepts it.
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
