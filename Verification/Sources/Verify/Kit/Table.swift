/// A report as a text table, with a line for each probe and a line for every fact that isn't as predicted.
struct Table {
    let text: String

    private static let widths = [30, 46, 46]

    init(_ report: Report) {
        var lines: [String] = []
        for theme in Probe.Theme.allCases {
            let results = report.results.filter { $0.theme == theme }
            guard !results.isEmpty else { continue }
            lines += ["", theme.rawValue, Self.line(["probe", "predicted", "found", "verdict"])]
            lines.append(Self.line(Self.widths.map { String(repeating: "-", count: $0) } + ["-------"]))
            for result in results { lines += Self.lines(of: result) }
        }
        lines += ["", Self.summary(of: report)]
        text = lines.drop(while: \.isEmpty).joined(separator: "\n")
    }

    /// Returns a line with the system and the number of probes for each verdict.
    static func summary(of report: Report) -> String {
        let counts = ProbeResult.Verdict.allCases.map { "\(report.count($0)) \($0.rawValue)" }
        let frameworks = report.frameworkVersions.map(String.init).joined(separator: ", ")
        return "\(report.results.count) probes on \(report.platform) \(report.systemVersion) (\(report.architecture), "
            + "Core Data \(frameworks.isEmpty ? "version unknown" : frameworks)): \(counts.joined(separator: ", "))"
    }

    private static func lines(of result: ProbeResult) -> [String] {
        guard result.verdict != .notAsked else {
            return [line([result.probe, result.title, "needs \(result.neededSystem ?? "")", result.verdict.rawValue])]
        }
        let headline = line([
            result.probe, headline(of: result, \.predicted), headline(of: result, \.found), result.verdict.rawValue,
        ])
        return [headline]
            + result.differences.flatMap { row in
                [line(["  \(row.name)", row.predicted ?? "nothing", row.found ?? "nothing", row.verdict.rawValue])]
                    + (row.reason.map { ["    because \($0)"] } ?? [])
            }
    }

    /// Returns the most important facts that fit into the column: hashes and properties, or the outcomes of the steps.
    private static func headline(of result: ProbeResult, _ value: (ProbeResult.Row) -> String?) -> String {
        let isShape = [.shapes, .examples].contains(result.theme)
        return result.rows
            .filter { row in !["table ", "index ", "row "].contains { row.name.hasPrefix($0) } }
            .filter { row in !isShape || row.name != "making" || row.found != "done" }
            .map { row in
                let text = value(row) ?? ProbeResult.nothing
                return row.name.hasPrefix("hash of ") ? "\(text.prefix(8))" : "\(row.name): \(text)"
            }
            .joined(separator: "; ")
    }

    private static func line(_ cells: [String]) -> String {
        let last = cells.last ?? ""
        return zip(cells, widths).map { cell, width in
            let text = cell.split(whereSeparator: \.isNewline).joined(separator: " ")
            let short = text.count > width ? text.prefix(width - 1) + "…" : text[...]
            return short + String(repeating: " ", count: width - short.count)
        }.joined(separator: "  ") + "  " + last
    }
}
