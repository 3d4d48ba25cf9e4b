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
        let hint = lint.findings.isEmpty ? "" : style.faint("\npermafrost lint --explain CODE tells more")
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
              \(page.failure)

            What to do:
              \(page.fix)
            """
    }
}
