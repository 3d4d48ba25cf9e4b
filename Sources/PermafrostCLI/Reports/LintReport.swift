import PermafrostModel
import PermafrostProject
import PermafrostStore

/// The report of `lint`. It has each finding with its source line, and the number of findings.
struct LintReport: Report {
    let command = "lint"
    let lint: ProjectLint
    let rules = ProjectLint.pages
    var findings: [Finding] { lint.findings }
    var subjects: [ReportSubject] { ReportSubject.versions(lint.versions, findings) }
    var exitCode: ExitCode {
        lint.isIncomplete ? .failed : findings.contains { $0.severity == .error } ? .findings : .success
    }

    var members: [(String, CanonicalJSON?)] {
        [
            ("findings", .array(findings.map { FindingJSON($0).json })),
            ("suppressedCount", .integer(Int64(lint.suppressedCount))),
        ]
    }

    func page(_ context: ReportContext) -> [String] {
        let style = context.style
        var examined = ["\(Counted("version", lint.versions.count))"]
        if lint.suppressedCount > 0 {
            examined.append("\(Counted("finding", lint.suppressedCount)) ignored by comments")
        }
        let code = findings.lazy.map(\.code).first { RulePages.page($0) != nil }
        let hint = code.map { [style.faint("For details, add --explain \($0)")] } ?? []
        return FindingsText(findings, directory: context.directory, style: style).lines
            + [SummaryLine(findings, examined, style: style).text] + hint
    }
}

extension LintReport {
    /// The report of `lint --explain`, with a rule's documentation.
    struct RulePageReport: Report {
        let command = "lint"
        let exitCode = ExitCode.success
        let rule: RulePage

        var members: [(String, CanonicalJSON?)] {
            [
                ("code", .string(rule.code)), ("failure", .string(rule.failure)), ("fix", .string(rule.fix)),
                ("name", .string(rule.name)), ("severity", .string(rule.severity.rawValue)),
                ("summary", .string(rule.summary)),
            ]
        }

        func page(_ context: ReportContext) -> [String] {
            ["\(context.style.bold(rule.code)) \(rule.name) (\(rule.severity.rawValue))", rule.summary, ""]
                + ["What it prevents:"] + Self.paragraph(rule.failure)
                + ["", "Fix:"] + Self.paragraph(rule.fix)
        }

        /// Returns a string as indented lines of at most 97 characters. A line is longer only if it is a single word.
        private static func paragraph(_ text: String) -> [String] {
            var lines: [String] = [""]
            for word in text.split(whereSeparator: \.isWhitespace) {
                let line = lines[lines.count - 1]
                if line.count + word.count > 94 {
                    lines.append(String(word))
                } else {
                    lines[lines.count - 1] = line.isEmpty ? String(word) : line + " " + word
                }
            }
            return lines.map { "  " + $0 }
        }
    }
}
