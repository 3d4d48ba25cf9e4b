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
        entity = Schema.entityName(for: Model.self)
        property =
            Model.schemaMetadata.lazy.map(PropertyReflection.init).first { $0.keyPath == keyPath }?.name
            ?? "\(keyPath)"
    }
}

/// What a model says of one of its properties, as far as its documented type shows it.
struct PropertyReflection {
    let name: String?
    let keyPath: AnyKeyPath?

    /// `Schema.PropertyMetadata` documents how it is made, and no member to read it by.
    init(_ metadata: Schema.PropertyMetadata) {
        let mirror = Mirror(reflecting: metadata)
        name = mirror.descendant("name") as? String
        keyPath = mirror.descendant("keypath") as? AnyKeyPath
    }

    static func all(of model: any PersistentModel.Type) -> [PropertyReflection] {
        model.schemaMetadata.map(PropertyReflection.init)
    }
}

extension Schema {
    /// A property of a model, its own or inherited.
    func property(_ name: PropertyName) -> (any SchemaProperty)? {
        guard let entity = entitiesByName[name.entity] else { return nil }
        return entity.storedPropertiesByName[name.property] ?? entity.inheritedPropertiesByName[name.property]
    }
}
