import PermafrostModel

/// Where the values of one entity's rows stand in the tables that a store really has: the columns of its attributes and
/// to-one relationships.
package struct EntityColumns: Sendable {
    /// A property with columns.
    package struct StoredProperty: Sendable {
        /// The property.
        package let property: Property
        /// Its columns among ``EntityColumns/columns``: those of a composite's leaves, in order; of a to-one relationship the
        /// key of its row, and that row's entity where the destination has subentities.
        package let columns: Range<Int>
    }

    /// The entity's name.
    package let entity: String
    /// The entity's number in this store.
    package let number: Int64
    /// The table with the rows of the entity's family.
    package let table: String
    /// The columns, in the order of a row's cells.
    package let columns: [String]
    /// The properties that have columns, inherited ones included, by name.
    package let properties: [StoredProperty]
    /// The entities of the store by their numbers, which say what a to-one relationship to an entity with subentities means.
    let entityNames: [Int64: String]
    /// Properties for which the model expects columns that the table lacks.
    package let missing: [String]

    /// Finds an entity's columns; nil if the store has no table for it.
    init?(
        entity: String, layout: StoreLayout, numbers: [String: Int64],
        columnsOf: (String) throws(StoreError) -> [String]
    ) throws(StoreError) {
        guard let number = numbers[entity], let table = layout.table(of: entity) else { return nil }
        let actual = Set(try columnsOf(table.name))
        guard actual.contains("Z_PK"), actual.contains("Z_ENT") else { return nil }
        var columns: [String] = []
        var properties: [StoredProperty] = []
        var missing: [String] = []
        for property in layout.model.properties(of: entity) where !property.isTransient {
            let names: [String?]
            switch property {
            case .attribute(let attribute):
                names = Self.paths(of: attribute, from: []).map { layout.column(of: entity, at: $0) }
            case .relationship(let relationship) where !relationship.isToMany:
                let destination = layout.destinationColumns(of: entity, relationship: relationship.name)
                // A store that was made without the column for the entity still has the key.
                names = [destination?.key] + (destination?.entity.map { actual.contains($0) ? [$0] : [] } ?? [])
            case .relationship, .fetched: continue
            }
            let found = names.compactMap { $0 }.filter(actual.contains)
            if found.count == names.count {
                properties.append(
                    StoredProperty(property: property, columns: columns.count..<columns.count + found.count))
                columns += found
            } else {
                missing.append(property.name)
            }
        }
        self.entity = entity
        self.number = number
        self.table = table.name
        self.columns = columns
        self.properties = properties
        entityNames = Dictionary(numbers.map { ($1, $0) }) { first, _ in first }
        self.missing = missing
    }

    /// The paths of an attribute's leaves, in the order of their columns.
    private static func paths(of attribute: Attribute, from path: [String]) -> [[String]] {
        guard !attribute.isTransient else { return [] }
        let path = path + [attribute.name]
        return attribute.type == .composite ? attribute.elements.flatMap { paths(of: $0, from: path) } : [path]
    }
}
