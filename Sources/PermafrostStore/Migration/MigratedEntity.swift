import PermafrostModel

/// An entity of the newer model as a migration fills its rows: where they are, and what each property asks for.
///
/// It is made of live types, which know every default, or of a model alone: see ``all(of:)``.
package struct MigratedEntity {
    /// The entity's name.
    package var name: String
    /// `Z_ENT`.
    package var number: Int
    /// The table with its rows.
    package var table: String
    /// Whether the table has rows of other entities too.
    package var sharesTable: Bool
    /// Its properties, inherited ones among them.
    package var properties: [MigratedProperty]

    /// An entity.
    package init(name: String, number: Int, table: String, sharesTable: Bool, properties: [MigratedProperty]) {
        self.name = name
        self.number = number
        self.table = table
        self.sharesTable = sharesTable
        self.properties = properties
    }
}

/// One property of a ``MigratedEntity``: its columns, and what their cells must and may hold.
package struct MigratedProperty {
    /// What it is.
    package enum Content {
        case attribute(Attribute)
        case relationship(isToMany: Bool, isOptional: Bool)
    }

    /// The property's name.
    package var name: String
    /// What it is.
    package var content: Content
    /// The columns of its cells, in order; empty where its values or links are elsewhere.
    package var columnNames: [String]
    /// The groups of cells of which each must have content where there is a value.
    package var requiredCells: [Range<Int>]
    /// Makes the cells of the declared default; nil where there is none.
    package var makeDefaultCells: (() throws -> [SQLiteValue]?)?

    /// A property.
    package init(
        name: String, content: Content, columnNames: [String], requiredCells: [Range<Int>] = [],
        makeDefaultCells: (() throws -> [SQLiteValue]?)? = nil
    ) {
        self.name = name
        self.content = content
        self.columnNames = columnNames
        self.requiredCells = requiredCells
        self.makeDefaultCells = makeDefaultCells
    }

    /// The attribute, if it is one.
    var attribute: Attribute? { if case .attribute(let attribute) = content { attribute } else { nil } }
}
