import PermafrostModel
import PermafrostProject
import PermafrostStore

/// A review as Markdown for a comment on GitHub. If the text would be too long for a comment, each table and list has
/// fewer rows, and the mildest changes are omitted first. A sentence then says how to see the complete review.
struct ReviewMarkdown {
    private(set) var lines: [String] = []

    /// The maximum size in UTF-8. GitHub accepts 65,536 characters in a comment, and the action adds a line.
    static let sizeLimit = 65_000
    /// The maximum number of characters in a text. Longer texts, which a real project doesn't have, are cut.
    private static let textLimit = 600

    private let review: Review
    /// The maximum number of rows in a table and of items in a list.
    private let rowLimit: Int
    private var isCut = false

    /// Creates the Markdown of a review.
    ///
    /// - Parameter isReceived: whether the review was received as JSON, possibly from an untrusted process.
    init(_ review: Review, isReceived: Bool) {
        var shown = Self(review, isReceived: isReceived, rowLimit: .max)
        for limit in [300, 100, 30, 10, 3] where Self.size(of: shown.lines) > Self.sizeLimit {
            shown = Self(review, isReceived: isReceived, rowLimit: limit)
        }
        if Self.size(of: shown.lines) > Self.sizeLimit { shown.cut() }
        self = shown
    }

    /// Removes the last lines, so that the text fits in a comment. With thousands of groups, the text is too long even
    /// with short tables.
    private mutating func cut() {
        let end = ["", cutSentence]
        // Leave room for the line that ends the diagram.
        var size = Self.size(of: end) + 4
        lines = Array(
            lines.prefix { line in
                size += line.utf8.count + 1
                return size <= Self.sizeLimit
            })
        if lines.count(where: { $0.hasPrefix("```") }) % 2 == 1 { lines.append("```") }
        lines += end
    }

    private static func size(of lines: [String]) -> Int { lines.reduce(0) { $0 + $1.utf8.count + 1 } }

    private init(_ review: Review, isReceived: Bool, rowLimit: Int) {
        self.review = review
        self.rowLimit = rowLimit
        let base = review.base
        lines = ["## Schema review", ""]
        let summary = Self.sentence(ReviewMessage(review: review).summary)
        let place =
            "\(Self.code(base.displayName))\(base.isBehind ? ", at the common commit" : "") (\(Self.code(base.commit)))"
        lines += ["\(Self.sign(of: review)) **\(summary)** Compared with \(place).", ""]
        if isReceived {
            lines += [
                "The pull request's own workflow run wrote this review, without write access to this repository.", "",
            ]
        }
        if review.isIncomplete {
            lines += ["The review is incomplete, because some sources or fixtures can't be read.", ""]
        }
        if let omission = ReviewMessage(review: review).omission { lines += [Self.sentence(omission), ""] }
        if let diagram = ReviewDiagram(review).text {
            lines += ["```mermaid"] + diagram.split(separator: "\n").map(String.init) + ["```", ""]
        }
        addList(review.plans) { "- The plan \(Self.code($0.name)) was \($0.isAdded ? "added" : "removed")." }
        for group in review.groups { add(group) }
        if !review.remarks.isEmpty {
            lines += ["### Findings", ""]
            addList(review.remarks, Self.item)
        }
        if isCut { lines += [cutSentence, ""] }
        while lines.last == "" { lines.removeLast() }
        // Escapes count towards the size.
        lines = lines.map(PrintableText.markdown)
    }

    /// A sentence that says that the review is cut, and how to see all of it.
    private var cutSentence: String {
        "This review is shortened, because a comment on GitHub can have at most 65,536 characters. To see the rest, "
            + "run \(Self.code(ReviewMessage.command(review.base)))."
    }

    // MARK: Versions and migrations

    private mutating func add(_ group: String) {
        lines += ["### \(Self.code(group))", ""]
        let versions = review.versions.filter { $0.group == group }
        if !versions.isEmpty {
            let rows = versions.prefix(rowLimit).map { version in
                [
                    Self.sign(of: version), Self.code(version.title, isInTable: true),
                    ReviewMessage.state(of: version), Self.names(of: version.tests, isInTable: true),
                ]
            }
            lines += Table(heads: ["", "Version", "What happened", "Drift tests"], rows: rows).markdown
            addRest("version", versions.count)
        }
        for version in versions.prefix(rowLimit) where !version.changes.isEmpty {
            lines += ["#### Changes of \(Self.code(version.title))", ""]
            addTable(version.changes)
        }
        let steps = review.steps.filter { $0.group == group }
        for step in steps.prefix(rowLimit) { add(step) }
        if steps.count > rowLimit { addRest("migration", steps.count) }
    }

    private mutating func add(_ step: ReviewStep) {
        lines += [
            "#### \(Self.code(step.from)) → \(Self.code(step.to)): \(ReviewMessage.state(of: step))", "",
        ]
        if !step.changes.isEmpty { addTable(step.changes) }
        if let known = ReviewMessage.known(step) { lines += [Self.sentence(known), ""] }
        guard step.tests.isEmpty else {
            lines += ["Tests: \(Self.names(of: step.tests, isInTable: false)).", ""]
            return
        }
        let hint = ReviewMessage.scaffold(step).map { " To write one, run \(Self.code($0))." } ?? ""
        lines += ["No test covers this migration.\(hint)", ""]
    }

    private mutating func addTable(_ changes: [ReviewChange]) {
        let rows = changes.prefix(rowLimit).map { change in
            [
                Self.sign(of: change.verdict), Self.code(change.what, isInTable: true),
                change.verdict.text + (change.code.map { " (\(Self.cell($0)))" } ?? ""),
                Self.cell(change.effect ?? ""), Self.cell(change.affected ?? "nobody"),
            ]
        }
        lines += Table(heads: ["", "Change", "Verdict", "What it means", "Affects"], rows: rows).markdown
        if changes.count > rowLimit {
            isCut = true
            let rest = Array(changes.dropFirst(rowLimit))
            lines += ["", "\(Counted("more change", rest.count)): \(ReviewMessage.counts(of: rest))."]
        }
        lines.append("")
    }

    // MARK: Lists

    private mutating func addList<Element>(_ elements: [Element], _ item: (Element) -> String) {
        guard !elements.isEmpty else { return }
        lines += elements.prefix(rowLimit).map(item)
        addRest("item", elements.count)
    }

    /// Adds a blank line. If a table or list omits elements, first adds a sentence with their number.
    private mutating func addRest(_ noun: String, _ count: Int) {
        if count > rowLimit {
            isCut = true
            lines += ["", "\(Counted("more " + noun, count - rowLimit))."]
        }
        lines.append("")
    }

    private static func item(_ remark: ReviewRemark) -> String {
        let place = remark.file.map { file in code("\(file)\(remark.line.map { ":\($0)" } ?? "")") }
        let details = [
            place.map { "In \($0)." }, remark.affected.map { "**Affects:** \(ended($0))" },
            remark.fix.map { "**Fix:** \(ended($0))" },
        ].compactMap(\.self)
        return (["- \(sign(of: remark.severity)) \(escaped(remark.code)): \(ended(remark.what))"] + details)
            .joined(separator: " ")
    }

    private static func names(of tests: [ReviewTest], isInTable: Bool) -> String {
        let shown = tests.prefix(5).map { code($0.name, isInTable: isInTable) }
        let rest = tests.count > shown.count ? ["\(tests.count - shown.count) more"] : []
        return (shown + rest).joined(separator: ", ")
    }

    // MARK: Words

    private static func sign(of review: Review) -> String {
        let signs = Set(
            review.changes.map { sign(of: $0.verdict) } + review.versions.map { sign(of: $0) }
                + review.remarks.map { sign(of: $0.severity) })
        return review.isIncomplete ? "❌" : ["❌", "⚠️"].first(where: signs.contains) ?? "✅"
    }

    private static func sign(of version: ReviewVersion) -> String {
        if version.drift != nil { return "❌" }
        return version.isUndeclared || [.replaced, .removed].contains(version.freeze) ? "⚠️" : "✅"
    }

    private static func sign(of verdict: ReviewChange.Verdict) -> String {
        switch verdict {
        case .nothing, .draft, .lightweight, .custom: "✅"
        case .losesData: "⚠️"
        case .needsCode, .drift: "❌"
        }
    }

    private static func sign(of severity: Finding.Severity) -> String {
        switch severity {
        case .error: "❌"
        case .warning: "⚠️"
        case .note: "✅"
        }
    }

    /// Returns a clause as a sentence, escaped for Markdown.
    private static func sentence(_ text: String) -> String {
        let text = escaped(text)
        return text.prefix(1).uppercased() + text.dropFirst() + "."
    }

    /// Returns an escaped text with a period at its end. A text that ends with an ellipsis gets no period.
    private static func ended(_ text: String) -> String { escaped(text) + (text.hasSuffix("…") ? "" : ".") }

    private static func escaped(_ text: String) -> String { MarkdownText.escaped(clipped(text)) }

    /// Returns an escaped text for a table's cell.
    private static func cell(_ text: String) -> String { MarkdownText.escaped(clipped(text), isInTable: true) }

    private static func code(_ text: String, isInTable: Bool = false) -> String {
        MarkdownText.code(clipped(text), isInTable: isInTable)
    }

    private static func clipped(_ text: String) -> String {
        text.count > textLimit ? text.prefix(textLimit - 1) + "…" : text
    }
}
