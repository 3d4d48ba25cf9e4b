import PermafrostModel
import PermafrostProject

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
