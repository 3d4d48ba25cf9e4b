/// A description of a model change for messages.
package struct ChangeMessage: Sendable, Hashable {
    /// A clause that describes the change, without a period, such as `Post.title changed from required to optional`.
    package let sentence: String

    package init(_ change: ModelChange) {
        let subject = change.subject
        let before = change.before
        let after = change.after
        switch change.aspect {
        case .added where change.property == nil: sentence = "the model \(subject) was added"
        case .removed where change.property == nil: sentence = "the model \(subject) was removed"
        case .added: sentence = "\(subject) was added (\(after ?? ""))"
        case .removed: sentence = "\(subject) was removed (was \(before ?? ""))"
        case .enumerationCase where before == nil: sentence = "\(subject) was added (\(after ?? ""))"
        case .enumerationCase where after == nil: sentence = "\(subject) was removed (was \(before ?? ""))"
        case .codableCode where subject.hasSuffix(".storedForm"):
            sentence = "the stored form of \(subject.dropLast(".storedForm".count)) changed"
        case .codableCode:
            sentence = "\(subject) \(before == nil ? "was added" : after == nil ? "was removed" : "changed")"
        case .uniqueness where before == nil:
            sentence = "\(change.entity ?? "") gained \(Entity.noun(ofConstraint: after))"
        case .uniqueness where after == nil:
            sentence = "\(change.entity ?? "") lost \(Entity.noun(ofConstraint: before))"
        case .uniqueness:
            sentence = "\(subject) is in \(Entity.noun(ofConstraint: after)) and became required"
        case .index where before == nil: sentence = "\(change.entity ?? "") gained an \(after ?? "")"
        case .index where after == nil: sentence = "\(change.entity ?? "") lost its \(before ?? "")"
        case .uniquenessOrder, .indexOrder:
            sentence = "\(change.entity ?? "") lists \(after ?? "") instead of \(before ?? "")"
        case .enumerationCase where before == after:
            sentence = "\(subject) changed to another Unicode form of \(after ?? "")"
        case .optionality, .cardinality, .enumerationCase:
            sentence = "\(subject) changed from \(before ?? "") to \(after ?? "")"
        case .versionIdentifier, .configuration:
            let noun = change.aspect == .configuration ? "the configurations" : "the version identifier"
            sentence = "\(noun) changed from \(Self.given(before) ?? "none") to \(Self.given(after) ?? "none")"
        default:
            if let state = Self.state(change.aspect) {
                sentence = "\(subject) is \(after == nil ? "no longer" : "now") \(state)"
            } else {
                sentence = Self.sentence(subject, Self.noun(change.aspect), before, after)
            }
        }
    }

    /// Returns the text, or nil if the text is empty.
    private static func given(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }

    private static func sentence(_ subject: String, _ noun: String, _ before: String?, _ after: String?) -> String {
        let article = noun.first.map { "aeiou".contains($0) } == true ? "an" : "a"
        return switch (before, after) {
        case (let before?, let after?) where before == after:
            "the \(noun) of \(subject) changed to another Unicode form of \(after)"
        case (let before?, nil): "\(subject) no longer has \(article) \(noun) (was \(before))"
        case (nil, let after?): "\(subject) now has \(article) \(noun) (\(after))"
        default: "the \(noun) of \(subject) changed from \(before ?? "none") to \(after ?? "none")"
        }
    }

    /// Returns the adjective for an aspect that a property or entity can have, such as `transient`. Returns nil for an
    /// aspect with a value, such as a default.
    private static func state(_ aspect: ModelChange.Aspect) -> String? {
        switch aspect {
        case .transience: "transient"
        case .externalStorage: "stored externally"
        case .preservationOnDeletion: "preserved on deletion"
        case .spotlight: "indexed by Spotlight"
        case .cloudEncryption: "encrypted in iCloud"
        case .ordering: "ordered"
        case .abstractness: "abstract"
        default: nil
        }
    }

    private static func noun(_ aspect: ModelChange.Aspect) -> String {
        switch aspect {
        case .type: "type"
        case .defaultValue: "default"
        case .renamingIdentifier: "original name"
        case .hashModifier: "hash modifier"
        case .valueTransformer: "value transformer"
        case .valueClass: "value class"
        case .derivation: "derivation"
        case .userInfo: "user info dictionary"
        case .swiftType: "Swift type"
        case .elementOrder: "order of columns"
        case .codingKey: "coding key"
        case .destination: "destination"
        case .inverse: "inverse"
        case .minimumCount: "minimum count"
        case .maximumCount: "maximum count"
        case .deleteRule: "delete rule"
        case .superentity: "superclass"
        case .className: "class name"
        case .predicate: "predicate"
        default: aspect.rawValue
        }
    }
}

extension Entity {
    /// Descriptions of the entity's uniqueness constraints, such as `unique (name)`, followed by descriptions of its
    /// indexes, such as `index (date)`.
    package var constraintTexts: [String] {
        uniquenessConstraints.map { "unique (\($0.joined(separator: ", ")))" }
            + indexes.map { "index (\($0.elements.map(\.property).joined(separator: ", ")))" }
    }
}
