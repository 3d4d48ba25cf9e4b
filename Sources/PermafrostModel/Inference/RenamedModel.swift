/// An older model whose renamed entities and properties have the newer model's names. Comparing it with the newer model
/// therefore shows no renames.
struct RenamedModel {
    /// The older model, in which renamed entities and properties have their newer names. It doesn't contain entities
    /// and properties whose names now belong to renamed ones.
    private(set) var model: SchemaModel
    /// The renames, and the removals of properties whose names now belong to renamed properties.
    private(set) var changes: [ClassifiedChange] = []
    private var renamedEntities: Set<String> = []
    private var renamedProperties: Set<[String]> = []

    init(_ continuity: ModelContinuity) {
        let (old, new) = (continuity.before, continuity.after)
        var entityNames: [String: String] = [:]
        for entity in new.entities {
            guard let previous = continuity.entitySource[entity.name], previous != entity.name else { continue }
            entityNames[previous] = entity.name
            renamedEntities.insert(entity.name)
            changes.append(Self.rename(entity: previous, property: nil, to: entity.name))
        }
        var propertyNames: [String: [String: String]] = [:]
        for entity in new.entities {
            let previous = entityNames.first { $0.value == entity.name }?.key ?? entity.name
            for property in entity.properties {
                let place = ModelContinuity.Place(entity: entity.name, property: property.name)
                guard let source = continuity.propertySource[place], source.entity == previous,
                    source.property != property.name,
                    old.entity(named: previous)?.property(named: source.property) != nil
                else { continue }
                propertyNames[previous, default: [:]][source.property] = property.name
                renamedProperties.insert([entity.name, property.name])
                changes.append(Self.rename(entity: entity.name, property: source.property, to: property.name))
            }
        }
        model = old
        guard !entityNames.isEmpty || !propertyNames.isEmpty else { return }
        let taken = Set(entityNames.values)
        model = SchemaModel(
            entities: old.entities.compactMap { entity in
                let isReplaced = entityNames[entity.name] == nil && taken.contains(entity.name)
                return isReplaced ? nil : Self.renamed(entity, entityNames, propertyNames)
            },
            configurations: old.configurations.mapValues { $0.map { entityNames[$0] ?? $0 } },
            versionIdentifiers: old.versionIdentifiers)
        for (entity, names) in propertyNames {
            let taken = Set(names.values)
            for property in old.entity(named: entity)?.properties ?? []
            where names[property.name] == nil && taken.contains(property.name) {
                changes.append(
                    ClassifiedChange(
                        change: ModelChange(
                            entity: entityNames[entity] ?? entity, property: property.name, aspect: .removed,
                            before: property.summary, kind: .identity), rule: .removedProperty))
            }
        }
    }

    /// Returns whether a change only sets the renaming identifier of a renamed entity or property. Such a change isn't
    /// reported, because ``changes`` already contains the rename.
    func explains(_ change: ModelChange) -> Bool {
        guard change.aspect == .renamingIdentifier, change.element.isEmpty, let entity = change.entity else {
            return false
        }
        return change.property.map { renamedProperties.contains([entity, $0]) } ?? renamedEntities.contains(entity)
    }

    private static func rename(entity: String, property: String?, to name: String) -> ClassifiedChange {
        ClassifiedChange(
            change: ModelChange(
                entity: entity, property: property, aspect: .renamingIdentifier, before: property ?? entity,
                after: name, kind: .identity), rule: .renamed)
    }

    private static func renamed(
        _ entity: Entity, _ entityNames: [String: String], _ propertyNames: [String: [String: String]]
    ) -> Entity {
        let own = propertyNames[entity.name] ?? [:]
        func name(_ property: String) -> String { own[property] ?? property }
        let taken = Set(own.values)
        var renamed = Entity(
            name: entityNames[entity.name] ?? entity.name, isAbstract: entity.isAbstract,
            superentity: entity.superentity.map { entityNames[$0] ?? $0 },
            uniquenessConstraints: entity.uniquenessConstraints.map { $0.map(name) },
            indexes: entity.indexes, renamingIdentifier: entity.renamingIdentifier,
            versionHashModifier: entity.versionHashModifier, className: entity.className, userInfo: entity.userInfo)
        renamed.setProperties(
            entity.properties.compactMap { property in
                guard own[property.name] != nil || !taken.contains(property.name) else { return nil }
                switch property {
                case .attribute(var attribute):
                    // If the enum has raw values, its only element has the property's name.
                    if attribute.isEnumeration, attribute.enumerationCases == nil {
                        for index in attribute.elements.indices where attribute.elements[index].name == attribute.name {
                            attribute.elements[index].name = name(attribute.name)
                        }
                    }
                    attribute.name = name(attribute.name)
                    return .attribute(attribute)
                case .relationship(var relationship):
                    relationship.name = name(relationship.name)
                    let destination = propertyNames[relationship.destination] ?? [:]
                    relationship.inverse = relationship.inverse.map { destination[$0] ?? $0 }
                    relationship.destination = entityNames[relationship.destination] ?? relationship.destination
                    return .relationship(relationship)
                case .fetched: return property
                }
            })
        return renamed
    }
}
