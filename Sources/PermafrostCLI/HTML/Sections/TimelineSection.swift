import PermafrostFixtures
import PermafrostModel

/// A section with the versions and their states, oldest first. Between two versions, it shows the stage and the verdict
/// on the changes.
struct TimelineSection {
    private let chapter: Chapter
    private let links: ChapterLinks

    init(_ chapter: Chapter, _ links: ChapterLinks) {
        self.chapter = chapter
        self.links = links
    }

    func write(to writer: inout HTMLWriter) {
        guard !chapter.versions.isEmpty else {
            writer.element("p", class: "quiet", "No version is declared or frozen.")
            return
        }
        writer.element("ol", class: "timeline") { list in
            for index in chapter.versions.indices {
                list.line()
                if index > 0 { writeStep(to: index, &list) }
                writeVersion(index, &list)
            }
        }
        let others = chapter.stages.filter { $0.to != $0.from + 1 }
        if !others.isEmpty {
            writer.element("ul", class: "stages") { list in
                for stage in others {
                    list.element("li") { item in
                        item.text("\(chapter.versions[stage.from].name) → \(chapter.versions[stage.to].name) ")
                        Self.write(stage, to: &item)
                    }
                }
            }
        }
    }

    private func writeVersion(_ index: Int, _ list: inout HTMLWriter) {
        let version = chapter.versions[index]
        list.element("li", [("class", "version \(version.tone.rawValue)"), ("id", links.version(index).id)]) { item in
            item.element("h3") { title in
                title.element("a", [("href", links.version(index).link)], version.name)
            }
            item.element("span", class: "pill \(version.tone.rawValue)", version.state)
            if !version.tags.isEmpty {
                item.element("ul", [("class", "tags"), ("aria-label", "Shipped at")]) { tags in
                    // Show only the first and the last tag. The version's facts list all of them.
                    let shown =
                        version.tags.count > 4
                        ? [version.tags[0], "…", version.tags[version.tags.count - 1]] : version.tags
                    for tag in shown { tags.element("li", tag) }
                }
            }
            item.element("p", class: "origin") { origin in
                if let schema = version.schema { origin.element("code", schema) }
                if let place = version.place { origin.element("span", class: "place", place) }
            }
            let facts =
                version.facts + (version.tags.count > 4 ? [("shipped at", version.tags.joined(separator: ", "))] : [])
            if !facts.isEmpty {
                item.element("details", class: "facts") { details in
                    details.element("summary", "Details")
                    FactList.write(facts, to: &details)
                }
            }
        }
    }

    private func writeStep(to index: Int, _ list: inout HTMLWriter) {
        let stage = chapter.stages.first { $0.from == index - 1 && $0.to == index }
        let difference = chapter.difference(to: index)
        list.element("li", class: "step") { item in
            if let stage { Self.write(stage, to: &item) }
            guard let difference else { return }
            item.element("a", [("href", links.difference(index - 1, index).link), ("class", "verdict")]) { link in
                let verdict = difference.verdict ?? .nothing
                link.element("span", class: "pill \(verdict.tone.rawValue)", verdict.text)
                ChangeCounts(difference.changes).write(to: &link)
            }
        }
    }

    private static func write(_ stage: Chapter.Stage, to item: inout HTMLWriter) {
        item.element("span", class: "stage") { text in
            text.element("b", stage.kind.rawValue)
            if let place = stage.place { text.element("span", class: "place", place) }
        }
    }
}
