import PermafrostModel

/// A property of a model in words: its type, and everything that is declared of it.
package struct PropertyWording: Sendable, Hashable {
    package let text: String

    package init(_ property: Property) {
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
        text = parts.joined(separator: ", ")
    }
}

extension Entity {
    /// Its constraints and indexes in words, each a line.
    package var constraintTexts: [String] {
        uniquenessConstraints.map { "unique (\($0.joined(separator: ", ")))" }
            + indexes.map { "index (\($0.elements.map(\.property).joined(separator: ", ")))" }
    }
}
