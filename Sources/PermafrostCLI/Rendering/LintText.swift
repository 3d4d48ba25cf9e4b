import PermafrostProject

/// The report of a lint for people: each finding with its source line, then how many there are.
struct LintText {
    let text: String

    init(_ lint: ProjectLint, directory: String, output: Output) {
        let style = Style(output.isColoured)
        let errors = lint.findings.count { $0.severity == .error }
        let warnings = lint.findings.count { $0.severity == .warning }
        var counts = [Counted("version", lint.versions.count)]
        if errors > 0 { counts.append(Counted("error", errors)) }
        if warnings > 0 { counts.append(Counted("warning", warnings)) }
        let suppressed = lint.suppressedCount == 0 ? "" : style.faint(" (\(lint.suppressedCount) ignored by comments)")
        let code = lint.findings.lazy.map(\.code).first { LintRules.page($0) != nil }
        let hint = code.map { style.faint("\npermafrost lint --explain \($0) tells more") } ?? ""
        let summary = counts.map(\.description).joined(separator: ", ") + suppressed + hint
        text =
            (FindingsText(lint.findings, directory: directory, style: style).lines
            + [(errors == 0 ? style.green("ok") : style.red("failed")) + "  " + summary]).joined(separator: "\n")
    }
}

/// The documentation of a rule for people.
struct LintPageText {
    let text: String

    init(_ page: LintPage, style: Style) {
        text = """
            \(style.bold(page.code)) \(page.name) (\(page.severity.rawValue))
            \(page.summary)

            The failure that it prevents:
            \(Self.paragraph(page.failure))

            What to do:
            \(Self.paragraph(page.fix))
            """
    }

    /// Text in lines that a terminal shows whole, indented.
    private static func paragraph(_ text: String) -> String {
        var lines: [String] = [""]
        for word in text.split(whereSeparator: \.isWhitespace) {
            let line = lines[lines.count - 1]
            if line.count + word.count > 94 {
                lines.append(String(word))
            } else {
                lines[lines.count - 1] = line.isEmpty ? String(word) : line + " " + word
            }
        }
        return lines.map { "  " + $0 }.joined(separator: "\n")
    }
}
