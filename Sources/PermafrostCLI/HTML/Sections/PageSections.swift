import PermafrostFixtures

/// A page's sections, in reading order.
struct PageSections {
    /// A section and the function that writes it.
    struct Section {
        let anchor: HTMLAnchor
        let title: String
        /// The section's number of entries, which the page's navigation shows; nil to show no number.
        var count: Int?
        let write: (inout HTMLWriter) -> Void
    }

    private(set) var all: [Section] = []

    init(_ page: ReportPage) {
        // Version names are unique only within a group.
        let isOne = page.chapters.count <= 1
        if let store = page.store { addStore(store) }
        for chapter in page.chapters {
            let path = isOne ? [] : [chapter.name]
            let suffix = isOne ? "" : " of \(chapter.name)"
            let links = ChapterLinks(chapter, path: path)
            all.append(
                Section(
                    anchor: HTMLAnchor(path + ["versions"]), title: "Versions\(suffix)",
                    count: chapter.versions.count
                ) {
                    TimelineSection(chapter, links).write(to: &$0)
                })
        }
        if let findings = page.findings { addFindings(findings) }
        for chapter in page.chapters {
            let path = isOne ? [] : [chapter.name]
            let suffix = isOne ? "" : " of \(chapter.name)"
            let links = ChapterLinks(chapter, path: path)
            if !chapter.differences.isEmpty {
                all.append(
                    Section(anchor: HTMLAnchor(path + ["differences"]), title: "Differences\(suffix)") {
                        DifferenceSection(chapter, links).write(to: &$0)
                    })
            }
            if chapter.versions.contains(where: { $0.model?.entities.isEmpty == false }) {
                all.append(
                    Section(anchor: HTMLAnchor(path + ["diagram"]), title: "Diagram\(suffix)") {
                        DiagramSection(chapter, links).write(to: &$0)
                    })
                let models = ModelSection(chapter, links)
                all.append(
                    Section(anchor: HTMLAnchor(path + ["models"]), title: "Models\(suffix)", count: models.count) {
                        models.write(to: &$0)
                    })
            }
        }
    }

    private mutating func addFindings(_ findings: [FindingEntry]) {
        all.append(
            Section(anchor: HTMLAnchor("findings"), title: "Findings", count: findings.count) {
                FindingSection(findings).write(to: &$0)
            })
    }

    private mutating func addStore(_ store: StoreChapter) {
        let section = StoreSection(store)
        all.append(Section(anchor: HTMLAnchor("store"), title: "Store") { section.writeFacts(to: &$0) })
        if !store.model.entities.isEmpty {
            all.append(
                Section(anchor: HTMLAnchor("diagram"), title: "Diagram") { section.writeDiagram(to: &$0) })
            all.append(
                Section(anchor: HTMLAnchor("models"), title: "Models", count: store.model.entities.count) {
                    section.writeModels(to: &$0)
                })
        }
        all.append(
            Section(anchor: HTMLAnchor("tables"), title: "Tables", count: store.tables.count) {
                section.writeTables(to: &$0)
            })
        guard !store.rows.isEmpty else { return }
        all.append(Section(anchor: HTMLAnchor("rows"), title: "Rows") { section.writeRows(to: &$0) })
    }
}
