import PermafrostModel
import PermafrostStore

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
                    MigratedProperty(
                        property, of: entity.name, columns: layout.columns(of: property, entity: entity.name))
                })
        }
    }
}

extension MigratedProperty {
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
