import PermafrostModel

/// A model in the format of the version hash vectors.
struct ModelDescription: Decodable {
    let entities: [EntityDescription]

    struct EntityDescription: Decodable {
        let name: String
        let abstract: Bool
        let superentity: String?
        let properties: [PropertyDescription]
        let uniquenessConstraints: [[String]]?
        let versionHashModifier: String?
    }

    struct PropertyDescription: Decodable {
        let kind: String
        let name: String
        let type: UInt32?
        let optional: Bool?
        let transient: Bool?
        let readOnly: Bool?
        let ordered: Bool?
        let externalStorage: Bool?
        let preserveOnDeletion: Bool?
        let destination: String?
        let inverse: String?
        let minCount: Int?
        let maxCount: Int?
        let derivation: String?
        let versionHashModifier: String?
        let elements: [PropertyDescription]?
    }

    var schemaModel: SchemaModel {
        SchemaModel(
            entities: entities.map { entity in
                Entity(
                    name: entity.name, isAbstract: entity.abstract, superentity: entity.superentity,
                    properties: entity.properties.map(\.property),
                    uniquenessConstraints: entity.uniquenessConstraints ?? [],
                    versionHashModifier: entity.versionHashModifier)
            })
    }
}

extension ModelDescription.PropertyDescription {
    var property: Property {
        switch kind {
        case "relationship":
            .relationship(
                Relationship(
                    name: name, destination: destination ?? "", inverse: inverse, isOptional: optional ?? false,
                    minimumCount: minCount ?? 0, maximumCount: maxCount ?? 1, isOrdered: ordered ?? false,
                    isTransient: transient ?? false, versionHashModifier: versionHashModifier))
        case "fetched":
            .fetched(FetchedProperty(name: name, isOptional: optional ?? false))
        default:
            .attribute(attribute)
        }
    }

    var attribute: Attribute {
        Attribute(
            name: name, type: AttributeType(rawValue: type ?? 0) ?? .undefined, isOptional: optional ?? false,
            isTransient: transient ?? false, isExternalStorage: externalStorage ?? false,
            preservesValueOnDeletion: preserveOnDeletion ?? false, elements: elements?.map(\.attribute) ?? [],
            derivation: derivation.map { Attribute.Derivation(expression: $0) },
            versionHashModifier: versionHashModifier)
    }
}
