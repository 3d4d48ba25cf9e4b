/// Why a model cache holds no model that can be read.
package enum ModelArchiveError: Error, Sendable, Hashable {
    /// The bytes do not inflate.
    case notInflatable
    /// The archive, or what it describes, is larger than any real model.
    case tooLarge
    /// The bytes are no property list.
    case notPropertyList(BinaryPropertyListError)
    /// The property list is no keyed archive of a model.
    case notKeyedArchive
    /// The archive lacks something that every model has, or has something that none does.
    case damaged(Damage)

    /// What is wrong with an archive's description of a model.
    package enum Damage: Sendable, Hashable {
        case entityWithoutName
        case propertyWithoutName(entity: String)
        case relationshipWithoutDestination(entity: String, property: String)
        case unknownAttributeType(entity: String, property: String, type: Int64)
        case unknownPropertyClass(entity: String, property: String, className: String)
        case unknownDeleteRule(entity: String, property: String, rule: Int64)
    }
}
