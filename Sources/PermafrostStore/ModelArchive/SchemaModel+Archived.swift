import PermafrostModel

extension SchemaModel {
    /// The model as the model cache of its store carries it: what reading the store gives back.
    ///
    /// An archive names no Swift types behind the storage (``Attribute/shape``), no CloudKit encryption and no fetched
    /// properties. A default that a process makes anew, such as `UUID()`, is a fixed value derived from entity and
    /// property; a default that cannot be evaluated is left out.
    package var archived: SchemaModel {
        let hidden = Dictionary(
            uniqueKeysWithValues: entities.map { entity in
                (entity.name, Set(superentities(of: entity.name).flatMap { $0.properties.map(\.name) }))
            })
        let all = Set(entities.map(\.name))
        var named = configurations.mapValues { $0.filter(all.contains).sortedByCodeUnit() }
        // One configuration of the usual name with every entity is what a model without configurations has, too.
        if named.count == 1, let only = named[ArchiveClass.ArchiveKeys.defaultConfiguration], Set(only) == all {
            named = [:]
        }
        return SchemaModel(
            entities: entities.map { archived($0, hiding: hidden[$0.name] ?? []) }, configurations: named,
            versionIdentifiers: Set(versionIdentifiers).sortedByCodeUnit())
    }

    private func archived(_ entity: Entity, hiding hidden: Set<String>) -> Entity {
        var entity = entity
        if let superentity = entity.superentity, self.entity(named: superentity) == nil { entity.superentity = nil }
        if entity.renamingIdentifier == entity.name { entity.renamingIdentifier = nil }
        if entity.className == entity.name { entity.className = nil }
        entity.indexes = entity.indexes.map {
            FetchIndex(name: $0.name, elements: $0.elements)
        }
        var seen = hidden
        entity.setProperties(
            entity.properties.compactMap { property in
                guard seen.insert(property.name).inserted else { return nil }
                switch property {
                case .attribute(let attribute):
                    return .attribute(archived(attribute, origin: [entity.name, attribute.name]))
                case .relationship(var relationship):
                    relationship.preservesValueOnDeletion = false
                    if relationship.renamingIdentifier == relationship.name { relationship.renamingIdentifier = nil }
                    return .relationship(relationship)
                case .fetched: return nil
                }
            })
        return entity
    }

    /// - Parameter origin: the names of the entity, the property and so on, from which a dynamic default is derived.
    private func archived(_ attribute: Attribute, origin: [String]) -> Attribute {
        var attribute = attribute
        attribute.elements =
            attribute.type == .composite
            ? attribute.elements.map { archived($0, origin: origin + [$0.name]) } : []
        attribute.defaultValue = ArchivedDefault.value(of: attribute, origin: origin)
        attribute.shape = nil
        attribute.allowsCloudEncryption = false
        if attribute.type != .composite { attribute.isEnumeration = false }
        if !attribute.isEnumeration { attribute.enumerationCases = nil }
        if attribute.renamingIdentifier == attribute.name { attribute.renamingIdentifier = nil }
        if attribute.valueClassName == attribute.type.valueClassName { attribute.valueClassName = nil }
        if let derivation = attribute.derivation {
            let isKnown = DerivationArchive.canArchive(derivation.expression)
            attribute.derivation = Attribute.Derivation(expression: isKnown ? derivation.expression : "")
        }
        return attribute
    }
}
