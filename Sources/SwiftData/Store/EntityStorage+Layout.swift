import PermafrostModel
import PermafrostStore

extension EntityStorage {
    /// Returns the entities of a schema's classes, in the order of the classes. Each of these entities must be in one
    /// of the stores.
    ///
    /// - Parameter stores: the stores, each with its model and the names of its entities.
    static func all(
        of schema: Schema, stores: [(store: Store, model: SchemaModel, entities: Set<String>)]
    ) -> [EntityStorage] {
        let layouts = stores.map { StoreLayout(model: $0.model) }
        let columns = layouts.map { ColumnNumbers(layout: $0, schema: schema) }
        let places = Dictionary(
            schema.types.enumerated().map { (Schema.name(of: $1), $0) }, uniquingKeysWith: { first, _ in first })
        let all = schema.types.enumerated().compactMap { index, type -> EntityStorage? in
            let name = Schema.name(of: type)
            guard let place = stores.firstIndex(where: { $0.entities.contains(name) }) else { return nil }
            return EntityLayout(
                schema: schema, type: type, index: index, places: places, store: stores[place].store,
                layout: layouts[place], columns: columns[place]
            ).storage
        }
        for entity in all {
            entity.setInheritors(
                all.filter { other in
                    other !== entity && schema.model.superentities(of: other.name).contains { $0.name == entity.name }
                })
        }
        return all
    }
}

/// The column numbers of a store's properties, which are the columns' positions in the rows that a fetch returns.
private struct ColumnNumbers {
    /// The number of each property's first column, keyed by the declaring entity's name and then by the property's
    /// name.
    private var first: [String: [String: Int]] = [:]
    /// The column numbers of each entity's own properties, keyed by entity name.
    private var own: [String: Range<Int>] = [:]
    private var names: [String: [String]] = [:]

    init(layout: StoreLayout, schema: Schema) {
        let types = Dictionary(
            schema.types.map { (Schema.name(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
        for table in layout.tables {
            var next = EntityStorage.leadingColumns
            for name in table.entities {
                guard let type = types[name], let entity = layout.model.entity(named: name) else { continue }
                let start = next
                for metadata in type.schemaMetadata.dropFirst(_inheritedCount(of: type)) {
                    let columns = entity.property(named: metadata.name).map { layout.columns(of: $0, entity: name) }
                    guard let columns, !columns.isEmpty else { continue }
                    first[name, default: [:]][metadata.name] = next
                    names[name, default: []] += columns
                    next += columns.count
                }
                own[name] = start..<next
            }
        }
    }

    /// Returns the number of the first column of a property, or nil if the property has no column.
    func first(of property: String, declaredBy entity: String) -> Int? { first[entity]?[property] }

    /// Returns the expressions that a fetch of an entity selects after the leading columns. Selects NULL instead of a
    /// column of an unrelated entity in the same table, so that all entities have the same column numbers.
    ///
    /// - Parameter entities: the names of the fetched entity, its superentities, and its subentities.
    func selected(_ entities: [String]) -> [String] {
        let ranges = entities.compactMap { own[$0] }
        guard let end = ranges.map(\.upperBound).max() else { return [] }
        var selected = Array(repeating: "NULL", count: max(0, end - EntityStorage.leadingColumns))
        for entity in entities {
            guard let range = own[entity], let names = names[entity] else { continue }
            for (column, name) in zip(range, names) { selected[column - EntityStorage.leadingColumns] = "t.\(name)" }
        }
        return selected
    }
}

/// A builder of the ``EntityStorage`` for one class.
private struct EntityLayout {
    let schema: Schema
    let type: any PersistentModel.Type
    let index: Int
    /// The index of each class among the schema's classes, keyed by entity name.
    let places: [String: Int]
    let store: Store
    let layout: StoreLayout
    let columns: ColumnNumbers

    private var name: String { Schema.name(of: type) }

    var storage: EntityStorage? {
        guard let table = layout.table(of: name), let number = layout.entityNumbers[name] else { return nil }
        let line = [name] + layout.model.superentities(of: name).map(\.name)
        let inheritors = layout.model.family(of: name).dropFirst().map(\.name)
        return EntityStorage(
            name: name, type: type, index: index, family: places[table.rootEntity] ?? index, number: number,
            rootNumber: layout.entityNumbers[table.rootEntity] ?? number, table: table.name, store: store,
            properties: properties(line), constraints: constraints(line),
            selected: columns.selected(line + inheritors), hasSuperentity: line.count > 1,
            hasInheritors: !inheritors.isEmpty)
    }

    /// Returns the entity's properties, including inherited ones.
    ///
    /// - Parameter line: the names of the entity and its superentities, nearest first.
    private func properties(_ line: [String]) -> [PropertyStorage] {
        let declared = SchemaInheritance.line(of: type).map { $0.schemaMetadata }
        var properties: [PropertyStorage] = []
        for (index, metadata) in type.schemaMetadata.enumerated() {
            let keyPath = declared.last { $0.count > index }.map { $0[index].keypath } ?? metadata.keypath
            var property = PropertyStorage(
                name: metadata.name, keyPath: metadata.keypath, declaredKeyPath: keyPath, columnNames: [],
                makeDefault: metadata.makeDefault, isConstant: metadata.isConstant)
            for entity in line {
                guard let description = layout.model.entity(named: entity)?.property(named: metadata.name) else {
                    continue
                }
                describe(&property, description, declaredBy: entity, metadata)
                break
            }
            if property.isConstant {
                let valueType = Swift.type(of: metadata.keypath).valueType
                property.constantOffset =
                    TypeField.fields(ofClass: type).last { $0.name == metadata.name && $0.type == valueType }?.offset
            }
            if property.relationship != nil, !property.columnNames.isEmpty {
                property.ordinal = properties.count { $0.ordinal != nil }
            }
            properties.append(property)
        }
        return properties
    }

    private func describe(
        _ property: inout PropertyStorage, _ description: Property, declaredBy entity: String,
        _ metadata: Schema.PropertyMetadata
    ) {
        property.columnNames = layout.columns(of: description, entity: name)
        property.column = columns.first(of: metadata.name, declaredBy: entity)
        switch description {
        case .attribute(let attribute):
            property.attribute = attribute
            let valueType = Swift.type(of: metadata.keypath).valueType
            property.codec =
                metadata.attribute?.isTransformable ?? false
                ? ValueCodecs.transformedCodec(of: valueType) : ValueCodecs.codec(of: valueType)
        case .relationship(let relationship):
            property.relationship = storage(of: relationship)
            property.relationship?.namesEntity = property.columnNames.count > 1
        case .fetched: break
        }
    }

    private func storage(of relationship: PermafrostModel.Relationship) -> RelationshipStorage {
        let destination = places[relationship.destination]
        let inverse = relationship.inverse.flatMap { name in
            destination.flatMap { schema.types[$0].schemaMetadata.firstIndex { $0.name == name } }
        }
        return RelationshipStorage(
            destination: destination ?? 0, inverse: inverse, isToMany: relationship.isToMany,
            isOptional: relationship.isOptional, deleteRule: relationship.deleteRule,
            form: layout.form(of: relationship, entity: name))
    }

    private func constraints(_ line: [String]) -> [UniquenessConstraint] {
        line.reversed().flatMap { declaring in
            (layout.model.entity(named: declaring)?.uniquenessConstraints ?? []).enumerated().map { place, names in
                UniquenessConstraint(
                    declaring: places[declaring] ?? index, place: place,
                    properties: names.compactMap { name in type.schemaMetadata.firstIndex { $0.name == name } })
            }
        }
    }
}

extension StoreLayout {
    /// Returns the column or table that contains the links of an entity's relationship.
    fileprivate func form(of relationship: PermafrostModel.Relationship, entity: String)
        -> RelationshipStorage.Form
    {
        if let join = joinTable(of: entity, relationship: relationship.name) {
            return .join(table: join.name, own: join.own.column, other: join.other.column)
        }
        if !relationship.isToMany { return .foreignKey }
        if let inverse = relationship.inverse,
            let columns = destinationColumns(of: relationship.destination, relationship: inverse)
        {
            return .inverseKey(columns.key)
        }
        if let columns = ownerColumns(of: entity, relationship: relationship.name) {
            return .ownerKey(columns.key)
        }
        return .none
    }
}
