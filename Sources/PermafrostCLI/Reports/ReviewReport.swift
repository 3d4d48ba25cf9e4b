import PermafrostModel
import PermafrostProject

/// The report of `review`, with the versions, migrations and findings of a branch.
struct ReviewReport: Report {
    let command = "review"
    /// The review. It fits in the limits of ``ReviewExcerpt``.
    let review: Review
    /// Whether the review was received as JSON, possibly from an untrusted process.
    let isReceived: Bool

    init(_ review: Review, isReceived: Bool) throws {
        self.review = try ReviewExcerpt(of: review).review
        self.isReceived = isReceived
    }

    var exitCode: ExitCode { review.isIncomplete && !isReceived ? .failed : .success }
    var contents: JSONObject { ReviewJSON(review).contents }

    func markdown(_ context: ReportContext) -> [String] { ReviewMarkdown(review, isReceived: isReceived).lines }

    func page(_ context: ReportContext) -> [String] {
        let style = context.style
        let base = review.base
        let place = "\(base.displayName)\(base.isBehind ? ", at the common commit" : "") (\(base.commit))"
        var lines = [style.bold("compared with \(place)") + ": \(ReviewMessage(review: review).summary)"]
        lines += review.plans.map { "the plan \($0.name) was \($0.isAdded ? "added" : "removed")" }
        for group in review.groups {
            lines += ["", style.bold(group)]
            for version in review.versions where version.group == group { lines += Self.lines(of: version, style) }
            for step in review.steps where step.group == group { lines += Self.lines(of: step, style) }
        }
        if !review.remarks.isEmpty { lines.append("") }
        for remark in review.remarks { lines += Self.lines(of: remark, style) }
        return lines + (ReviewMessage(review: review).omission.map { ["", $0] } ?? [])
    }

    private static func lines(of version: ReviewVersion, _ style: Style) -> [String] {
        let tests = version.tests.isEmpty ? [] : ["    drift tests: \(list(version.tests))"]
        return ["  \(version.title)  \(ReviewMessage.state(of: version))"]
            + version.changes.flatMap { lines(of: $0, style) } + tests
    }

    private static func lines(of step: ReviewStep, _ style: Style) -> [String] {
        let known = ReviewMessage.known(step).map { [style.faint("    \($0)")] } ?? []
        let hint = ReviewMessage.scaffold(step).map { ". To write one: \($0)" } ?? ""
        return ["  \(step.from) → \(step.to)  \(ReviewMessage.state(of: step))"]
            + step.changes.flatMap { lines(of: $0, style) } + known
            + [step.tests.isEmpty ? "    no test covers this migration\(hint)" : "    tests: \(list(step.tests))"]
    }

    private static func list(_ tests: [ReviewTest]) -> String { tests.map(\.name).joined(separator: ", ") }

    private static func lines(of change: ReviewChange, _ style: Style) -> [String] {
        let place = change.file.map { file in style.faint("  \(file)\(change.line.map { ":\($0)" } ?? "")") } ?? ""
        return ["    \(colored(change.verdict, style)): \(change.what)\(place)"]
            + [change.effect.map { "      \($0)" }, change.affected.map { "      affects: \($0)" }].compactMap(\.self)
    }

    private static func lines(of remark: ReviewRemark, _ style: Style) -> [String] {
        let severity =
            switch remark.severity {
            case .error: style.red("error")
            case .warning: style.yellow("warning")
            case .note: "note"
            }
        let place = remark.file.map { file in "\(file)\(remark.line.map { ":\($0)" } ?? ""): " } ?? ""
        return ["\(place)\(severity): \(style.bold(remark.what)) [\(remark.code)]"]
            + [remark.affected.map { "  affects: \($0)" }, remark.fix.map { "  fix: \($0)" }].compactMap(\.self)
    }

    private static func colored(_ verdict: ReviewChange.Verdict, _ style: Style) -> String {
        switch verdict {
        case .nothing, .draft, .lightweight, .custom: style.green(verdict.text)
        case .losesData: style.yellow(verdict.text)
        case .needsCode, .drift: style.red(verdict.text)
        }
    }
}
