/// A description of a property: its type, and details such as the default or the delete rule.
package struct PropertyMessage: Sendable, Hashable {
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
