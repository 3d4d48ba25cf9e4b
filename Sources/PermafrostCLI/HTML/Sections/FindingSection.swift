import PermafrostFixtures
import PermafrostModel

/// A section with the findings, errors first. Each finding has its source line, the affected users, the fix, and its
/// rule's documentation.
struct FindingSection {
    private let entries: [FindingEntry]

    init(_ entries: [FindingEntry]) { self.entries = entries }

    func write(to writer: inout HTMLWriter) {
        if entries.isEmpty { writer.element("p", class: "quiet", "None.") }
        for (index, entry) in entries.enumerated() {
            writer.line()
            let tone = entry.finding.severity.tone.rawValue
            writer.element("article", [("class", "finding \(tone)"), ("id", "finding-\(index + 1)")]) { article in
                Self.write(entry, to: &article)
            }
        }
    }

    private static func write(_ entry: FindingEntry, to article: inout HTMLWriter) {
        let finding = entry.finding
        article.element("h3") { title in
            title.element("span", class: "pill \(finding.severity.tone.rawValue)", finding.severity.rawValue)
            title.element("span", class: "what", finding.what)
        }
        article.element("p", class: "where") { line in
            line.element("code", finding.code)
            let kind = finding.change.map { "\($0.kind.rawValue) drift" }
            let about: [String?] = [
                entry.commands.joined(separator: ", "), kind, finding.groups.joined(separator: ", "), finding.version,
            ]
            for part in about.compactMap({ $0 }) where !part.isEmpty { line.element("span", part) }
            if let location = finding.location { line.element("span", class: "place", location.description) }
        }
        if !entry.excerpt.isEmpty { article.element("pre", class: "excerpt", entry.excerpt) }
        if let affected = finding.affected { write("Affects", affected, to: &article) }
        if let fix = finding.fix { write("Fix", fix, to: &article) }
        article.element("details", class: "rule") { details in
            let rule = finding.rule
            details.element("summary", "\(rule.code) \(rule.name): \(rule.summary)")
            details.element("p", rule.failure)
            details.element("p", rule.fix)
        }
    }

    private static func write(_ name: String, _ text: String, to article: inout HTMLWriter) {
        article.element("p", class: "word") { line in
            line.element("b", name)
            line.text(" \(text).")
        }
    }
}

extension HTMLWriter {
    /// Writes an element with lines of text, separated by line breaks.
    fileprivate mutating func element(_ name: StaticString, class style: String, _ lines: [String]) {
        element(name, class: style) { block in
            for (index, line) in lines.enumerated() {
                if index > 0 { block.line() }
                block.text(line)
            }
        }
    }
}
