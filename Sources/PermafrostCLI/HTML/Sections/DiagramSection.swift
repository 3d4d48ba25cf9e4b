import PermafrostFixtures
import PermafrostModel

/// A diagram of each version's entities, with the changes since the previous version marked. The newest diagram is
/// expanded.
struct DiagramSection {
    private let chapter: Chapter
    private let links: ChapterLinks

    init(_ chapter: Chapter, _ links: ChapterLinks) {
        self.chapter = chapter
        self.links = links
    }

    func write(to writer: inout HTMLWriter) {
        DiagramSection.Legend.write(to: &writer, marksChanges: chapter.versions.count > 1)
        let drawn = chapter.versions.indices.filter { chapter.versions[$0].model?.entities.isEmpty == false }
        for index in drawn.reversed() {
            guard let model = chapter.versions[index].model else { continue }
            writer.line()
            writer.element("details", [("class", "drawing"), ("open", index == drawn.last ? "" : nil)]) { details in
                let difference = chapter.difference(to: index)
                details.element("summary") { summary in
                    summary.element("span", class: "names", chapter.versions[index].name)
                    if let difference { ChangeCounts(difference.changes).write(to: &summary) }
                }
                let diagram = EntityDiagram(model, difference, title: chapter.versions[index].name)
                details.element("div", class: "canvas") { canvas in
                    diagram.write(to: &canvas) { node in
                        // A removed entity is shown in the version that removed it.
                        links.entity(node.name, in: node.mark == .removed ? index - 1 : index)
                    }
                }
                DiagramSection.Zoom.write(to: &details)
            }
        }
    }
}

extension DiagramSection {
    /// A legend for the signs in a diagram.
    enum Legend {
        static func write(to writer: inout HTMLWriter, marksChanges: Bool) {
            writer.element("p", class: "legend") { legend in
                for (style, words) in [("e1", "one"), ("e0", "one or none"), ("en", "many"), ("ei i", "inherits from")]
                {
                    legend.element("span") { entry in
                        entry.element("svg", [("viewBox", "0 0 34 14"), ("aria-hidden", "true")]) { svg in
                            svg.element("path", [("class", "e \(style)"), ("d", "M2 7H32")]) { _ in }
                        }
                        entry.text(words)
                    }
                }
                guard marksChanges else { return }
                for mark in [Difference.Change.Mark.added, .changed, .renamed, .removed] {
                    legend.element("span") { entry in
                        // If only the name changed, the box is marked as changed.
                        if mark != .renamed { entry.element("i", class: mark.rawValue, "") }
                        entry.text("\(mark.sign) \(mark.rawValue)")
                    }
                }
            }
        }
    }
}

extension DiagramSection {
    /// The buttons for resizing a diagram, which require the script.
    enum Zoom {
        static func write(to writer: inout HTMLWriter) {
            writer.element("div", class: "zoom needs-script") { bar in
                for (action, sign, name) in [
                    ("out", "−", "Smaller"), ("in", "+", "Larger"), ("fit", "Fit", "Fit"), ("full", "1:1", "Full size"),
                ] {
                    bar.element("button", [("type", "button"), ("data-zoom", action), ("aria-label", name)], sign)
                }
                bar.element("output") { _ in }
            }
        }
    }
}
