import SwiftData

/// The name of a property and its entity, such as `Post.title`.
struct PropertyName: Sendable, Hashable, CustomStringConvertible {
    let entity: String
    let property: String

    var description: String { "\(entity).\(property)" }

    init(entity: String, property: String) {
        self.entity = entity
        self.property = property
    }

    /// Creates the name of the property at a key path. If the model's metadata doesn't contain the key path, the name
    /// comes from Swift's description of the key path.
    init<Model: PersistentModel>(_ keyPath: PartialKeyPath<Model>) {
        entity = Schema.entityName(of: Model.self)
        property =
            PropertyReflection.all(of: Model.self).first { $0.keyPath == keyPath }?.name
            ?? PropertyReflection.name(inText: "\(keyPath)") ?? "\(keyPath)"
    }
}

extension Schema {
    /// Returns the property that the named entity declares or inherits; nil if the schema has no such property.
    func property(_ name: PropertyName) -> (any SchemaProperty)? {
        guard let entity = entitiesByName[name.entity] else { return nil }
        return entity.storedPropertiesByName[name.property] ?? entity.inheritedPropertiesByName[name.property]
    }
}
