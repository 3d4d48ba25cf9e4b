import PermafrostModel
import PermafrostProject
import PermafrostStore

/// A report's findings and the subjects that were examined. It is the input for the GitHub, SARIF, JUnit, Xcode and
/// Markdown formats.
struct FindingReport {
    let command: String
    let findings: [Finding]
    /// The findings to list, and the number and the sentence about the others: see ``Report/listedFindings``.
    let listed: [Finding]
    let omittedCount: Int?
    let omission: String?
    /// All examined subjects, including subjects without findings. Every finding belongs to a subject.
    let subjects: [ReportSubject]
    /// The documentation of the rules that the command checks, including rules without findings.
    let rules: [RulePage]
    /// The old findings, which don't affect the exit code. There is one value for each comparison.
    let old: [OldFindings]
    /// The error that ended the command; nil if there was none.
    let failure: String?
    let context: ReportContext

    init(_ report: some Report, _ context: ReportContext) {
        command = report.command
        findings = report.findings
        listed = report.listedFindings
        (omittedCount, omission) = (report.omittedCount, report.omission)
        rules = report.rules
        old = report.oldFindings
        failure = report.failure
        self.context = context
        let known = Set(report.subjects.flatMap(\.findings))
        var rest: [String: [Finding]] = [:]
        for finding in report.findings where !known.contains(finding) {
            rest[finding.location?.file ?? "project", default: []].append(finding)
        }
        let others = rest.sorted { $0.key < $1.key }.map {
            ReportSubject(suite: "files", name: $0.key, findings: $0.value)
        }
        subjects = report.subjects + others
    }

    /// The sentences about old findings and about findings that aren't listed.
    fileprivate var remarks: [String] { old.flatMap(\.remarks) + [omission].compactMap(\.self) }

    /// Whether the findings were compared with a baseline or another commit.
    var isComparison: Bool { old.contains { $0.reason == .baseline } }
}

extension FindingReport {
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
}

extension FindingReport {
    /// Findings as GitHub workflow commands, such as `::error file=…,line=…,col=…,title=…::message`. Remarks about old
    /// findings are notices.
    struct GitHubReport {
        /// The commands, one on each line. Texts in them contain no other command.
        let lines: [String]

        init(_ report: FindingReport) {
            let failure = report.failure.map { "::error title=permafrost::" + Self.escaped($0) }
            lines =
                [failure].compactMap { $0 } + report.listed.map { Self.line($0, report.context) }
                + report.remarks.map { "::notice title=permafrost::" + Self.escaped($0) }
        }

        private static func line(_ finding: Finding, _ context: ReportContext) -> String {
            let command =
                switch finding.severity {
                case .error: "error"
                case .warning: "warning"
                case .note: "notice"
                }
            var properties: [(String, String)] = []
            if let location = finding.location {
                // This format could encode a path's control characters, but all formats show them in the same way.
                properties = [
                    ("file", context.relative(location.file).visible), ("line", "\(location.line)"),
                    ("col", "\(location.column)"),
                ]
            }
            properties.append(("title", "permafrost \(finding.code)"))
            let list = properties.map { "\($0.0)=\(escapedProperty($0.1))" }.joined(separator: ",")
            return "::\(command) \(list)::" + escaped(finding.sentences.joined(separator: "\n"))
        }

        /// Returns a message with percent signs and line breaks escaped, because GitHub interprets them.
        private static func escaped(_ text: String) -> String { encoded(text).withoutCommands }

        /// Returns a property's value with percent signs, line breaks, colons and commas escaped. Colons and commas
        /// would end the value.
        private static func escapedProperty(_ text: String) -> String {
            encoded(text).replacing(":", with: "%3A").replacing(",", with: "%2C").withoutCommands
        }

        private static func encoded(_ text: String) -> String {
            text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
        }
    }
}
