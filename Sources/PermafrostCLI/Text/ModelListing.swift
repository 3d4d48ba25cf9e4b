import PermafrostModel
import PermafrostStore

/// The text for a model. Each entity has a block with a line for each property, constraint and index.
struct ModelListing {
    private(set) var lines: [String] = []

    /// Creates the text for a model.
    ///
    /// - Parameters:
    ///   - hashes: the version hashes to show, keyed by entity name.
    ///   - note: returns the text to show after an entity's name.
    init(_ model: SchemaModel, hashes: [String: [UInt8]], style: Style, note: (String) -> String = { _ in "" }) {
        for entity in model.entities {
            lines.append("")
            let parent = entity.superentity.map { ": \($0)" } ?? ""
            let hash = hashes[entity.name].map { "  " + style.faint(Digest.hex($0)) } ?? ""
            lines.append("\(style.bold(entity.name))\(parent)\(note(entity.name))\(hash)")
            let rows = entity.properties.map { [$0.name, PropertyMessage($0).text] }
            lines += Table(rows: rows).lines(indentation: "  ")
            lines += entity.constraintTexts.map { "  " + $0 }
        }
    }
}
