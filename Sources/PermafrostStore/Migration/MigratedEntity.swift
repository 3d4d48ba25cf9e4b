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
    package var properties: [MigratedEntity.MigratedProperty]

    /// An entity.
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
    /// The entities of a model, for a migration without live types. Defaults are what declaration or archive say of them:
    /// of one that each process makes anew a sample stands for the value, and what a struct requires inside of an optional
    /// property is not known.
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
        /// The columns of its cells, in order; empty if its values or links are elsewhere.
        package var columnNames: [String]
        /// The groups of cells of which each must have content where there is a value.
        package var requiredCells: [Range<Int>]
        /// Makes the cells of the declared default; nil if there is none.
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

    /// The cells that must have content where there is a value: each member of a struct, and one of an enum's.
    private static func requiredCells(of attribute: Attribute) -> [Range<Int>] {
        let count = attribute.leaves.count
        // Triggers fill a derived attribute.
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
