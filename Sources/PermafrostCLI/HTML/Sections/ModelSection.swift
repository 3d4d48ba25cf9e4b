import PermafrostFixtures
import PermafrostModel

/// A chapter's entities. If the versions declare an entity differently, the section shows each form of the entity, with
/// the changes since the previous form. A form that several versions share is shown once.
struct ModelSection {
    /// An entity as one or more versions declare it.
    private struct Form {
        let entity: Entity
        /// The positions of the versions with this form, oldest first.
        var versions: [Int]
    }

    private let chapter: Chapter
    private let links: ChapterLinks
    private let entities: [(name: String, forms: [Form])]

    var count: Int { entities.count }

    init(_ chapter: Chapter, _ links: ChapterLinks) {
        self.chapter = chapter
        self.links = links
        var forms: [String: [Form]] = [:]
        for (index, version) in chapter.versions.enumerated() {
            for entity in version.model?.entities ?? [] {
                if let known = forms[entity.name]?.firstIndex(where: { $0.entity == entity }) {
                    forms[entity.name]?[known].versions.append(index)
                } else {
                    forms[entity.name, default: []].append(Form(entity: entity, versions: [index]))
                }
            }
        }
        entities = forms.sorted { CodeUnitOrder.isBefore($0.key, $1.key) }.map { ($0.key, $0.value) }
    }

    func write(to writer: inout HTMLWriter) {
        for (name, forms) in entities {
            writer.line()
            writer.element("article", [("class", "entity"), ("data-entity", name)]) { article in
                article.element("h3", name)
                for (position, form) in forms.reversed().enumerated() {
                    write(form, of: forms.count, isNewest: position == 0, to: &article)
                }
            }
        }
    }

    private func write(_ form: Form, of count: Int, isNewest: Bool, to article: inout HTMLWriter) {
        let changes = chapter.difference(to: form.versions[0])?.changes.filter {
            $0.judged.change.entity == form.entity.name && $0.judged.change.property != nil
        }
        article.element("details", [("class", "form"), ("open", isNewest ? "" : nil)]) { details in
            details.element("summary") { summary in
                summary.text(span(form.versions))
                if let changes { ChangeCounts(changes).write(to: &summary) }
                if form.entity.isAbstract { summary.element("span", class: "quiet", "abstract") }
                if let parent = form.entity.superentity {
                    let anchor = links.entity(parent, in: form.versions[form.versions.count - 1])
                    summary.element("span", class: "quiet") { text in
                        text.text(": ")
                        text.element("a", [("href", anchor.link)], parent)
                    }
                }
            }
            for index in form.versions {
                details.element("span", [("id", links.entity(form.entity.name, in: index).id)]) { _ in }
            }
            let newest = form.versions[form.versions.count - 1]
            EntityTable.write(form.entity, since: changes ?? [], to: &details) {
                links.property($0, of: form.entity.name, in: newest).id
            }
        }
    }

    /// Returns a description of the versions at the given positions, such as `1.0.0 – 1.2.0, 2.0.0`.
    private func span(_ versions: [Int]) -> String {
        var runs: [ClosedRange<Int>] = []
        for index in versions {
            if let last = runs.last, last.upperBound == index - 1 {
                runs[runs.count - 1] = last.lowerBound...index
            } else {
                runs.append(index...index)
            }
        }
        return runs.map { run in
            let (first, last) = (chapter.versions[run.lowerBound].name, chapter.versions[run.upperBound].name)
            return run.count == 1 ? first : "\(first) – \(last)"
        }.joined(separator: ", ")
    }
}
