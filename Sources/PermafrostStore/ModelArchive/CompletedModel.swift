import PermafrostModel

// A store that SwiftData has migrated has a model cache with fewer keys than a new store. It lacks the value classes of
// transformable attributes and the mark of enums, so a key that is missing there says nothing about the model.

extension SchemaModel {
    /// Returns the model that describes a store: this model, which was read from the model cache, completed with the
    /// information that a model cache can lack.
    ///
    /// If the version has the store's version hashes and the model cache doesn't, the cache contains a different model.
    /// The version's model is then returned, in its ``archived`` form.
    ///
    /// - Parameters:
    ///   - hashes: the version hashes in the store's metadata.
    ///   - version: a known version. If possible, one with these hashes. If nil, the model is returned unchanged.
    package func describingStore(withHashes hashes: [String: [UInt8]], version: SchemaModel?) -> SchemaModel {
        guard let version else { return self }
        guard version.matches(hashes) else { return completed(with: version) }
        let own = versionHashes
        let known = version.model(matching: hashes) ?? version
        return hashes.allSatisfy { own[$0] == $1 } ? completed(with: known) : known.archived
    }

    /// Whether this model, which was read from a model cache, may lack information: a transformable attribute has no value
    /// class, or a composite attribute that isn't an enum has the elements of one.
    var mayLackInformation: Bool {
        entities.contains { entity in
            entity.attributes.contains { attribute in
                attribute.type == .transformable && attribute.valueClassName == nil
                    || attribute.type == .composite && !attribute.isEnumeration
                        && [true, false].contains(where: attribute.hasForm(ofEnumerationWithRawValues:))
            }
        }
    }

    /// Returns this model, which was read from a model cache, completed with the information that a model cache can
    /// lack. The information is taken from the counterparts in another model, which may be older or newer:
    /// - the value classes of transformable attributes
    /// - whether a composite attribute is an enum
    /// - whether an entity's class is in the app's module, which a Core Data model doesn't name
    ///
    /// The contents of the model cache aren't changed. A composite that can't be an enum of the counterpart's kind, because
    /// of its elements, remains a struct.
    package func completed(with known: SchemaModel) -> SchemaModel {
        var newer: [String: Entity] = [:]
        for entity in known.entities {
            guard let name = self.entity(continuedBy: entity)?.name else { continue }
            if newer[name] == nil || entity.name == name { newer[name] = entity }
        }
        return SchemaModel(
            entities: entities.map { entity in
                guard let other = newer[entity.name] ?? known.entity(continuedBy: entity) else { return entity }
                return completed(entity, with: other, of: known)
            }, configurations: configurations, versionIdentifiers: versionIdentifiers,
            frameworkVariants: frameworkVariants)
    }

    private func completed(_ entity: Entity, with other: Entity, of known: SchemaModel) -> Entity {
        var entity = entity
        if let own = entity.className, own.split(separator: ".").last.map(String.init) == other.className ?? other.name
        {
            entity.className = other.className
        }
        guard entity.properties.contains(where: \.canLackInformation) else { return entity }
        let all = properties(of: entity.name)
        let others = known.properties(of: other.name)
        var newer: [String: Property] = [:]
        for property in others {
            guard let name = SchemaModel.property(continuedBy: property, in: all)?.name else { continue }
            if newer[name] == nil || property.name == name { newer[name] = property }
        }
        entity.setProperties(
            entity.properties.map { property in
                guard case .attribute(let attribute) = property, property.canLackInformation,
                    case .attribute(let counterpart)? = newer[property.name]
                        ?? SchemaModel.property(continuedBy: property, in: others)
                else { return property }
                return .attribute(attribute.completed(with: counterpart))
            })
        return entity
    }
}

extension Property {
    /// Whether a model cache can lack information about the property.
    fileprivate var canLackInformation: Bool {
        if case .attribute(let attribute) = self {
            [.transformable, .composite].contains(attribute.type)
        } else {
            false
        }
    }
}

extension Attribute {
    /// Returns the attribute, which was read from a model cache, completed with the information about its counterpart.
    fileprivate func completed(with other: Attribute) -> Attribute {
        guard type == other.type else { return self }
        var attribute = self
        if type == .transformable, valueClassName == nil { attribute.valueClassName = other.valueClassName }
        guard type == .composite else { return attribute }
        if !isEnumeration, other.isEnumeration, hasForm(ofEnumerationWithRawValues: other.enumerationCases == nil) {
            attribute.isEnumeration = true
            let names = elements.map(\.name)
            attribute.enumerationCases = other.enumerationCases.map {
                other.elements.map(\.name) == names ? $0 : names
            }
        }
        attribute.elements = elements.map { element in
            // The element for an enum's raw value has the attribute's name, and is renamed with it.
            let counterpart = other.elements.first {
                $0.name == element.name || element.name == name && $0.name == other.name
            }
            return counterpart.map { element.completed(with: $0) } ?? element
        }
        return attribute
    }

    /// Returns whether a composite's elements can be those of an enum: the raw value, whose element has the attribute's
    /// name, or the cases, of which a row has only one.
    fileprivate func hasForm(ofEnumerationWithRawValues hasRawValues: Bool) -> Bool {
        guard elements.allSatisfy(\.isOptional) else { return false }
        return hasRawValues ? elements.map(\.name) == [name] : !elements.isEmpty
    }
}
