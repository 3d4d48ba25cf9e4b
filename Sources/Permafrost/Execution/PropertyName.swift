import SwiftData

/// A property by its entity's name and its own.
struct PropertyName: Sendable, Hashable, CustomStringConvertible {
    let entity: String
    let property: String

    var description: String { "\(entity).\(property)" }

    init(entity: String, property: String) {
        self.entity = entity
        self.property = property
    }

    /// The names of the property at a key path. If the path is not a property of the model, the text that Swift prints for it.
    init<Model: PersistentModel>(_ keyPath: PartialKeyPath<Model>) {
        entity = Schema.entityName(of: Model.self)
        property =
            PropertyReflection.all(of: Model.self).first { $0.keyPath == keyPath }?.name
            ?? PropertyReflection.name(inText: "\(keyPath)") ?? "\(keyPath)"
    }
}

extension Schema {
    /// A property of a model, its own or inherited.
    func property(_ name: PropertyName) -> (any SchemaProperty)? {
        guard let entity = entitiesByName[name.entity] else { return nil }
        return entity.storedPropertiesByName[name.property] ?? entity.inheritedPropertiesByName[name.property]
    }
}
