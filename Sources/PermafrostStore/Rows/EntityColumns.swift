import PermafrostModel

/// The columns that contain an entity's attributes and to-one relationships in a store's table.
package struct EntityColumns: Sendable {
    /// A property whose columns are in the table.
    package struct StoredProperty: Sendable {
        /// The property whose values the columns contain.
        package let property: Property
        /// The range of the property's columns in ``EntityColumns/columns``. A composite has one column for each of its
        /// leaves. A to-one relationship has a column for the destination's key. A column for the destination's entity
        /// follows if the destination can belong to several entities and the table has such a column.
        package let columns: Range<Int>
    }

    /// The number that identifies the entity's rows in this store (`Z_ENT`).
    package let number: Int64
    /// The name of the table that contains the rows of the entity's hierarchy.
    package let table: String
    /// The names of the columns, in the order of ``EntityRows/cells``.
    package let columns: [String]
    /// The properties that have columns, including inherited ones, sorted by name.
    package let properties: [StoredProperty]
    /// The names of the store's entities, keyed by number. They are needed for to-one relationships whose destination
    /// can belong to several entities, because a row then contains the destination's entity number.
    package let entityNames: [Int64: String]
    /// The names of the properties that lack a column in the table. They aren't in ``properties``.
    package let missing: [String]

    /// Finds an entity's columns. Returns nil if the model doesn't have the entity, or if the store has no table for it
    /// with the columns `Z_PK` and `Z_ENT`.
    ///
    /// - Parameters:
    ///   - number: the entity's number in the store, or nil if the store doesn't record the entity.
    ///   - entityNames: the names of the store's entities, keyed by number.
    init?(
        entity: String, number: Int64?, layout: StoreLayout, entityNames: [Int64: String],
        columnsOf: (String) throws(StoreError) -> [String]
    ) throws(StoreError) {
        guard let number, let table = layout.table(of: entity) else { return nil }
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
                // If the column for the entity is missing, the key can still be read.
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
        self.number = number
        self.table = table.name
        self.columns = columns
        self.properties = properties
        self.entityNames = entityNames
        self.missing = missing
    }

    /// Returns the paths of an attribute's leaves, in the order of their columns. A composite's leaves are the elements
    /// that have their own column. The only leaf of any other attribute is the attribute itself.
    private static func paths(of attribute: Attribute, from path: [String]) -> [[String]] {
        guard !attribute.isTransient else { return [] }
        let path = path + [attribute.name]
        return attribute.type == .composite ? attribute.elements.flatMap { paths(of: $0, from: path) } : [path]
    }
}
