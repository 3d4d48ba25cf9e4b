import PermafrostFixtures
import PermafrostModel
import PermafrostProject

/// The report of `permafrost` without a command: five lines about a project's state, the next command, and the parts of
/// the setup that lack something.
struct OverviewReport: Report {
    let command = "overview"
    let check: ProjectCheck
    let lint: LintReport
    let fixtures: SetupState.Fixtures
    /// The parts of the project's setup.
    let parts: [SetupPart]
    /// The project's groups with their declared versions.
    let groups: [VersionGroup]
    /// The findings about problems in the sources. If there is an error, the report may be incomplete.
    let findings: [Finding]
    /// A function that returns the command line for running a command on the report's project.
    let commandLine: (String) -> String

    var exitCode: ExitCode { check.isIncomplete || lint.lint.isIncomplete ? .failed : .success }
    var contents: JSONObject { ["findings": listedFindings.map(\.json), "omitted": omittedCount, "parts": parts] }

    func page(_ context: ReportContext) -> [String] {
        let rows = [
            ("project", project), ("frozen", frozen), ("drift", drift(context.style)),
            ("lint", lintText(context.style)),
            ("setup", setup), ("next", next),
        ]
        return rows.map { context.style.faint($0.0.padded(to: 9)) + $0.1 } + setupLines(context.style)
    }

    /// The lines about the parts that lack something, each with its command.
    private func setupLines(_ style: Style) -> [String] {
        guard !incomplete.isEmpty else { return [] }
        let width = incomplete.map(\.name.count).max() ?? 0
        let start = SetupPart.State.needsWork.text.count
        var lines = [""]
        for part in incomplete {
            let state = style.yellow(part.state.text.padded(to: start))
            lines.append("\(state)  \(part.name.padded(to: width))  \(part.text)")
            if let command = part.command { lines.append(String(repeating: " ", count: start + width + 4) + command) }
        }
        return lines
    }

    private var incomplete: [SetupPart] { parts.filter(\.state.isIncomplete) }

    // MARK: Lines

    private var project: String {
        let known = groups.filter { !$0.schemas.isEmpty }
        let names = known.prefix(3).map(\.name) + (known.count > 3 ? ["\(known.count - 3) more groups"] : [])
        let count = Counted("version", known.reduce(0) { $0 + $1.schemas.count })
        guard let group = known.first, known.count == 1, let newest = group.newest?.version else {
            return "\(Array(names).listed): \(count)"
        }
        return "\(group.name): \(count), newest \(newest)"
    }

    private var frozen: String {
        guard fixtures.frozenCount > 0 else {
            return fixtures.below.isEmpty ? "nothing" : "nothing in this folder. See \(fixtures.below.listed)"
        }
        let frozen = "\(Counted("version", fixtures.frozenCount))"
        return fixtures.unfrozen.isEmpty ? frozen : "\(frozen), not yet \(fixtures.unfrozenText)"
    }

    private func drift(_ style: Style) -> String {
        guard fixtures.frozenCount > 0 else { return "nothing to compare" }
        let changed = check.versions.filter { ![.unchanged, .notFrozen, .superseded, .added].contains($0.status) }
        if changed.isEmpty {
            return fixtures.errorCount == 0 ? "none" : style.red("\(Counted("error", fixtures.errorCount))")
        }
        let names = changed.prefix(3).map { "\($0.version) \(ListReport.state($0))" }
        return style.red((names + (changed.count > 3 ? ["\(changed.count - 3) more"] : [])).joined(separator: ", "))
    }

    private func lintText(_ style: Style) -> String {
        let counts = SummaryLine.counts(lint.findings)
        let old = lint.oldFindings.reduce(0) { $0 + $1.findings.count }
        let text = (counts + (old > 0 ? ["\(Counted("old finding", old))"] : [])).joined(separator: ", ")
        if text.isEmpty { return "no findings" }
        return lint.findings.contains { $0.severity == .error } ? style.red(text) : text
    }

    private var setup: String {
        incomplete.isEmpty ? "complete" : "\(Counted("step", incomplete.count)) left"
    }

    /// The advice about the next step, which ends with a command that the user can copy.
    private var next: String {
        if exitCode == .failed { return "see which sources can't be read: \(commandLine("check"))" }
        if let project = fixtures.below.first {
            return "check each project: \(commandLine("check --project \(project.asShellWord)"))"
        }
        if fixtures.frozenCount == 0 { return "freeze what shipped: \(fixtures.start.line(commandLine))" }
        if fixtures.errorCount > 0 { return "see what changed, and how to fix it: \(commandLine("check"))" }
        if lint.findings.contains(where: { $0.severity == .error }) {
            return "see what SwiftData will reject or lose: \(commandLine("lint"))"
        }
        if fixtures.isAdoptable { return "freeze what shipped: \(SetupState.Start.adopt.line(commandLine))" }
        if let version = fixtures.unfrozen.first {
            let command = fixtures.isAmbiguous ? "freeze --all" : "freeze \(version.asShellWord)"
            return "freeze \(version) before it ships: \(commandLine(command))"
        }
        if let part = incomplete.first { return "set up the \(part.name): \(part.command ?? part.text)" }
        return "all is well. After you change a model: \(commandLine("new-version"))"
    }
}
