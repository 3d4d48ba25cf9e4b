import PermafrostModel

/// A part of a store's tables that differs from the tables that the framework uses for the store's model. Migrations
/// don't cause defects, but failed repairs do: the metadata is then current, and the app fails when it reads or saves
/// rows.
package enum TableDefect: Sendable, Hashable {
    /// There is no table for the rows of an entity and its subentities.
    case missingTable(String, entity: String)
    /// A table lacks a column. The property is nil for a column that every table has.
    case missingColumn(String, table: String, property: String?)
    /// There is no table for the links of a many-to-many relationship, or the table lacks one of its two columns.
    case missingJoinTable(String, relationship: String)
    case missingJoinColumn(table: String, relationship: String)
    /// A column has a type that converts the property's values.
    case otherType(String, table: String, property: String, type: String, expected: String)
    /// A uniqueness constraint has no unique index.
    case missingUniqueIndex(table: String, entity: String, properties: [String])
    /// A column that the model doesn't have requires a value, so no row can be inserted.
    case requiredColumn(String, table: String)

    /// Whether a query for the table's rows or links fails.
    package var isMissingPart: Bool {
        switch self {
        case .missingTable, .missingColumn, .missingJoinTable, .missingJoinColumn: true
        case .otherType, .missingUniqueIndex, .requiredColumn: false
        }
    }

    /// The defect as a clause without a period.
    package var text: String {
        switch self {
        case .missingTable(let table, let entity): "the table \(table) is missing (\(entity))"
        case .missingColumn(let column, let table, let property):
            "the table \(table) has no column \(column)" + (property.map { " (\($0))" } ?? "")
        case .missingJoinTable(let table, let relationship):
            "the table \(table) is missing (the links of \(relationship))"
        case .missingJoinColumn(let table, let relationship):
            "the table \(table) lacks a column (the links of \(relationship))"
        case .otherType(let column, let table, let property, let type, let expected):
            "the column \(column) of the table \(table) has "
                + (type.isEmpty ? "no type" : "the type \(type)") + ", not \(expected) (\(property))"
        case .missingUniqueIndex(let table, let entity, let properties):
            "the table \(table) has no unique index for \(Entity.noun(ofConstraint: Entity.text(ofConstraint: properties))) of \(entity)"
        case .requiredColumn(let column, let table):
            "the table \(table) has a column \(column) that the model doesn't have and that requires a value, so no row "
                + "can be inserted"
        }
    }
}
