/// A part of a model, such as a property of type `URL`, whose hash follows an assumed rule. It isn't verified with
/// hashes that Apple's framework computed.
package struct Assumption: Sendable, Hashable, Codable {
    package var entity: String
    /// The property's name, or nil if the assumption is about the entity itself, such as its inheritance.
    package var property: String?
    /// The assumed rule, with its detail.
    package var shape: AssumedShape

    package init(entity: String, property: String?, shape: AssumedShape) {
        self.entity = entity
        self.property = property
        self.shape = shape
    }

    package init(entity: String, property: String? = nil, _ rule: HashRule) {
        self.init(entity: entity, property: property, shape: AssumedShape(rule))
    }
}

extension SchemaModel {
    /// The assumptions that the model itself shows, without its declaration. They concern every reader of models.
    package var assumptions: [Assumption] {
        entities.flatMap { entity in
            var found: [Assumption] = []
            if !entity.name.isASCII { found.append(Assumption(entity: entity.name, .nameOutsideASCII)) }
            if entity.uniquenessConstraints.count > 1 {
                found.append(Assumption(entity: entity.name, .severalConstraints))
            }
            for property in entity.properties {
                if !property.hashedNames.allSatisfy(\.isASCII) {
                    found.append(Assumption(entity: entity.name, property: property.name, .nameOutsideASCII))
                }
                switch property {
                case .attribute(let attribute) where attribute.type == .composite:
                    let names = attribute.leaves.map(\.name)
                    guard Set(names).count < names.count else { continue }
                    found.append(Assumption(entity: entity.name, property: attribute.name, .elementsOfTheSameName))
                case .relationship(let relationship) where relationship.inverse == relationship.name:
                    guard isInHierarchy(relationship, of: entity) else { continue }
                    found.append(Assumption(entity: entity.name, property: relationship.name, .inverseInHierarchy))
                default: continue
                }
            }
            return found
        }
    }

    /// Returns whether a relationship refers to its own hierarchy of more than one entity.
    private func isInHierarchy(_ relationship: Relationship, of entity: Entity) -> Bool {
        let root = superentities(of: entity.name).last?.name ?? entity.name
        let family = family(of: root)
        return family.count > 1 && family.contains { $0.name == relationship.destination }
    }
}

extension Property {
    /// The names that are part of the property's hash.
    fileprivate var hashedNames: [String] {
        switch self {
        case .attribute(let attribute): [attribute.name] + attribute.leaves.map(\.name)
        case .relationship, .fetched: [name]
        }
    }
}
