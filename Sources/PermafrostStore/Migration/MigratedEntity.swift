import PermafrostModel

/// An entity of the newer model, with its table, and with the columns and required cells of each property.
///
/// It is created either from live types, which provide every default, or by `MigratedEntity.all(of:)` from a model.
package struct MigratedEntity {
    package var name: String
    /// The number of the entity (`Z_ENT`).
    package var number: Int
    /// The name of the table that contains the entity's rows.
    package var table: String
    /// Whether the table also contains rows of other entities.
    package var sharesTable: Bool
    /// The entity's properties, including inherited ones.
    package var properties: [MigratedProperty]

    package init(name: String, number: Int, table: String, sharesTable: Bool, properties: [MigratedProperty]) {
        self.name = name
        self.number = number
        self.table = table
        self.sharesTable = sharesTable
        self.properties = properties
    }
}
