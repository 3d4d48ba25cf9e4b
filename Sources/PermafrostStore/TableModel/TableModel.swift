import PermafrostModel

/// A model derived only from a store's tables, for stores without a readable model, such as stores of old framework
/// versions. It describes where values are stored, but its version hashes have no meaning.
///
/// Entities and their inheritance come from `Z_PRIMARYKEY`. Attributes and relationships come from columns. Property
/// names are in uppercase, unless an index's name contains the original spelling.
package struct TableModel: Sendable, Hashable {
    /// The information that tables don't contain.
    package enum Gap: String, Sendable, Hashable, CaseIterable {
        /// The letter case of property names, because column names are in uppercase.
        case letterCase
        /// The optionality of properties. All properties in the derived model are optional.
        case optionality
        /// The width of integers, and the distinction between integers and Booleans.
        case integerWidth
        /// The differences between similar types: strings and URLs, numbers of single and double precision, and data,
        /// UUIDs and encoded values.
        case valueTypes
        /// The grouping of columns into structs and enums.
        case composites
        /// Defaults, delete rules, counts and original names.
        case rules
        /// Transient, derived and fetched properties.
        case unstored
        /// The destinations of to-one relationships, and their inverses.
        case destinations
        /// The entity that declares each property of a family. In the derived model, this is the root entity.
        case declaringEntities
    }

    /// The placeholder for a relationship's destination that can't be derived from the tables.
    package static let unknownDestination = "?"

    package let model: SchemaModel
    /// The kinds of information that the derived model lacks.
    package let gaps: [Gap]

    /// The input for deriving a model.
    struct Source {
        var primaryKeys: [PrimaryKey]
        /// The columns of each table with their declared types, in order, keyed by table name.
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
    /// The entities of the persistent history, which aren't part of any model.
    enum HistoryEntities {
        /// The lowest number of a history entity.
        static let firstNumber = 16_000
    }
}
