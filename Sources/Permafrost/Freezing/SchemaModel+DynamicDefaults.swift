import PermafrostModel

extension SchemaModel {
    /// The model in which defaults that are made anew each time are an expression, as in a declaration, and not the value
    /// that one of them happened to have: it is the same model each time.
    ///
    /// - Parameter names: the attributes with such a default, as `Entity.property`.
    func markingDynamicDefaults(_ names: Set<String>) -> SchemaModel {
        guard !names.isEmpty else { return self }
        let entities = entities.map { entity in
            var entity = entity
            entity.setProperties(
                entity.properties.map { property in
                    guard case .attribute(var attribute) = property, names.contains("\(entity.name).\(attribute.name)")
                    else { return property }
                    attribute.defaultValue = attribute.defaultValue.map(Self.expression)
                    return .attribute(attribute)
                })
            return entity
        }
        return SchemaModel(
            entities: entities, configurations: configurations, versionIdentifiers: versionIdentifiers)
    }

    private static func expression(for value: DefaultValue) -> DefaultValue {
        switch value {
        case .uuid: .expression("UUID()")
        case .date: .expression("Date.now")
        default: .expression("made anew each time")
        }
    }
}
