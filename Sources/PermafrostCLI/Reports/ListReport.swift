import PermafrostModel
import PermafrostProject

/// The report of `list`, with a table of each group's versions.
struct ListReport: Report {
    let command = "list"
    let list: VersionList
    /// The findings about problems in the sources. If one of them is an error, the list may be incomplete.
    var findings: [Finding] { list.findings }
    var exitCode: ExitCode { list.isIncomplete ? .failed : .success }

    var contents: JSONObject {
        ["findings": listedFindings.map(\.json), "omitted": omittedCount, "versions": list.versions.map(\.json)]
    }

    func page(_ context: ReportContext) -> [String] {
        let style = context.style
        var lines: [String] = []
        let byGroup = Dictionary(grouping: list.versions, by: \.group)
        for group in list.versions.map(\.group).unique {
            let versions = byGroup[group] ?? []
            lines.append(style.bold(group))
            let rows = versions.map {
                [$0.version, $0.schema ?? "", Self.state($0), $0.stageText, style.faint($0.placeText)]
            }
            for (version, line) in zip(versions, Table(rows: rows).lines(indentation: "  ")) {
                lines.append(line)
                lines += version.stores.map { "    store \($0)" }
            }
        }
        return lines.isEmpty ? ["No version is declared or frozen."] : lines
    }

    /// Returns a version's state in a few words, such as `not frozen`.
    static func state(_ report: CheckRow) -> String {
        switch report.status {
        case .unchanged: "frozen"
        case .drifted: "drifted" + (report.drift.map { " (\($0.rawValue))" } ?? "")
        case .damaged: "damaged"
        case .notFrozen: "not frozen"
        case .gone: "frozen, no longer declared"
        case .retired: "retired"
        case .superseded: "frozen, superseded"
        case .added: "new"
        case .missing: "fixture missing"
        case .notEvaluable: "can't be evaluated"
        }
    }
}

extension CheckRow {
    fileprivate var stageText: String { stageToNext.map { "\($0.rawValue) →" } ?? "" }
    fileprivate var placeText: String { location.map(\.description) ?? "" }
}
