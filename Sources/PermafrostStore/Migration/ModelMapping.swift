import PermafrostModel

/// The entities and properties of an older model that correspond to the entities and properties of a newer model,
/// according to lightweight inference. In the code, the newer ones *continue* the older ones.
///
/// ``SchemaModel/property(continuedBy:in:)`` finds the old property that a property continues. Entities and properties
/// that aren't continued are dropped with their data. Properties may move up or down a hierarchy, and entities may move
/// into or out of one. Two hierarchies can't be merged, because their rows have the same keys.
package struct ModelMapping {
    /// The older model.
    package let source: SchemaModel
    /// The newer model.
    package let destination: SchemaModel

    /// Creates a mapping from one model to another.
    ///
    /// - Throws: ``CoreDataError`` with the code 134140 if the change of a property can't be inferred, or with the code
    ///   134190 if hierarchies are merged.
    package init(from source: SchemaModel, to destination: SchemaModel) throws(CoreDataError) {
        self.source = source
        self.destination = destination
        for entity in destination.entities {
            for property in destination.properties(of: entity.name) {
                guard let previous = self.source(of: property, in: entity) else { continue }
                try check(previous, property, entity)
            }
        }
        try checkHierarchies()
    }

    /// Returns the old entity that corresponds to a new entity, or nil if the entity is new.
    func source(of entity: Entity) -> Entity? {
        source.entity(continuedBy: entity)
    }

    /// Returns the new entity that corresponds to the old entity with the given name, or nil if the old entity was
    /// removed.
    func continuation(of name: String) -> Entity? {
        destination.entities.first { self.source(of: $0)?.name == name }
    }

    /// Returns the old property that corresponds to a new property, or nil if the property is new.
    func source(of property: Property, in entity: Entity) -> Property? {
        source(of: entity).flatMap { previous in
            SchemaModel.property(continuedBy: property, in: source.properties(of: previous.name))
        }
    }

    /// Returns the old attribute that corresponds to a new attribute. Returns nil if the attribute is new, or if the
    /// old attribute had no column because it was transient.
    func source(
        of attribute: Attribute, in entity: Entity
    ) -> Attribute? {
        guard case .attribute(let previous)? = source(of: Property.attribute(attribute), in: entity),
            !previous.isTransient
        else { return nil }
        return previous
    }

    /// Returns the old relationship that corresponds to a new relationship, or nil if the relationship is new.
    func source(
        of relationship: Relationship, in entity: Entity
    ) -> Relationship? {
        guard case .relationship(let previous)? = source(of: Property.relationship(relationship), in: entity) else {
            return nil
        }
        return previous
    }

    // MARK: Supported changes

    private func checkHierarchies() throws(CoreDataError) {
        var previousRoots: [String: String] = [:]
        for entity in destination.entities {
            guard let previous = source(of: entity) else { continue }
            let (root, previousRoot) = (destination.root(of: entity.name), source.root(of: previous.name))
            guard previousRoots.updateValue(previousRoot, forKey: root) ?? previousRoot == previousRoot else {
                throw CoreDataError(
                    .mergedHierarchies,
                    reason: "\(entity.name) and other entities that now inherit from \(root) had no common parent.")
            }
        }
    }

    private func check(
        _ previous: Property, _ property: Property, _ entity: Entity
    ) throws(CoreDataError) {
        switch (previous, property) {
        case (.attribute(let old), .attribute(let new)):
            guard old.isTransient || new.isTransient || old.hasSameKind(with: new) && follows(old, new) else {
                throw Self.missingMapping("\(entity.name).\(new.name) has a different type than before.")
            }
        case (.relationship(let old), .relationship(let new)):
            // A relationship can move within a hierarchy only if the destination of its inverse moves with it.
            guard isContinued(old.destination, by: new.destination) else {
                throw Self.missingMapping("\(entity.name).\(new.name) refers to a different entity than before.")
            }
            guard new.isToMany || !old.isToMany else {
                throw Self.missingMapping("\(entity.name).\(new.name) was to-many and is now to-one.")
            }
        case (.fetched, .fetched): break  // Neither is stored.
        default:
            throw Self.missingMapping(
                "\(entity.name).\(property.name) changed between an attribute and a relationship.")
        }
    }

    /// Returns whether a relationship's new destination corresponds to its old destination, or is related to the
    /// corresponding entity by inheritance in either model. Returns false if the old destination was removed.
    private func isContinued(_ old: String, by new: String) -> Bool {
        guard let next = continuation(of: old)?.name else { return false }
        if destination.isRelatedByInheritance(next, new) { return true }
        return destination.entity(named: new).flatMap { source(of: $0) }.map {
            source.isRelatedByInheritance(old, $0.name)
        } ?? false
    }

    private func follows(_ old: Attribute, _ new: Attribute) -> Bool {
        guard old.type == new.type else { return false }
        guard old.type == .composite else { return true }
        return new.elements.allSatisfy { element in
            old.elements.first { Self.matches($0, of: old, element, of: new) }.map { follows($0, element) } ?? true
        }
    }

    /// Returns whether a new attribute's element corresponds to an old attribute's element: the elements have the same
    /// name, or each has the name of its attribute. An enum's raw value is in an element with the attribute's name,
    /// which is renamed together with the attribute.
    static func matches(
        _ element: Attribute, of old: Attribute,
        _ other: Attribute, of new: Attribute
    ) -> Bool {
        element.name == other.name || element.name == old.name && other.name == new.name
    }

    static func missingMapping(_ reason: String) -> CoreDataError {
        CoreDataError(
            .missingMappingModel, reason: reason)
    }
}

extension Attribute {
    /// Returns whether both attributes are enums with raw values, both are enums without raw values, or neither is an
    /// enum.
    fileprivate func hasSameKind(with other: Attribute) -> Bool {
        isEnumeration == other.isEnumeration && (enumerationCases == nil) == (other.enumerationCases == nil)
    }
}

extension SchemaModel {
    /// Returns the property with the given name that an entity declares or inherits, or nil if there isn't one.
    func property(_ name: String, of entity: Entity) -> Property? {
        if let own = entity.property(named: name) { return own }
        guard entity.superentity != nil else { return nil }
        return superentities(of: entity.name).lazy.compactMap { $0.property(named: name) }.first
    }

    /// Returns whether an entity is the other entity or inherits from it.
    func isKind(_ entity: String, of other: String) -> Bool {
        entity == other || superentities(of: entity).contains { $0.name == other }
    }

    /// Returns whether two entities are the same or one inherits from the other.
    func isRelatedByInheritance(_ first: String, _ second: String) -> Bool {
        isKind(first, of: second) || isKind(second, of: first)
    }
}
