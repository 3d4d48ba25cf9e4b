import SwiftData

/// The names of a property: its model's, and its own.
struct PropertyName: Sendable, Hashable, CustomStringConvertible {
    let entity: String
    let property: String

    var description: String { "\(entity).\(property)" }

    init(entity: String, property: String) {
        self.entity = entity
        self.property = property
    }

    /// The names of the property at a key path. A path that is none of the model's properties is told as Swift prints it.
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
