import PermafrostModel

/// An entity of the newer model, with its table, and with the columns and required cells of each property.
///
/// It is created either from live types, which provide every default, or by ``all(of:)`` from a model.
package struct MigratedEntity {
    package var name: String
    /// The number of the entity (`Z_ENT`).
    package var number: Int
    /// The name of the table that contains the entity's rows.
    package var table: String
    /// Whether the table also contains rows of other entities.
    package var sharesTable: Bool
    /// The entity's properties, including inherited ones.
    package var properties: [MigratedEntity.MigratedProperty]

    package init(
        name: String, number: Int, table: String, sharesTable: Bool, properties: [MigratedEntity.MigratedProperty]
    ) {
        self.name = name
        self.number = number
        self.table = table
        self.sharesTable = sharesTable
        self.properties = properties
    }
}

extension MigratedEntity {
    /// Returns the entities of a model, for a migration without live types. Defaults come from the declaration or the
    /// archive. A default that only the app's source defines is replaced with a sample value. The required members of
    /// an optional struct aren't known.
    package static func all(of model: SchemaModel) -> [MigratedEntity] {
        let layout = StoreLayout(model: model)
        return model.entities.compactMap { entity in
            guard let table = layout.table(of: entity.name), let number = layout.entityNumbers[entity.name] else {
                return nil
            }
            return MigratedEntity(
                name: entity.name, number: number, table: table.name, sharesTable: table.entities.count > 1,
                properties: model.properties(of: entity.name).compactMap { property in
                    MigratedEntity.MigratedProperty(
                        property, of: entity.name, columns: layout.columns(of: property, entity: entity.name))
                })
        }
    }
}

extension MigratedEntity {
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
}

extension MigratedEntity.MigratedProperty {
    fileprivate init?(_ property: Property, of entity: String, columns: [String]) {
        switch property {
        case .attribute(let attribute):
            let defaults = DefaultCells(of: attribute, entity: entity)
            self.init(
                name: attribute.name, content: .attribute(attribute), columnNames: columns,
                requiredCells: Self.requiredCells(of: attribute),
                makeDefaultCells: defaults.cells.map { cells in { cells } })
        case .relationship(let relationship):
            self.init(
                name: relationship.name,
                content: .relationship(isToMany: relationship.isToMany, isOptional: relationship.isOptional),
                columnNames: columns)
        case .fetched: return nil
        }
    }

    /// Returns the ranges of cells that represent required values. A struct has a range for each required member, or
    /// several for a member that is also a struct. A derived or transient attribute has no range, and any other
    /// attribute has one.
    private static func requiredCells(of attribute: Attribute) -> [Range<Int>] {
        let count = attribute.leaves.count
        // Triggers set a derived attribute.
        guard count > 0, attribute.derivation == nil else { return [] }
        guard attribute.type == .composite, !attribute.isEnumeration else { return [0..<count] }
        var start = 0
        return attribute.elements.flatMap { element -> [Range<Int>] in
            defer { start += element.leaves.count }
            guard !element.isOptional else { return [] }
            return requiredCells(of: element).map { $0.lowerBound + start..<$0.upperBound + start }
        }
    }
}
