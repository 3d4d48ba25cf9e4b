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
        let written = TableModel.WrittenNames(keys: keys, statements: source.statements)
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

extension TableModel {
    /// How properties are written, where the name of an index says: `Z_Post_UNIQUE_slug_author` over `ZSLUG` and `ZAUTHOR`.
    struct WrittenNames {
        /// The property of a column, by table and column.
        private(set) var properties: [String: [String: String]] = [:]
        /// The uniqueness constraints of each entity.
        private(set) var constraints: [String: [[String]]] = [:]

        init(keys: [StoreLayout.PrimaryKey], statements: [DDLStatement]) {
            for statement in statements where statement.kind == .index {
                let columns = Self.columns(of: statement.sql)
                guard !columns.isEmpty else { continue }
                for key in keys {
                    let prefix = "Z_\(key.name)_UNIQUE_"
                    guard statement.name.hasPrefix(prefix),
                        let names = Self.split(statement.name.dropFirst(prefix.count), along: columns)
                    else { continue }
                    constraints[key.name, default: []].append(names)
                    for (column, name) in zip(columns, names) {
                        properties[statement.table, default: [:]][column] = name
                    }
                }
            }
        }

        /// The columns of an index in Core Data's wording: `… (ZSLUG COLLATE BINARY ASC, ZAUTHOR COLLATE BINARY ASC)`.
        private static func columns(of sql: String) -> [String] {
            guard let open = sql.firstIndex(of: "("), sql.hasSuffix(")") else { return [] }
            return sql[sql.index(after: open)...].dropLast().split(separator: ",").compactMap { term in
                term.split(separator: " ").first.map(String.init)
            }
        }

        /// Names joined with `_`, distinguished by the lengths of their columns; nil if they do not fit.
        private static func split(_ joined: Substring, along columns: [String]) -> [String]? {
            var rest = joined
            var names: [String] = []
            for (place, column) in columns.enumerated() {
                if place > 0 {
                    guard rest.first == "_" else { return nil }
                    rest = rest.dropFirst()
                }
                let name = rest.prefix(column.count - 1)
                guard "Z" + name.uppercased() == column else { return nil }
                names.append(String(name))
                rest = rest.dropFirst(name.count)
            }
            return rest.isEmpty ? names : nil
        }
    }
}
