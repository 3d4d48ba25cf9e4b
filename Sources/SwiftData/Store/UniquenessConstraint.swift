import PermafrostModel
import PermafrostStore

/// A group of properties of an entity whose combined values must be unique.
struct UniquenessConstraint {
    /// The index of the entity that declares the constraint, which also applies to the entity's subentities.
    var declaring: Int
    /// The index of the constraint among the declaring entity's constraints.
    var place: Int
    /// The numbers of the properties.
    var properties: [Int]
}
