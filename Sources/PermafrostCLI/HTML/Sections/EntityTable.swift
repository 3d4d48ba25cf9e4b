import PermafrostFixtures
import PermafrostModel

/// A table of an entity's properties and their declarations.
enum EntityTable {
    /// Writes the table of an entity.
    ///
    /// - Parameters:
    ///   - changes: the changes to properties since an earlier form of the entity.
    ///   - id: returns the identifier of a property's row.
    static func write(
        _ entity: Entity, since changes: [Difference.Change] = [], to writer: inout HTMLWriter,
        id: (String) -> String
    ) {
        let byProperty = Dictionary(grouping: changes, by: \.nameAfterwards)
        if entity.properties.isEmpty { writer.element("p", class: "quiet", "No properties of its own.") }
        writer.element("dl", class: "properties") { list in
            for property in entity.properties {
                // A new or renamed property may also have other changes.
                let marks = byProperty[property.name]?.map(\.mark.rawValue) ?? []
                let mark = marks.first { $0 != "changed" } ?? marks.first
                list.element("dt", [("id", id(property.name)), ("class", mark), ("title", mark)], property.name)
                list.element("dd", PropertyMessage(property).text)
            }
        }
        for change in changes where change.mark == .removed {
            writer.element("p", [("class", "gone removed"), ("title", "removed")], change.subject ?? "")
        }
        for text in entity.constraintTexts { writer.element("p", class: "constraint", text) }
    }
}
