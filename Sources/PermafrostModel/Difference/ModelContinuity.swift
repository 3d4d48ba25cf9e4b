/// Which entity and property of an older model each of a newer one continues, over every version between.
///
/// A property continues the one that its original name says, else the one of its own name, from version to version.
package struct ModelContinuity: Sendable {
    /// A property of an entity.
    package struct Place: Sendable, Hashable {
        /// The entity's name.
        package var entity: String
        /// The property's name.
        package var property: String

        /// A property of an entity.
        package init(entity: String, property: String) {
            self.entity = entity
            self.property = property
        }

        /// `Post.title`
        package var path: String { "\(entity).\(property)" }
    }

    /// The oldest model.
    package let before: SchemaModel
    /// The newest model.
    package let after: SchemaModel
    /// The entity of the oldest model, by the newest one's name.
    package private(set) var entitySource: [String: String] = [:]
    /// The property of the oldest model, by the newest one's; inherited ones under each entity that has them.
    package private(set) var propertySource: [Place: Place] = [:]

    /// The continuity over a path of models, oldest first; a path of one model continues itself.
    package init(path: [SchemaModel]) {
        before = path.first ?? SchemaModel()
        after = path.last ?? SchemaModel()
        for entity in before.entities {
            entitySource[entity.name] = entity.name
            for property in before.properties(of: entity.name) {
                let place = Place(entity: entity.name, property: property.name)
                propertySource[place] = place
            }
        }
        for (old, new) in zip(path, path.dropFirst()) { step(from: old, to: new) }
    }

    private mutating func step(from old: SchemaModel, to new: SchemaModel) {
        var entities: [String: String] = [:]
        var properties: [Place: Place] = [:]
        for entity in new.entities {
            let named = entity.renamingIdentifier.flatMap { old.entity(named: $0)?.name }
            guard let formerName = named ?? old.entity(named: entity.name)?.name else { continue }
            entities[entity.name] = entitySource[formerName]
            let former = Set(old.properties(of: formerName).map(\.name))
            for property in new.properties(of: entity.name) {
                let original = property.renamingIdentifier.flatMap { former.contains($0) ? $0 : nil }
                guard let name = original ?? (former.contains(property.name) ? property.name : nil),
                    let source = propertySource[Place(entity: formerName, property: name)]
                else { continue }
                properties[Place(entity: entity.name, property: property.name)] = source
            }
        }
        entitySource = entities
        propertySource = properties
    }
}
