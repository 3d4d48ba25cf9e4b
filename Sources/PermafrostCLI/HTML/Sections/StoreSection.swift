import PermafrostFixtures
import PermafrostModel

/// The sections about a store: its facts, diagram, models, tables and rows.
struct StoreSection {
    private let store: StoreChapter

    init(_ store: StoreChapter) { self.store = store }

    func writeFacts(to writer: inout HTMLWriter) {
        writer.element("div", class: "card") { card in
            FactList.write(store.facts, to: &card)
            card.element("p", class: "quiet", store.origin)
        }
    }

    func writeDiagram(to writer: inout HTMLWriter) {
        DiagramLegend.write(to: &writer, marksChanges: false)
        writer.element("div", class: "drawing") { drawing in
            drawing.element("div", class: "canvas") { canvas in
                EntityDiagram(store.model, nil, title: "Entities").write(to: &canvas) { HTMLAnchor($0.name) }
            }
            DiagramZoom.write(to: &drawing)
        }
    }

    func writeModels(to writer: inout HTMLWriter) {
        let counts = Dictionary(store.entities.map { ($0.name, $0.text) }) { first, _ in first }
        for entity in store.model.entities {
            writer.line()
            writer.element("article", [("class", "entity"), ("data-entity", entity.name)]) { article in
                article.element("h3", [("id", HTMLAnchor(entity.name).id)], entity.name)
                article.element("p", class: "quiet") { line in
                    line.text(counts[entity.name] ?? "")
                    if let parent = entity.superentity {
                        line.text(" : ")
                        line.element("a", [("href", HTMLAnchor(parent).link)], parent)
                    }
                }
                EntityTable.write(entity, to: &article) { HTMLAnchor(entity.name, $0).id }
            }
        }
    }

    func writeTables(to writer: inout HTMLWriter) {
        writer.element("div", class: "card") { card in
            FactList.write(store.tables.map { ($0.name, $0.text) }, to: &card)
        }
    }

    func writeRows(to writer: inout HTMLWriter) {
        for rows in store.rows {
            writer.line()
            writer.element("div", [("class", "rows"), ("tabindex", "0"), ("aria-label", rows.entity)]) { box in
                rows.table.write(to: &box) { caption in
                    caption.element("b", rows.entity)
                    caption.text(" \(rows.summary)")
                }
            }
        }
    }
}
