import Foundation
import PermafrostModel
import PermafrostStore

/// The reason that a store can't contain a set of classes.
enum SchemaProblem: Error, Sendable, Hashable {
    /// Two classes have the same name.
    case duplicateEntity(String)
    /// A store can't contain the property's type, for example because the type is neither `Codable` nor a model.
    case unsupportedType(entity: String, property: String, type: String)
    /// A relationship is a `let`, so a change to its inverse couldn't update it.
    case constantRelationship(entity: String, property: String)
    /// A preserved property's value contains a composite, which Core Data rejects.
    case preservedComposite(entity: String, property: String)
    /// `#Unique` or `#Index` refers to something that isn't a stored property of the class, or `inverse:` refers to
    /// something that isn't a relationship of the related class.
    case unknownKeyPath(entity: String, what: String)
}
