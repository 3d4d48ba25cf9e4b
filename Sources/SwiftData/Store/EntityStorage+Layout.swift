import PermafrostModel
import PermafrostStore

extension EntityStorage {
    /// The storage of every class of a schema, given each store with the names of its entities.
    static func all(of schema: Schema, stores: [(store: Store, entities: Set<String>)]) -> [EntityStorage] {
        let layouts = stores.map { store, names in
            StoreLayout(model: SchemaModel(entities: schema.model.entities.filter { names.contains($0.name) }))
        }
        let indexes = Dictionary(
            schema.types.enumerated().map { (Schema.entityName(for: $1), $0) }, uniquingKeysWith: { first, _ in first })
        let propertyIndexes = schema.types.map { type in
            Dictionary(
                type.schemaMetadata.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        }
        return schema.types.enumerated().compactMap { index, type in
            let name = Schema.entityName(for: type)
            guard let place = stores.firstIndex(where: { $0.entities.contains(name) }) else { return nil }
            let layout = layouts[place]
            guard let entity = schema.model.entity(named: name), let table = layout.table(of: name),
                let number = layout.entityNumbers[name]
            else { return nil }
            var column = leadingColumns
            var ordinal = 0
            let properties = type.schemaMetadata.map { metadata -> PropertyStorage in
                var property = PropertyStorage(
                    name: metadata.name, keyPath: metadata.keypath, columnNames: [], makeDefault: metadata.makeDefault)
                switch entity.property(named: metadata.name) {
                case .attribute(let attribute):
                    property.attribute = attribute
                    property.codec = ValueCodecs.codec(of: Swift.type(of: metadata.keypath).valueType)
                    property.columnNames = columns(of: attribute, [], entity: name, layout)
                case .relationship(let relationship):
                    let inverse = indexes[relationship.destination].flatMap { destination in
                        relationship.inverse.flatMap { propertyIndexes[destination][$0] }
                    }
                    property.relationship = RelationshipStorage(
                        destination: indexes[relationship.destination] ?? 0, inverse: inverse,
                        isToMany: relationship.isToMany, isOptional: relationship.isOptional,
                        deleteRule: relationship.deleteRule, form: form(of: relationship, entity: name, layout))
                    if !relationship.isToMany,
                        let columns = layout.destinationColumns(of: name, relationship: relationship.name)
                    {
                        property.columnNames = [columns.key]
                        property.ordinal = ordinal
                        ordinal += 1
                    }
                case .fetched, nil: break
                }
                if !property.columnNames.isEmpty {
                    property.column = column
                    column += property.columnNames.count
                }
                return property
            }
            return EntityStorage(
                name: name, type: type, index: index, number: number,
                rootNumber: layout.entityNumbers[table.rootEntity] ?? number, table: table.name,
                store: stores[place].store,
                properties: properties,
                constraints: entity.uniquenessConstraints.map { $0.compactMap { propertyIndexes[index][$0] } })
        }
    }

    private static func columns(
        of attribute: PermafrostModel.Attribute, _ path: [String], entity: String, _ layout: StoreLayout
    ) -> [String] {
        guard !attribute.isTransient else { return [] }
        let path = path + [attribute.name]
        guard attribute.type == .composite else { return layout.column(of: entity, at: path).map { [$0] } ?? [] }
        return attribute.elements.flatMap { columns(of: $0, path, entity: entity, layout) }
    }

    private static func form(
        of relationship: PermafrostModel.Relationship, entity: String, _ layout: StoreLayout
    ) -> RelationshipStorage.Form {
        if let join = layout.joinTable(of: entity, relationship: relationship.name) {
            return .join(table: join.name, own: join.own.column, other: join.other.column)
        }
        if !relationship.isToMany { return .foreignKey }
        if let inverse = relationship.inverse,
            let columns = layout.destinationColumns(of: relationship.destination, relationship: inverse)
        {
            return .inverseKey(columns.key)
        }
        if let columns = layout.ownerColumns(of: entity, relationship: relationship.name) {
            return .ownerKey(columns.key)
        }
        return .none
    }
}
