import PermafrostModel
import PermafrostProject
import PermafrostStore

/// The report of `history`, with the findings, a line for each schema that shipped, and a line for each fixture.
struct HistoryReport: Report {
    let command = "history"
    let history: ProjectHistory
    /// The fixtures with the commits that added them.
    let fixtures: [FixtureOrigin]
    let findings: [Finding]
    let rules = ProjectHistory.pages + ProjectCheck.pages
    var exitCode: ExitCode {
        findings.contains(where: \.isAboutSources)
            ? .failed : findings.contains { $0.severity == .error } ? .findings : .success
    }

    var contents: JSONObject {
        [
            "findings": listedFindings.map(\.json), "omitted": omittedCount, "fixtures": fixtures,
            "isShallow": history.isShallow,
            "shapes": history.shapes.map(Self.json), "tagCount": history.tagCount,
            "tagsWithoutContainer": history.tagsWithoutContainer,
        ]
    }

    func notes(_ format: ReportFormat) -> [String] {
        format.showsOnlyFindings ? (history.isShallow ? [Self.shallowNote] : []) + containerNotes : []
    }

    /// The notes about tags where the sources don't show which of a group's versions the app's containers open. The
    /// report lists every version declared at such a tag, although some may not have shipped.
    private var containerNotes: [String] {
        history.tagsWithoutContainer.sorted { $0.key < $1.key }.map { group, tags in
            let places = tags.count > 3 ? "\(tags[0]) … \(tags[tags.count - 1])" : tags.joined(separator: ", ")
            return
                "no container that opens \(group) can be read at \(places), so every version declared there is listed, "
                + "although only one of them may have shipped"
        }
    }

    /// A note about tags that may be missing from a shallow clone.
    private static let shallowNote =
        "the repository is a shallow clone, which may lack tags. To fetch all tags, run "
        + GitMessage.GitAdvice.unshallow

    func page(_ context: ReportContext) -> [String] {
        let style = context.style
        var lines: [String] = []
        var group: String?
        let width = history.shapes.map { $0.version.count }.max() ?? 0
        for shape in history.shapes {
            if shape.group != group { lines.append(style.bold(shape.group)) }
            group = shape.group
            let version = shape.version.padded(to: width)
            lines.append(
                "  \(version)  \(shape.schema)  \(shape.versionChecksum.prefix(12))  "
                    + "\(Self.state(shape, style))  \(style.faint(shape.tags.joined(separator: ", ")))")
            for (framework, checksum) in shape.variantChecksums.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                lines.append(style.faint("    \(checksum.prefix(12))  by \(framework.text)"))
            }
        }
        lines += fixtureLines(style)
        for finding in findings {
            lines += ["", FindingLine(finding, style: style).text]
            lines += FindingsText.details(of: finding)
        }
        for note in (history.isShallow ? [Self.shallowNote] : []) + containerNotes {
            lines += ["", "\(style.yellow("note")): \(note)"]
        }
        guard history.tagCount > 0 else {
            let frozen = Counted("frozen version", fixtures.count)
            return lines + [
                "", SummaryLine(findings, ["no tags", "\(frozen)"], isPassed: exitCode == .success, style: style).text,
            ]
        }
        let undescribed = history.shapes.count { !$0.isDescribed }
        let retired = history.shapes.count { if case .retired = $0.standing { true } else { false } }
        let verdict =
            undescribed > 0 ? "\(undescribed) not declared" : retired > 0 ? "all declared or retired" : "all declared"
        let shipped = Set(history.shapes.map(\.versionChecksum)).count
        let examined =
            ["\(Counted("tag", history.tagCount))"]
            + (shipped == 0 ? ["none with a schema"] : ["\(Counted("shipped schema", shipped))", verdict])
        if !lines.isEmpty { lines.append("") }
        lines.append(SummaryLine(findings, examined, isPassed: exitCode == .success, style: style).text)
        return lines
    }

    /// The lines about the fixtures. Empty if the project has none.
    private func fixtureLines(_ style: Style) -> [String] {
        guard !fixtures.isEmpty else { return [] }
        let rows = fixtures.map { fixture in
            let commit = fixture.commit.map { "added in \($0.shortID) \($0.date) \($0.subject.visible)" }
            let releases = fixture.releases.isEmpty ? "" : "  shipped in \(fixture.releases.listed)"
            return [fixture.folder, (commit ?? "not committed") + releases]
        }
        return [style.bold("Fixtures")] + Table(rows: rows).lines(indentation: "  ")
    }

    private static func state(_ shape: ShippedVersion, _ style: Style) -> String {
        if let version = shape.describedBy {
            return version == shape.version ? "as declared" : "declared as \(version)"
        }
        return switch shape.standing {
        case .superseded(let folder): "frozen in \(folder), superseded"
        case .retired: "retired"
        case .frozen, .notFrozen, .versionTaken: style.red("not declared")
        }
    }

    private static func json(_ shape: ShippedVersion) -> JSONObject {
        let (fixture, isSuperseded, isRetired): (String?, Bool, Bool) =
            switch shape.standing {
            case .superseded(let folder): (folder, true, false)
            case .retired(let folder): (folder, false, true)
            case .frozen(let folder): (folder, false, false)
            case .notFrozen, .versionTaken: (nil, false, false)
            }
        let checksums = shape.variantChecksums.map { ($0.key.rawValue, $0.value) }
        return [
            "describedBy": shape.describedBy, "fixture": fixture, "group": shape.group, "isRetired": isRetired,
            "isSuperseded": isSuperseded, "schema": shape.schema, "tags": shape.tags,
            "variantChecksums": Dictionary(uniqueKeysWithValues: checksums).nonEmpty, "version": shape.version,
            "versionChecksum": shape.versionChecksum,
        ]
    }
}
