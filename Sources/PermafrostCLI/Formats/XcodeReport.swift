/// Findings as compiler diagnostics, with one line for each. Paths are absolute, because Xcode doesn't link
/// relative paths. Remarks about old findings are notes.
struct XcodeReport {
    let lines: [String]

    init(_ report: FindingReport) {
        lines =
            report.listed.map { finding in
                let place =
                    finding.location.map { "\(report.context.absolute($0.file)):\($0.line):\($0.column): " } ?? ""
                let words = finding.sentences.joined(separator: " ")
                return "\(place)\(finding.severity.rawValue): \(words) [\(finding.code)]"
            } + report.remarks.map { "note: \($0)" }
    }
}
