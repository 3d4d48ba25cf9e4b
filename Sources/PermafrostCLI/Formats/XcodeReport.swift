import PermafrostProject

/// Findings as compilers write them, one line each, with paths from the root: Xcode links no others.
struct XcodeReport {
    let lines: [String]

    init(_ report: FindingReport) {
        lines = report.findings.map { finding in
            let place = finding.location.map { "\(report.context.absolute($0.file)):\($0.line):\($0.column): " } ?? ""
            let words = finding.sentences.joined(separator: " ")
            return "\(place)\(finding.severity.rawValue): \(words) [\(finding.code)]"
        }
    }
}
