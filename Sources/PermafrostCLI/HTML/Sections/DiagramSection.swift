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
        DiagramLegend.write(to: &writer, marksChanges: chapter.versions.count > 1)
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
                DiagramZoom.write(to: &details)
            }
        }
    }
}
