import PermafrostModel
import PermafrostProject
import PermafrostSource
import PermafrostStore

/// The report of `check`: each finding with its source line, and the number of versions in each state.
struct CheckReport: Report {
    let command = "check"
    let check: ProjectCheck
    /// Whether to list the record types and fields that are derived from the models.
    var listsProduction = false
    var rules: [RulePage] {
        (ProjectCheck.pages + findings.map(\.rule)).unique.sorted { $0.code < $1.code }
    }
    var findings: [Finding] { check.findings }
    var subjects: [ReportSubject] {
        var subjects = ReportSubject.versions(check.versions.map { ($0.group, $0.version) }, findings)
        for (index, version) in check.versions.enumerated() { subjects[index].state = ListReport.state(version) }
        return subjects
    }
    var exitCode: ExitCode {
        check.isIncomplete
            ? .failed : findings.contains { $0.severity == .error } ? .findings : .success
    }

    var contents: JSONObject {
        let replacements = check.replacements.map { record -> JSONObject in
            ["fixture": record.folder, "reason": record.reason, "replaced": record.identity.hex]
        }
        return [
            "cloudKit": production?.json, "findings": listedFindings.map(\.json), "omitted": omittedCount,
            "releases": releases.json,
            "replacements": replacements.nonEmpty, "versions": check.versions.map(\.json),
        ]
    }

    private var production: ProductionMessage? {
        check.production.map { ProductionMessage($0, isComplete: listsProduction) }
    }

    private var releases: ReleaseMessage { ReleaseMessage(check.held) }

    func page(_ context: ReportContext) -> [String] {
        FindingsText(listedFindings, directory: context.directory, style: context.style).lines
            + [omission].compactMap(\.self)
            + (production?.table ?? []) + summary(context.style)
    }

    func markdown(_ context: ReportContext) -> [String] {
        MarkdownReport(FindingReport(self, context)).lines + (production?.markdown ?? [])
    }

    /// Returns the lines about CloudKit's schema for a format that contains only findings.
    func notes(_ format: ReportFormat) -> [String] {
        [.text, .json, .markdown].contains(format)
            ? [] : (production?.lines ?? []).map { "permafrost: \($0)" }
    }

    /// Returns a phrase for each state that occurs, such as `3 of 4 versions unchanged` and `1 drifted`. If all
    /// versions have the same state, returns a single phrase, such as `4 versions unchanged`.
    private static func states(_ versions: [CheckRow]) -> [String] {
        let names: [(CheckRow.Status, String)] = [
            (.unchanged, "unchanged"), (.drifted, "drifted"), (.damaged, "damaged"),
            (.missing, "with a missing fixture"), (.gone, "no longer declared"), (.notFrozen, "not frozen"),
            (.retired, "retired"), (.superseded, "superseded"), (.added, "new"),
            (.notEvaluable, "that can't be evaluated"),
        ]
        let counts = names.map { status, name in (name: name, count: versions.count { $0.status == status }) }
            .filter { $0.count > 0 }
        guard let first = counts.first else { return ["no versions"] }
        let all = Counted("version", versions.count)
        let start = counts.count == 1 ? "\(all) \(first.name)" : "\(first.count) of \(all) \(first.name)"
        return [start] + counts.dropFirst().map { "\($0.count) \($0.name)" }
    }

    private func summary(_ style: Style) -> [String] {
        let assumed = check.versions.count { $0.hashConfidence == .assumed && $0.fixture != nil }
        let assumptions =
            assumed == 0
            ? []
            : [
                style.faint(
                    "    the hashes of \(Counted("version", assumed)) aren't verified against Apple's framework")
            ]
        let frameworks = Set(check.versions.compactMap(\.framework)).sorted { $0.rawValue < $1.rawValue }
        let notes = frameworks.map { framework in
            let names = check.versions.filter { $0.framework == framework }.map { "\($0.group) \($0.version)" }
            return style.faint(
                "    the frozen store of \(names.joined(separator: ", ")) was made with \(framework.text)")
        }
        let branches = check.versions.filter { !$0.variants.isEmpty }.map { version in
            style.faint(
                "    \(version.group) \(version.version) depends on \(version.variants.joined(separator: ", ")), so "
                    + "every branch is compared")
        }
        let records =
            check.replacements.isEmpty
            ? []
            : [
                "replaced after a release: "
                    + check.replacements.map { "\($0.folder) (\($0.reason))" }.joined(separator: ", ")
            ]
        return [SummaryLine(findings, Self.states(check.versions), style: style).text] + assumptions + notes + branches
            + ((production?.lines ?? []) + records + releases.lines).map { style.faint("    " + $0) }
            + ExplainReport.hint(findings, style)
    }
}

extension CheckRow {
    var json: JSONObject {
        [
            "drift": drift, "file": location?.file, "fixture": fixture, "framework": framework, "group": group,
            "hashConfidence": hashConfidence, "line": location?.line, "schema": schema, "stageToNext": stageToNext,
            "status": status, "stores": stores.nonEmpty, "variants": variants.nonEmpty, "version": version,
            "versionChecksum": versionChecksum,
        ]
    }
}
