import PermafrostModel

/// The description of one model change, as a clause.
package struct ChangeWording: Sendable, Hashable {
    /// The clause, without a full stop.
    package let sentence: String

    /// Describes a change.
    package init(_ change: ModelChange) {
        let subject = change.subject
        let before = change.before
        let after = change.after
        switch change.aspect {
        case .added where change.property == nil: sentence = "the model \(subject) was added"
        case .removed where change.property == nil: sentence = "the model \(subject) was removed"
        case .added: sentence = "\(subject) was added (\(after ?? ""))"
        case .removed: sentence = "\(subject) was removed (it was \(before ?? ""))"
        case .enumerationCase where before == nil: sentence = "\(subject) was added (\(after ?? ""))"
        case .enumerationCase where after == nil: sentence = "\(subject) was removed (it was \(before ?? ""))"
        case .uniqueness where before == nil: sentence = "\(change.entity ?? "") gained \(after ?? "")"
        case .uniqueness where after == nil: sentence = "\(change.entity ?? "") lost \(before ?? "")"
        case .index where before == nil: sentence = "\(change.entity ?? "") gained \(after ?? "")"
        case .index where after == nil: sentence = "\(change.entity ?? "") lost \(before ?? "")"
        case .uniquenessOrder, .indexOrder:
            sentence = "\(change.entity ?? "") has \(after ?? "") where \(before ?? "") stood"
        case .optionality: sentence = "\(subject) was \(before ?? "") and is \(after ?? "")"
        case .versionIdentifier:
            sentence = "its version identifier was \(before ?? "none") and is \(after ?? "none")"
        default:
            sentence = "\(Self.noun(change.aspect)) of \(subject) was \(before ?? "none") and is \(after ?? "none")"
        }
    }

    private static func noun(_ aspect: ModelChange.Aspect) -> String {
        switch aspect {
        case .type: "the type"
        case .transience: "the transience"
        case .externalStorage: "the external storage"
        case .preservationOnDeletion: "the preservation on deletion"
        case .spotlight: "the Spotlight indexing"
        case .cloudEncryption: "the cloud encryption"
        case .defaultValue: "the default"
        case .renamingIdentifier: "the original name"
        case .hashModifier: "the hash modifier"
        case .valueTransformer: "the value transformer"
        case .valueClass: "the value class"
        case .derivation: "the derivation"
        case .userInfo: "the user info"
        case .swiftType: "the Swift type"
        case .elementOrder: "the order in the columns"
        case .destination: "the destination"
        case .inverse: "the inverse"
        case .cardinality: "the cardinality"
        case .minimumCount: "the minimum count"
        case .maximumCount: "the maximum count"
        case .ordering: "the ordering"
        case .deleteRule: "the delete rule"
        case .abstractness: "the abstractness"
        case .superentity: "the superclass"
        case .className: "the class name"
        case .configuration: "the configurations"
        case .predicate: "the predicate"
        case .enumerationCase: "the case"
        case .added, .removed, .optionality, .uniqueness, .uniquenessOrder, .index, .indexOrder, .versionIdentifier:
            aspect.rawValue
        }
    }
}

extension Entity {
    /// The descriptions of its constraints and indexes, one per line.
    package var constraintTexts: [String] {
        uniquenessConstraints.map { "unique (\($0.joined(separator: ", ")))" }
            + indexes.map { "index (\($0.elements.map(\.property).joined(separator: ", ")))" }
    }
}

extension ChangeWording {
    /// The description of a property: its type and everything that is declared for it.
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
}
