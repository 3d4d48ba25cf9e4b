import PermafrostModel

/// A row of `Z_PRIMARYKEY`.
package struct PrimaryKey: Sendable, Hashable {
    package var entityNumber: Int
    package var name: String
    /// The number of the superentity, or 0 for a root entity.
    package var superentityNumber: Int
    /// The highest assigned `Z_PK` in the family of a root entity. For a subentity, this is 0.
    package var highestKey: Int

    package init(entityNumber: Int, name: String, superentityNumber: Int, highestKey: Int) {
        self.entityNumber = entityNumber
        self.name = name
        self.superentityNumber = superentityNumber
        self.highestKey = highestKey
    }
}
