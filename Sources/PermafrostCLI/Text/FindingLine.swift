import Foundation
import PermafrostModel
import PermafrostProject
import PermafrostSource
import PermafrostStore

/// A finding in a single line, with its location, severity, message, kind of drift, and rule code.
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
        text = "\(place)\(severity): \(style.bold(finding.what)) [\(kind)\(finding.code)]"
    }
}
