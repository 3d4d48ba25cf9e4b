import Foundation
import PermafrostDeclarations
import PermafrostModel
import PermafrostProject

/// The report of a check for people: each finding with its source line, then how many versions stand how.
struct CheckText {
    let text: String

    init(_ check: ProjectCheck, directory: String, output: Output) {
        let style = Style(output.isColoured)
        var lines: [String] = []
        var excerpts = SourceExcerpts(directory: directory)
        for finding in check.findings {
            lines.append(FindingLine(finding, style: style).text)
            if let location = finding.location, let excerpt = excerpts.excerpt(location) { lines.append(excerpt) }
            let wording = FindingWording(finding)
            if let affected = wording.affected { lines.append("  who is hit: \(affected).") }
            if let fix = wording.fix { lines.append("  what to do: \(fix).") }
            lines.append("")
        }
        lines.append(Self.summary(check, style))
        text = lines.joined(separator: "\n")
    }

    private static func summary(_ check: ProjectCheck, _ style: Style) -> String {
        let statuses: [(VersionReport.Status, String)] = [
            (.unchanged, "unchanged"), (.drifted, "drifted"), (.damaged, "damaged"), (.gone, "no longer declared"),
            (.notFrozen, "not frozen"), (.superseded, "superseded"), (.notEvaluable, "not evaluable"),
        ]
        let parts = statuses.compactMap { status, name in
            let count = check.versions.count { $0.status == status }
            return count == 0 ? nil : "\(count) \(name)"
        }
        let assumed = check.versions.count { $0.hashConfidence == "assumed" && $0.fixture != nil }
        let counts =
            "\(check.versions.count) version\(check.versions.count == 1 ? "" : "s"): "
            + (parts.isEmpty ? "none" : parts.joined(separator: ", "))
        let note = assumed == 0 ? "" : style.faint(" (\(assumed) with shapes whose hash is assumed, not proven)")
        let isFine = !check.findings.contains { $0.severity == .error }
        return (isFine ? style.green("ok") : style.red("failed")) + "  " + counts + note
    }
}

/// One finding in one line: place, severity, what, kind and code.
struct FindingLine {
    let text: String

    init(_ finding: Finding, style: Style) {
        let severity =
            switch finding.severity {
            case .error: style.red("error")
            case .warning: style.yellow("warning")
            case .note: "note"
            }
        let place = finding.location.map { "\($0): " } ?? ""
        let kind = finding.change.map { "\($0.kind.rawValue) drift, " } ?? ""
        text = "\(place)\(severity): \(style.bold(FindingWording(finding).what)) [\(kind)\(finding.code)]"
    }
}

/// Lines of a project's sources with a caret below a column.
struct SourceExcerpts {
    private let directory: String
    private var lines: [String: [String]] = [:]

    init(directory: String) { self.directory = directory }

    /// The line of a Swift file and a caret; nil where there is none.
    mutating func excerpt(_ location: SourceLocation) -> String? {
        guard location.file.hasSuffix(".swift") else { return nil }
        if lines[location.file] == nil {
            let data = FileManager.default.contents(atPath: directory + "/" + location.file) ?? Data()
            lines[location.file] = String(decoding: data, as: UTF8.self)
                .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init)
        }
        guard let file = lines[location.file], file.indices.contains(location.line - 1) else { return nil }
        let line = file[location.line - 1].replacing("\t", with: " ")
        guard line.count <= 300 else { return nil }
        let column = String(decoding: Array(line.utf8.prefix(max(0, location.column - 1))), as: UTF8.self).count
        let number = "\(location.line)"
        let margin = String(repeating: " ", count: number.count)
        return "  \(number) | \(line)\n  \(margin) | \(String(repeating: " ", count: column))^"
    }
}
