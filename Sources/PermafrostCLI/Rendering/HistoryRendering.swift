import PermafrostModel
import PermafrostProject

/// The shapes that shipped, for people: a line each, then what is wrong.
struct HistoryText {
    let text: String

    init(_ history: ProjectHistory, _ findings: [Finding], style: Style) {
        var lines: [String] = []
        var group: String?
        let width = history.shapes.map { $0.version.count }.max() ?? 0
        for shape in history.shapes {
            if shape.group != group { lines.append(style.bold(shape.group)) }
            group = shape.group
            let version = shape.version + String(repeating: " ", count: width - shape.version.count)
            let state = shape.describedBy.map { $0 == shape.version ? "as declared" : "declared as \($0)" }
            lines.append(
                "  \(version)  \(shape.schema)  \(shape.versionChecksum.prefix(12))  "
                    + "\(state ?? style.red("no version has this shape"))  \(style.faint(shape.tags.joined(separator: ", ")))"
            )
        }
        for finding in findings {
            let wording = FindingWording(finding)
            lines += ["", FindingLine(finding, style: style).text]
            if let affected = wording.affected { lines.append("  who is hit: \(affected).") }
            if let fix = wording.fix { lines.append("  what to do: \(fix).") }
        }
        let undescribed = history.shapes.count { $0.describedBy == nil }
        let tags = "\(history.tagCount) tag\(history.tagCount == 1 ? "" : "s")"
        let shapes = "\(history.shapes.count) shape\(history.shapes.count == 1 ? "" : "s")"
        lines += [
            "",
            (findings.isEmpty ? style.green("ok") : style.red("failed"))
                + "  \(tags): \(shapes), \(undescribed) that no version has",
        ]
        text = lines.joined(separator: "\n")
    }
}

/// The shapes that shipped, as JSON.
struct HistoryJSON {
    let json: CanonicalJSON

    init(_ history: ProjectHistory, _ findings: [Finding], code: ExitCode) {
        json = .object([
            ("command", .string("history")), ("exitCode", .integer(Int64(code.rawValue))),
            ("findings", .array(findings.map { FindingJSON($0).json })), ("formatVersion", .integer(1)),
            ("shapes", .array(history.shapes.map(Self.shape))), ("tagCount", .integer(Int64(history.tagCount))),
        ])
    }

    private static func shape(_ shape: ProjectHistory.Shape) -> CanonicalJSON {
        .object([
            ("describedBy", shape.describedBy.map { .string($0) }), ("group", .string(shape.group)),
            ("schema", .string(shape.schema)), ("tags", .strings(shape.tags)), ("version", .string(shape.version)),
            ("versionChecksum", .string(shape.versionChecksum)),
        ])
    }
}
