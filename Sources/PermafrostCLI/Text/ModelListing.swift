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
            let hash = hashes[entity.name].map { Digest.hex($0) } ?? ""
            lines.append("\(style.bold(entity.name))\(parent)\(note(entity.name))  \(style.faint(hash))")
            let width = entity.properties.map(\.name.count).max() ?? 0
            for property in entity.properties {
                lines.append("  \(property.name.padded(to: width))  \(ChangeMessage.PropertyMessage(property).text)")
            }
            lines += entity.constraintTexts.map { "  " + $0 }
        }
    }
}
