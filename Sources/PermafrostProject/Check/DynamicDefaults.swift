import PermafrostModel

extension SchemaModel {
    /// The model as a store carries it, without what is no part of a declaration there: the values that dynamic defaults
    /// happened to have, which no declaration can equal, and configurations.
    ///
    /// - Parameter declared: models that tell which defaults are dynamic (`UUID()`); without any, those of UUIDs are taken
    ///   for it.
    func droppingDefaults(dynamicIn declared: [SchemaModel]) -> SchemaModel {
        let entities = entities.map { entity in
            var entity = entity
            entity.setProperties(
                entity.properties.map { property in
                    guard case .attribute(var attribute) = property,
                        attribute.isDefaultDynamic(of: entity.name, in: declared)
                    else { return property }
                    attribute.defaultValue = nil
                    return .attribute(attribute)
                })
            return entity
        }
        return SchemaModel(entities: entities, configurations: [:], versionIdentifiers: versionIdentifiers)
    }
}

extension Attribute {
    fileprivate func isDefaultDynamic(of entity: String, in declared: [SchemaModel]) -> Bool {
        if declared.isEmpty, case .uuid? = defaultValue { return true }
        return declared.contains { model in
            guard case .attribute(let declaration)? = model.entity(named: entity)?.property(named: name),
                case .expression? = declaration.defaultValue
            else { return false }
            return true
        }
    }
}
