import PermafrostModel

/// A property of a ``MigratedEntity``, with its columns and required cells.
package struct MigratedProperty {
    /// The kind of property, with the details that a migration needs.
    package enum Content {
        case attribute(Attribute)
        case relationship(isToMany: Bool, isOptional: Bool)
    }

    package var name: String
    package var content: Content
    /// The columns of the property's cells, in order. Empty for a to-many relationship and for a transient
    /// attribute.
    package var columnNames: [String]
    /// The ranges of the property's cells that represent required values. If the property has a value, each range
    /// must contain a cell that isn't NULL.
    package var requiredCells: [Range<Int>]
    /// A closure that creates the cells of the declared default, or nil if the property has no default.
    package var makeDefaultCells: (() throws -> [SQLiteValue]?)?

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

    var attribute: Attribute? { if case .attribute(let attribute) = content { attribute } else { nil } }
}
