import PermafrostModel

/// Which entity and property of an older model each of a newer one continues, over every version between.
///
/// A property continues the one that its original name says, else the one of its own name, from version to version; what
/// a test declares as renamed goes before both.
struct ModelContinuity {
    /// A property of an entity.
    struct Place: Hashable {
        var entity: String
        var property: String

        var path: String { "\(entity).\(property)" }
    }

    /// The oldest model.
    let before: SchemaModel
    /// The newest model.
    let after: SchemaModel
    /// The entity of the oldest model, by the newest one's name.
    private(set) var entitySource: [String: String] = [:]
    /// The property of the oldest model, by the newest one's.
    private(set) var propertySource: [Place: Place] = [:]

    /// The continuity over a path of models, oldest first; a path of one model continues itself.
    init(path: [SchemaModel], renamed: [(from: Place, to: Place)] = []) {
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
        for (from, to) in renamed { rename(from, to) }
    }

    /// Two stores of one model: every property is compared with itself.
    init(identity model: SchemaModel) {
        self.init(path: [model])
    }

    private mutating func step(from old: SchemaModel, to new: SchemaModel) {
        var entities: [String: String] = [:]
        var properties: [Place: Place] = [:]
        for entity in new.entities {
            let formerName =
                entity.renamingIdentifier.flatMap { old.entity(named: $0)?.name }
                ?? old.entity(named: entity.name)?.name
            guard let formerName else { continue }
            entities[entity.name] = entitySource[formerName]
            let former = Set(old.properties(of: formerName).map(\.name))
            for property in new.properties(of: entity.name) {
                let name =
                    property.renamingIdentifier.flatMap { former.contains($0) ? $0 : nil }
                    ?? (former.contains(property.name) ? property.name : nil)
                guard let name, let source = propertySource[Place(entity: formerName, property: name)] else { continue }
                properties[Place(entity: entity.name, property: property.name)] = source
            }
        }
        entitySource = entities
        propertySource = properties
    }

    /// A renamed relationship takes its inverse along.
    private mutating func rename(_ from: Place, _ to: Place) {
        apply(from, to)
        if let old = Self.inverse(of: from, in: before), let new = Self.inverse(of: to, in: after) { apply(old, new) }
    }

    /// Ends the continuity of properties that a test calls removed and added anew under one name.
    mutating func cut(where isCut: (_ to: Place, _ from: Place) -> Bool) {
        propertySource = propertySource.filter { !isCut($0.key, $0.value) }
    }

    private mutating func apply(_ from: Place, _ to: Place) {
        for place in propertySource.filter({ $0.value == from }).keys { propertySource[place] = nil }
        propertySource[to] = from
    }

    /// The relationship back.
    static func inverse(of place: Place, in model: SchemaModel) -> Place? {
        guard let relationship = relationship(place, in: model), let inverse = relationship.inverse else { return nil }
        return Place(entity: relationship.destination, property: inverse)
    }

    /// The relationship at a place; nil for an attribute.
    static func relationship(_ place: Place, in model: SchemaModel) -> Relationship? {
        let property = model.properties(of: place.entity).first { $0.name == place.property }
        guard case .relationship(let relationship)? = property, !relationship.isTransient else { return nil }
        return relationship
    }

    /// The attribute at a place; nil for a relationship.
    static func attribute(_ place: Place, in model: SchemaModel) -> Attribute? {
        let property = model.properties(of: place.entity).first { $0.name == place.property }
        guard case .attribute(let attribute)? = property, !attribute.isTransient else { return nil }
        return attribute
    }
}
