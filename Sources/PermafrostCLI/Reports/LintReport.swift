import PermafrostModel
import PermafrostProject
import PermafrostStore

/// The report of `lint`: each finding with its source line, and the number of findings. If the findings were compared
/// with earlier ones, the report contains only the differences: new findings, earlier findings that no longer occur,
/// and changes to the baseline.
struct LintReport: Report {
    /// The baseline that the command wrote.
    struct Edit {
        /// The number of findings in the baseline.
        let count: Int
        /// The entries that were removed from the baseline. Each entry has the number of its findings.
        let removed: [Baseline.Entry]
    }

    let command = "lint"
    let lint: ProjectLint
    /// The comparison with a baseline, with another commit, or with both; nil if there is neither.
    var comparison: LintComparison?
    /// The findings about migrations that the newest release contains, which the report doesn't show; nil to show all.
    var released: ReleasedFindings?
    var edit: Edit?
    let rules = ProjectLint.pages

    var findings: [Finding] {
        let findings = comparison?.findings ?? lint.findings
        let hidden = Set(releasedFindings)
        return hidden.isEmpty ? findings : findings.filter { !hidden.contains($0) }
    }
    var subjects: [ReportSubject] { ReportSubject.versions(lint.versions, findings) }
    var exitCode: ExitCode {
        lint.isIncomplete ? .failed : findings.contains { $0.severity == .error } ? .findings : .success
    }

    var oldFindings: [OldFindings] {
        let compared = comparison.map {
            OldFindings(reason: .baseline, source: $0.source, findings: $0.old, remarks: remarks($0))
        }
        let hidden = releasedFindings
        let released =
            hidden.isEmpty
            ? nil
            : self.released.map { released in
                OldFindings(
                    reason: .release, source: released.tag, findings: hidden,
                    remarks: [releasedRemark].compactMap(\.self))
            }
        return [compared, released].compactMap(\.self)
    }

    /// The findings that aren't shown because they are about released migrations. Findings that are old anyway are left
    /// out.
    private var releasedFindings: [Finding] {
        let old = Set(comparison?.old ?? [])
        return released?.findings.filter { !old.contains($0) } ?? []
    }

    private var releasedRemark: String? {
        let count = releasedFindings.count
        guard let released, count > 0 else { return nil }
        return count == 1
            ? "1 finding is about a migration that \(released.tag) already contains. It doesn't affect the result; "
                + "--all shows it"
            : "\(count) findings are about migrations that \(released.tag) already contains. They don't affect the "
                + "result; --all shows them"
    }

    var contents: JSONObject {
        [
            "baseline": comparison.map(json), "findings": listedFindings.map(\.json),
            "oldFindings": comparison?.old.prefix(ReportLimit.findings).map(\.json), "omitted": omittedCount,
            "release": releasedFindings.isEmpty ? nil : released?.tag,
            "releasedFindings": releasedFindings.isEmpty
                ? nil : releasedFindings.prefix(ReportLimit.findings).map(\.json),
            "suppressedCount": lint.suppressedCount,
        ]
    }

    func page(_ context: ReportContext) -> [String] {
        let style = context.style
        var examined = ["\(Counted("version", lint.versions.count))"]
        if let comparison, !comparison.old.isEmpty {
            examined.append("\(Counted("old finding", comparison.old.count))")
        }
        if lint.suppressedCount > 0 {
            examined.append("\(Counted("finding", lint.suppressedCount)) ignored by comments")
        }
        var hint = ExplainReport.hint(findings, style)
        if comparison == nil, findings.count >= Self.manyFindings {
            hint.append(style.faint("To fail only on new findings from now on, add --write-baseline"))
        }
        // The errors come last, next to the summary.
        let groups = FindingGroup.groups(of: listedFindings)
        let ordered = [Finding.Severity.note, .warning, .error].flatMap { severity in
            groups.filter { $0.first.severity == severity }
        }
        return FindingsText(ordered, directory: context.directory, style: style).lines
            + [omission].compactMap(\.self) + (comparison.map(entries) ?? []) + [
                SummaryLine(findings, examined, style: style).text
            ] + counts(style) + [releasedRemark].compactMap(\.self).map(style.faint) + hint
    }

    /// Returns the line with the number of findings of each rule. Returns no line if there is only one finding.
    private func counts(_ style: Style) -> [String] {
        guard findings.count > 1 else { return [] }
        let counts = Dictionary(grouping: findings, by: \.code).sorted {
            ($1.value.count, $0.key) < ($0.value.count, $1.key)
        }
        return [style.faint("    " + counts.map { "\($0.value.count) \($0.key)" }.joined(separator: ", "))]
    }

    /// The minimum number of findings for which a hint suggests a baseline.
    private static let manyFindings = 10

    // MARK: The comparison

    private func entries(_ comparison: LintComparison) -> [String] {
        var lines: [String] = []
        if let edit, let file = comparison.file {
            let count = Counted("finding", edit.count)
            lines.append(
                edit.removed.isEmpty
                    ? "The baseline \(file.name) has \(count)"
                    : "Removed from the baseline \(file.name), which now has \(count):")
            lines += edit.removed.map { "  " + BaselineMessage.line($0) }
        }
        let groups = [(Self.goneRemark(comparison), comparison.gone), (Self.addedRemark(comparison), comparison.added)]
        for (remark, entries) in groups {
            guard let remark else { continue }
            lines += [remark + ":"] + entries.map { "  " + BaselineMessage.line($0) }
        }
        return lines
    }

    /// Returns sentences about the old findings, the findings that no longer occur, and the entries that were added to
    /// the baseline. They are for the report formats that contain only findings.
    private func remarks(_ comparison: LintComparison) -> [String] {
        var remarks: [String] = []
        if !comparison.old.isEmpty {
            let isOne = comparison.old.count == 1
            remarks.append(
                "\(Counted("old finding", comparison.old.count)) \(isOne ? "doesn't" : "don't") affect the result, "
                    + "because \(comparison.source) has \(isOne ? "it" : "them").")
        }
        let groups = [(Self.goneRemark(comparison), comparison.gone), (Self.addedRemark(comparison), comparison.added)]
        for (remark, entries) in groups {
            guard let remark else { continue }
            let shown = entries.prefix(5).map(BaselineMessage.line)
            let rest = entries.count > shown.count ? ["and \(entries.count - shown.count) more"] : []
            remarks.append(remark + ": " + (shown + rest).joined(separator: "; ") + ".")
        }
        return remarks
    }

    private static func goneRemark(_ comparison: LintComparison) -> String? {
        let count = comparison.gone.reduce(0) { $0 + $1.count }
        guard count > 0 else { return nil }
        let what =
            "\(Counted("finding", count)) of \(comparison.file?.name ?? comparison.source) \(count == 1 ? "is" : "are") gone"
        return comparison.file == nil ? what : "\(what). To remove \(count == 1 ? "it" : "them"), add --update-baseline"
    }

    private static func addedRemark(_ comparison: LintComparison) -> String? {
        let count = comparison.added.reduce(0) { $0 + $1.count }
        guard count > 0, let file = comparison.file, let base = comparison.base else { return nil }
        return
            "\(Counted("finding", count)) added to \(file.name) since \(base.reference) "
            + (count == 1 ? "isn't accepted" : "aren't accepted")
    }

    private func json(_ comparison: LintComparison) -> JSONObject {
        [
            "added": comparison.added.map(Self.json), "base": comparison.base?.reference,
            "commit": comparison.base?.commit, "file": comparison.file?.name, "gone": comparison.gone.map(Self.json),
            "newCount": comparison.findings.count, "oldCount": comparison.old.count,
            "removed": edit?.removed.map(Self.json), "writtenCount": edit?.count,
        ]
    }

    private static func json(_ entry: Baseline.Entry) -> JSONObject {
        [
            "code": entry.identity.code, "count": entry.count, "severity": entry.severity,
            "subject": entry.identity.subject, "what": entry.what,
        ]
    }
}

extension LintComparison {
    /// The source of the earlier findings: the baseline's path, the other commit's name, or both, such as
    /// `.permafrost-baseline.json or main`.
    fileprivate var source: String {
        let names = [file?.name, base?.reference].compactMap(\.self)
        return names.joined(separator: " or ")
    }
}
