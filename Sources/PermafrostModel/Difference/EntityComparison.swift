/// The changes to an entity from an older to a newer model.
struct EntityComparison {
    private(set) var changes: [ModelChange] = []
    private let entity: String

    init(_ old: Entity, _ new: Entity, hashMoved: Bool) {
        entity = old.name
        compareEntities(old, new)
        compareProperties(old, new, hashMoved: hashMoved)
        compareUniqueness(old.uniquenessConstraints, new.uniquenessConstraints)
        compareIndexes(old.indexes, new.indexes)
    }

    private mutating func compareEntities(_ old: Entity, _ new: Entity) {
        let rows: [(ModelChange.Aspect, ModelChange.Kind, String?, String?)] = [
            (.abstractness, .identity, flag(old.isAbstract, "abstract"), flag(new.isAbstract, "abstract")),
            (.superentity, .identity, old.superentity, new.superentity),
            (.hashModifier, .identity, old.versionHashModifier, new.versionHashModifier),
            (.renamingIdentifier, .silent, old.renamingIdentifier, new.renamingIdentifier),
            (.className, .silent, old.className, new.className),
            (.userInfo, .silent, old.userInfo.text, new.userInfo.text),
        ]
        for (aspect, kind, before, after) in rows where before?.byteKey != after?.byteKey {
            changes.append(ModelChange(entity: entity, aspect: aspect, before: before, after: after, kind: kind))
        }
    }

    private mutating func compareProperties(_ old: Entity, _ new: Entity, hashMoved: Bool) {
        let (before, after) = (old.propertyIndices, new.propertyIndices)
        for key in Set(before.keys).union(after.keys).sortedByCodeUnit() {
            switch (before[key], after[key]) {
            // Most properties are equal. Compare them in place to avoid copies.
            case (let index?, let later?)
            where old.properties[index] != new.properties[later]
                || Self.foreignNames(old.properties[index]) != Self.foreignNames(new.properties[later]):
                let comparison = PropertyComparison(
                    old.properties[index], new.properties[later], entity: entity, hashMoved: hashMoved)
                changes += comparison.changes
            case (let index?, nil):
                let before = old.properties[index]
                changes.append(
                    ModelChange(
                        entity: entity, property: before.name, aspect: .removed, before: before.summary,
                        kind: presenceKind(before, hashMoved: hashMoved)))
            case (nil, let later?):
                let after = new.properties[later]
                changes.append(
                    ModelChange(
                        entity: entity, property: after.name, aspect: .added, after: after.summary,
                        kind: presenceKind(after, hashMoved: hashMoved)))
            default:
                break
            }
        }
    }

    private static func foreignNames(_ property: Property) -> [String] {
        var keys: [String] = []
        property.addForeignNames(to: &keys)
        return keys
    }

    /// Returns the kind of a change that adds or removes a property. The change is silent if the property isn't hashed,
    /// or if the entity's hash is unchanged, such as when a composite is renamed.
    private func presenceKind(_ property: Property, hashMoved: Bool) -> ModelChange.Kind {
        hashMoved && PropertyHash.isHashed(property) ? .identity : .silent
    }

    /// Compares the uniqueness constraints. The version hash is computed from the sorted constraints, so their order
    /// affects only the tables.
    private mutating func compareUniqueness(_ old: [[String]], _ new: [[String]]) {
        guard old != new else { return }
        for constraint in old where !new.contains(constraint) {
            changes.append(
                ModelChange(
                    entity: entity, property: constraint.first, aspect: .uniqueness,
                    before: Entity.text(ofConstraint: constraint), kind: .identity))
        }
        for constraint in new where !old.contains(constraint) {
            changes.append(
                ModelChange(
                    entity: entity, property: constraint.first, aspect: .uniqueness,
                    after: Entity.text(ofConstraint: constraint), kind: .identity))
        }
        if let (before, after) = reordered(old, new) {
            changes.append(
                ModelChange(
                    entity: entity, property: after.first, aspect: .uniquenessOrder,
                    before: "unique (\(before.joined(separator: ", ")))",
                    after: "unique (\(after.joined(separator: ", ")))", kind: .physical))
        }
    }

    private mutating func compareIndexes(_ old: [FetchIndex], _ new: [FetchIndex]) {
        guard old != new else { return }
        for index in old where !new.contains(index) {
            changes.append(
                ModelChange(
                    entity: entity, property: index.elements.first?.property, aspect: .index, before: index.summary,
                    kind: .physical))
        }
        var added: Set<String> = []
        // Count two indexes with different names and equal elements as one change.
        for index in new where !old.contains(index) && added.insert(index.summary).inserted {
            changes.append(
                ModelChange(
                    entity: entity, property: index.elements.first?.property, aspect: .index, after: index.summary,
                    kind: .physical))
        }
        if let (before, after) = reordered(old, new) {
            changes.append(
                ModelChange(
                    entity: entity, property: after.elements.first?.property, aspect: .indexOrder,
                    before: before.summary, after: after.summary, kind: .physical))
        }
    }

    /// Compares the order of the elements that both lists contain. Returns the two elements at the first position that
    /// differs, or nil if the order is the same.
    private func reordered<Element: Equatable>(_ old: [Element], _ new: [Element]) -> (Element, Element)? {
        let before = old.filter(new.contains)
        let after = new.filter(old.contains)
        return zip(before, after).first { $0 != $1 }
    }

    private func flag(_ isSet: Bool, _ name: String) -> String? { isSet ? name : nil }
}

extension FetchIndex {
    /// A short description of the index, such as `index (name, date descending)`.
    package var summary: String {
        let parts = elements.map { element in
            element.property + (element.isAscending ? "" : " descending") + (element.kind == .rTree ? " rtree" : "")
        }
        return "index (\(parts.joined(separator: ", ")))" + (partialPredicate.map { " where \($0)" } ?? "")
    }
}

extension Entity {
    /// The position of each property in ``properties``, keyed by ``Swift/String/byteKey``.
    fileprivate var propertyIndices: [String: Int] {
        Dictionary(properties.enumerated().map { ($1.name.byteKey, $0) }) { first, _ in first }
    }

    /// Returns the text that a ``ModelChange`` contains for a uniqueness constraint, such as `unique (first, last)`.
    package static func text(ofConstraint members: [String]) -> String { "unique (\(members.joined(separator: ", ")))" }

    /// Returns a phrase for a uniqueness constraint in a sentence, such as `the uniqueness constraint (first, last)`.
    ///
    /// - Parameter change: the text that a change contains for the constraint, such as `unique (first, last)`. If it is
    ///   nil, the phrase doesn't contain the properties.
    package static func noun(ofConstraint change: String?) -> String {
        "the uniqueness constraint" + (change?.dropFirst("unique".count) ?? "")
    }
}

extension SchemaModel {
    /// Returns the path of an attribute, such as `Post.title`. With a hash modifier on this attribute, a migration runs
    /// and applies the given change. Returns the changed attribute or, if it can't have a modifier, another attribute
    /// of the entity. Returns nil if the model doesn't contain the entity, or if no attribute can have a modifier. Call
    /// this on the newer model.
    package func attributeForHashModifier(_ change: ModelChange) -> String? {
        guard let entity = change.entity.flatMap(entity(named:)) else { return nil }
        let names = entity.attributesForHashModifiers
        let name = names.first { $0 == change.property } ?? names.first
        return name.map { "\(entity.name).\($0)" }
    }

    /// Returns the property names of the uniqueness constraint that a change adds. Call this on the newer model.
    /// Returns an empty array for any other change.
    package func constraint(of change: ModelChange) -> [String] {
        guard change.aspect == .uniqueness, let entity = change.entity.flatMap(entity(named:)) else { return [] }
        return entity.uniquenessConstraints.first { Entity.text(ofConstraint: $0) == change.after } ?? []
    }
}
