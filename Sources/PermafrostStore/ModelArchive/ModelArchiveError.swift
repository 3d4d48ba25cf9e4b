import PermafrostModel

/// The error for a model cache that contains no readable model.
package enum ModelArchiveError: Error, Sendable, Hashable {
    /// The bytes can't be inflated.
    case notInflatable
    /// The archive or its model exceeds a limit, such as ``ModelArchive/sizeLimit``. Real models don't.
    case tooLarge
    /// The bytes aren't a property list.
    case notPropertyList(BinaryPropertyListError)
    /// The property list isn't a keyed archive of a model.
    case notKeyedArchive
    /// The archive lacks a part that every model has, or contains a part that a model can't have.
    case damaged(Damage)

    /// The kinds of damage in an archived model.
    package enum Damage: Sendable, Hashable {
        case entityWithoutName
        case propertyWithoutName(entity: String)
        case relationshipWithoutDestination(entity: String, property: String)
        case unknownAttributeType(entity: String, property: String, type: Int64)
        case unknownPropertyClass(entity: String, property: String, className: String)
        case unknownDeleteRule(entity: String, property: String, rule: Int64)
    }
}
