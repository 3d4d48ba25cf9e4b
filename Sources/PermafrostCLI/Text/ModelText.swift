import PermafrostModel

/// A model for people: one block an entity, one line a property.
struct ModelText {
    private(set) var lines: [String] = []

    /// - Parameters:
    ///   - hashes: the version hash to show of each entity.
    ///   - note: what to show behind an entity's name.
    init(_ model: SchemaModel, hashes: [String: [UInt8]], style: Style, note: (String) -> String = { _ in "" }) {
        for entity in model.entities {
            lines.append("")
            let parent = entity.superentity.map { ": \($0)" } ?? ""
            let hash = hashes[entity.name].map { Digest.hex($0) } ?? ""
            lines.append("\(style.bold(entity.name))\(parent)\(note(entity.name))  \(style.faint(hash))")
            let width = entity.properties.map(\.name.count).max() ?? 0
            for property in entity.properties {
                lines.append("  \(property.name.padded(to: width))  \(Self.text(property))")
            }
            for constraint in entity.uniquenessConstraints {
                lines.append("  unique (\(constraint.joined(separator: ", ")))")
            }
            for index in entity.indexes {
                lines.append("  index (\(index.elements.map(\.property).joined(separator: ", ")))")
            }
        }
    }

    private static func text(_ property: Property) -> String {
        var parts = [property.summary]
        switch property {
        case .attribute(let attribute):
            if !attribute.elements.isEmpty {
                parts.append("(\(attribute.elements.map { "\($0.name): \($0.summary)" }.joined(separator: ", ")))")
            }
            if let derivation = attribute.derivation { parts.append("derived from \(derivation.expression)") }
            if let value = attribute.defaultValue { parts.append("= \(value.text)") }
            if attribute.isExternalStorage { parts.append("external storage") }
            if attribute.isTransient { parts.append("not stored") }
        case .relationship(let relationship):
            if relationship.isOptional { parts.append("optional") }
            if relationship.isOrdered { parts.append("ordered") }
            parts.append(relationship.inverse.map { "inverse \($0)" } ?? "no inverse")
            parts.append("delete rule \(relationship.deleteRule.name)")
        case .fetched(let fetched):
            if let entity = fetched.entity { parts.append("of \(entity)") }
            if let predicate = fetched.predicate { parts.append("where \(predicate)") }
        }
        if let original = property.renamingIdentifier { parts.append("was \(original)") }
        return parts.joined(separator: ", ")
    }
}
