import PermafrostModel
import PermafrostProject

/// The shapes that shipped, for people: a line each, then what is wrong.
struct HistoryText {
    let text: String

    /// That there may be more tags than were replayed.
    static let shallowNote =
        "the repository is a shallow clone, which may lack tags; to read them all: \(GitAdvice.unshallow)"

    init(_ history: ProjectHistory, _ findings: [Finding], style: Style) {
        var lines: [String] = []
        var group: String?
        let width = history.shapes.map { $0.version.count }.max() ?? 0
        for shape in history.shapes {
            if shape.group != group { lines.append(style.bold(shape.group)) }
            group = shape.group
            let version = shape.version + String(repeating: " ", count: width - shape.version.count)
            lines.append(
                "  \(version)  \(shape.schema)  \(shape.versionChecksum.prefix(12))  "
                    + "\(Self.state(shape, style))  \(style.faint(shape.tags.joined(separator: ", ")))")
            for (framework, checksum) in shape.variantChecksums.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                lines.append(style.faint("    \(checksum.prefix(12))  by \(framework.text)"))
            }
        }
        for finding in findings {
            let wording = FindingWording(finding)
            lines += ["", FindingLine(finding, style: style).text]
            if let affected = wording.affected { lines.append("  who is hit: \(affected).") }
            if let fix = wording.fix { lines.append("  what to do: \(fix).") }
        }
        if history.isShallow {
            lines += ["", "\(style.yellow("note")): \(Self.shallowNote)"]
        }
        let undescribed = history.shapes.count { !$0.isDescribed }
        let tags = "\(history.tagCount) tag\(history.tagCount == 1 ? "" : "s")"
        let shapes = "\(history.shapes.count) shape\(history.shapes.count == 1 ? "" : "s")"
        if !lines.isEmpty { lines.append("") }
        lines.append(
            (findings.isEmpty ? style.green("ok") : style.red("failed"))
                + "  \(tags): \(shapes), \(undescribed) that no version has")
        text = lines.joined(separator: "\n")
    }

    private static func state(_ shape: ProjectHistory.Shape, _ style: Style) -> String {
        if let version = shape.describedBy {
            return version == shape.version ? "as declared" : "declared as \(version)"
        }
        guard case .superseded(let folder) = shape.standing else { return style.red("no version has this shape") }
        return "frozen in \(folder), superseded"
    }
}

/// The shapes that shipped, as JSON.
struct HistoryJSON {
    let json: CanonicalJSON

    init(_ history: ProjectHistory, _ findings: [Finding], code: ExitCode) {
        json = .object([
            ("command", .string("history")), ("exitCode", .integer(Int64(code.rawValue))),
            ("findings", .array(findings.map { FindingJSON($0).json })), ("formatVersion", .integer(1)),
            ("isShallow", .boolean(history.isShallow)),
            ("shapes", .array(history.shapes.map(Self.shape))), ("tagCount", .integer(Int64(history.tagCount))),
        ])
    }

    private static func shape(_ shape: ProjectHistory.Shape) -> CanonicalJSON {
        let (fixture, isSuperseded): (String?, Bool) =
            switch shape.standing {
            case .superseded(let folder): (folder, true)
            case .frozen(let folder): (folder, false)
            case .notFrozen, .versionTaken: (nil, false)
            }
        return .object([
            ("describedBy", shape.describedBy.map { .string($0) }), ("fixture", fixture.map { .string($0) }),
            ("group", .string(shape.group)), ("isSuperseded", .boolean(isSuperseded)),
            ("schema", .string(shape.schema)), ("tags", .strings(shape.tags)),
            (
                "variantChecksums",
                shape.variantChecksums.isEmpty
                    ? nil : .object(shape.variantChecksums.map { ($0.key.rawValue, .string($0.value)) })
            ),
            ("version", .string(shape.version)),
            ("versionChecksum", .string(shape.versionChecksum)),
        ])
    }
}
