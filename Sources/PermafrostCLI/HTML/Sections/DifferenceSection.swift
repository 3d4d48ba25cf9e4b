import PermafrostFixtures
import PermafrostModel

/// The differences between consecutive versions. Changes are grouped by entity, with old and new side by side. The
/// differences between other pairs are in the page's data, and the script shows them in the same way.
struct DifferenceSection {
    private let chapter: Chapter
    private let links: ChapterLinks

    init(_ chapter: Chapter, _ links: ChapterLinks) {
        self.chapter = chapter
        self.links = links
    }

    func write(to writer: inout HTMLWriter) {
        if chapter.differences.contains(where: { $0.to != $0.from + 1 }) { writeChoice(to: &writer) }
        let steps = chapter.steps
        for step in steps {
            writer.line()
            let isOpen = step.to == steps.last?.to || steps.count <= 3
            let anchor = links.difference(step.from, step.to)
            writer.element("details", [("class", "pair"), ("id", anchor.id), ("open", isOpen ? "" : nil)]) { pair in
                pair.element("summary") { writeSummary(step, to: &$0) }
                writeBody(step, to: &pair)
            }
        }
    }

    /// Writes the controls for choosing two versions, which require the script.
    private func writeChoice(to writer: inout HTMLWriter) {
        writer.element("form", [("class", "choice needs-script"), ("data-chapter", chapter.name)]) { form in
            for (name, label) in [("from", "From"), ("to", "to")] {
                form.element("label") { field in
                    field.text(label + " ")
                    field.element("select", [("name", name)]) { select in
                        for (index, version) in chapter.versions.enumerated() {
                            let isChosen = name == "from" ? index == 0 : index == chapter.versions.count - 1
                            select.element(
                                "option", [("value", "\(index)"), ("selected", isChosen ? "" : nil)], version.name)
                        }
                    }
                }
            }
            form.element("button", [("type", "submit")], "Compare")
        }
        writer.element("div", [("class", "chosen"), ("data-chapter", chapter.name), ("aria-live", "polite")]) { _ in }
    }

    private func writeSummary(_ difference: Difference, to summary: inout HTMLWriter) {
        let verdict = difference.verdict ?? .nothing
        summary.element(
            "span", class: "names",
            "\(chapter.versions[difference.from].name) → \(chapter.versions[difference.to].name)")
        summary.element("span", class: "pill \(verdict.tone.rawValue)", verdict.text)
        ChangeCounts(difference.changes).write(to: &summary)
        summary.element("span", class: "quiet", difference.identity)
    }

    private func writeBody(_ difference: Difference, to writer: inout HTMLWriter) {
        if difference.changes.isEmpty { writer.element("p", class: "quiet", "No difference.") }
        for question in difference.questions {
            writer.element("p", class: "notice warning", question)
        }
        for (entity, changes) in difference.byEntity {
            writer.element("div", class: "changes") { block in
                writeEntity(entity, changes, difference, to: &block)
            }
        }
    }

    private func writeEntity(
        _ entity: String?, _ changes: [Difference.Change], _ difference: Difference, to block: inout HTMLWriter
    ) {
        let whole = changes.first { $0.subject == nil && ($0.mark == .added || $0.mark == .removed) }
        let index = whole?.mark == .removed ? difference.from : difference.to
        block.element("h4") { title in
            if let whole { title.element("span", class: "sign \(whole.mark.rawValue)", whole.mark.sign) }
            if let entity {
                title.element("a", [("href", links.entity(entity, in: index).link)], entity)
            } else {
                title.text("Schema")
            }
        }
        block.element("table", class: "sides") { table in
            table.element("thead") { head in
                head.element("tr") { row in
                    row.element("th", [("scope", "col")], "What")
                    row.element("th", [("scope", "col")], chapter.versions[difference.from].name)
                    row.element("th", [("scope", "col")], chapter.versions[difference.to].name)
                    row.element("th", [("scope", "col")], "Consequence")
                }
            }
            table.element("tbody") { body in
                for change in changes { writeRow(change, entity, difference, to: &body) }
            }
        }
    }

    private func writeRow(
        _ change: Difference.Change, _ entity: String?, _ difference: Difference, to body: inout HTMLWriter
    ) {
        let names = (chapter.versions[difference.from].name, chapter.versions[difference.to].name)
        body.element("tr", class: change.mark.rawValue) { row in
            row.element("th", [("scope", "row")]) { cell in
                cell.element("span", class: "sign \(change.mark.rawValue)", change.mark.sign)
                let index = change.mark == .removed || change.mark == .renamed ? difference.from : difference.to
                if let entity, let property = change.judged.change.property, let subject = change.subject {
                    cell.element("a", [("href", links.property(property, of: entity, in: index).link)], subject)
                } else {
                    cell.text(change.judged.change.aspect.rawValue)
                }
            }
            let (old, new) = sides(change, entity, difference)
            for (style, side, text) in [("old", names.0, old), ("new", names.1, new)] {
                row.element("td", [("class", style), ("data-side", side)]) { cell in
                    cell.element("span", class: text == nil ? "none" : "value", text ?? "—")
                }
            }
            row.element("td", class: "consequence") { cell in
                cell.element("p") { line in
                    line.element(
                        "span", class: "pill \(change.judged.verdict.tone.rawValue)", change.judged.verdict.text)
                    line.text(" " + change.wording.what)
                }
                cell.element("p", class: "advice", change.advice)
                if let place = change.place { cell.element("p", class: "place", place) }
            }
        }
    }

    /// Returns the texts for the old and the new side of a change; nil for a side without a value. If an entity was
    /// added or removed, the text lists its properties.
    private func sides(
        _ change: Difference.Change, _ entity: String?, _ difference: Difference
    ) -> (old: String?, new: String?) {
        var (old, new) = (change.judged.change.before, change.judged.change.after)
        if let entity, change.subject == nil {
            func properties(_ index: Int) -> String? {
                chapter.versions[index].model?.entity(named: entity)?.properties.map(\.name).joined(separator: ", ")
            }
            if change.mark == .added { new = properties(difference.to) }
            if change.mark == .removed { old = properties(difference.from) }
        }
        return (old, new)
    }
}
