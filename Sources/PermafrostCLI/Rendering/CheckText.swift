import PermafrostDeclarations
import PermafrostModel
import PermafrostProject

/// The report of a check for people: each finding with its source line, then how many versions stand how.
struct CheckText {
    let text: String

    init(_ check: ProjectCheck, directory: String, output: Output) {
        let style = Style(output.isColoured)
        let findings = FindingsText(check.findings, directory: directory, style: style)
        text = (findings.lines + [Self.summary(check, style)]).joined(separator: "\n")
    }

    private static func summary(_ check: ProjectCheck, _ style: Style) -> String {
        let statuses: [(VersionReport.Status, String)] = [
            (.unchanged, "unchanged"), (.drifted, "drifted"), (.formerMapping, "of a former mapping"),
            (.damaged, "damaged"), (.gone, "no longer declared"),
            (.notFrozen, "not frozen"), (.superseded, "superseded"), (.added, "new"), (.notEvaluable, "not evaluable"),
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
        let frameworks = Set(check.versions.compactMap(\.framework)).sorted { $0.rawValue < $1.rawValue }
        let notes = frameworks.map { framework in
            let names = check.versions.filter { $0.framework == framework }.map { "\($0.group) \($0.version)" }
            return style.faint("\n    \(framework.text) made the frozen store of \(names.joined(separator: ", "))")
        }.joined()
        let isFine = !check.findings.contains { $0.severity == .error }
        return (isFine ? style.green("ok") : style.red("failed")) + "  " + counts + note + notes
    }
}
