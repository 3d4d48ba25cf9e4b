import PermafrostModel

/// A model as far as a store's tables alone show it, for stores that carry none: those of old frameworks, and those whose
/// model cache is damaged. It shows what is stored where; its version hashes mean nothing.
///
/// Entities and their inheritance come from Z_PRIMARYKEY. Columns give attributes and relationships, in capitals except
/// where the name of an index says how a property is written.
package struct TableModel: Sendable, Hashable {
    /// What tables do not show.
    package enum Gap: String, Sendable, Hashable, CaseIterable {
        /// How names are written: columns are in capitals.
        case letterCase
        /// Which properties are optional; all are taken for it.
        case optionality
        /// The width of integers, and which of them are Booleans.
        case integerWidth
        /// Which texts are URLs, which numbers are of single precision, and which data are UUIDs or encoded values.
        case valueTypes
        /// Which columns belong together as one struct or enum.
        case composites
        /// Defaults, delete rules, counts and original names.
        case rules
        /// Transient, derived and fetched properties.
        case unstored
        /// Where to-one relationships lead, and their inverses.
        case destinations
        /// Which entity of a family declares a property: all are taken for the root's.
        case declaringEntities
    }

    /// Where a relationship leads whose destination the tables do not show.
    package static let unknownDestination = "?"

    /// The model.
    package let model: SchemaModel
    /// What the tables do not show of this store.
    package let gaps: [Gap]

    /// The facts that a model is read from.
    struct Source {
        var primaryKeys: [StoreLayout.PrimaryKey]
        /// The columns of each table, in order, with their declared types.
        var columns: [String: [(name: String, type: String)]]
        var statements: [DDLStatement]
    }

    init(_ source: Source) {
        let keys = source.primaryKeys.filter {
            $0.entityNumber < TableModel.HistoryEntities.firstNumber && !$0.name.isEmpty
        }
        let names = Dictionary(keys.map { ($0.entityNumber, $0.name) }) { first, _ in first }
        let written = WrittenNames(keys: keys, statements: source.statements)
        let roots = keys.filter { $0.superentityNumber == 0 }.map { (StoreTable.name(root: $0.name), $0.name) }
        let links = TableLinks(
            names: names, roots: Dictionary(roots) { first, _ in first }, columns: source.columns)
        var entities: [Entity] = []
        for key in keys {
            var entity = Entity(name: key.name, superentity: names[key.superentityNumber])
            if key.superentityNumber == 0 {
                let table = StoreTable.name(root: key.name)
                let reading = ColumnReading(
                    table: table, columns: source.columns[table] ?? [], names: names, written: written,
                    statements: source.statements)
                entity.setProperties(reading.properties)
            }
            entity.setProperties(entity.properties + links.relationships(of: key.entityNumber))
            entity.uniquenessConstraints = written.constraints[key.name] ?? []
            entities.append(entity)
        }
        model = SchemaModel(entities: entities)
        let hasRelationships = entities.contains { !$0.relationships.isEmpty }
        gaps = Gap.allCases.filter { gap in
            switch gap {
            case .declaringEntities: keys.contains { $0.superentityNumber != 0 }
            case .destinations: hasRelationships
            default: true
            }
        }
    }
}

extension TableModel {
    /// The entities of the history, which are in no model.
    enum HistoryEntities {
        /// Their numbers begin here.
        static let firstNumber = 16_000
    }
}
