import PermafrostModel

/// A comparison of a store's tables with the tables that the framework uses for a model.
///
/// The comparison ignores what a migration leaves in a store: additional tables, indexes and columns, a different order
/// of columns, and indexes that aren't unique and don't exist. It also ignores names that depend on the order in which
/// entities were numbered.
package struct TableComparison: Sendable, Hashable {
    /// The parts that the store lacks or that prevent saving, sorted by table.
    package private(set) var defects: [TableDefect] = []
    /// The columns that only the store has, such as `ZTRIP.ZNOTE`, sorted by table. Neither reading nor saving needs
    /// them.
    package private(set) var extraColumns: [String] = []

    /// Compares tables.
    ///
    /// - Parameters:
    ///   - stored: the store's tables.
    ///   - model: the model that describes the store.
    ///   - entities: the names of the entities in the store, which can be those of one configuration. If empty, every
    ///     entity of the model is in the store.
    package init(_ stored: StoredTables, model: SchemaModel, entities: Set<String>) {
        let layout = StoreLayout(model: model)
        let tables = Dictionary(stored.tables.map { ($0.key.uppercased(), $0.value) }) { first, _ in first }
        func isStored(_ entity: String) -> Bool { entities.isEmpty || entities.contains(entity) }
        let uniqueIndexes = Dictionary(grouping: layout.uniqueIndexes, by: \.table)
        for table in layout.tables where isStored(table.rootEntity) {
            guard let found = tables[table.name.uppercased()] else {
                defects.append(.missingTable(table.name, entity: table.rootEntity))
                continue
            }
            compare(table, found)
            for index in uniqueIndexes[table.name] ?? [] where isStored(index.entity) { compare(index, found) }
        }
        var joins = JoinTableSearch(tables, for: layout)
        for table in layout.joinTables where isStored(table.first.entity) && isStored(table.second.entity) {
            switch joins.find(table) {
            case .found: break
            case .missing: defects.append(.missingJoinTable(table.name, relationship: table.subject))
            case .incomplete(let name): defects.append(.missingJoinColumn(table: name, relationship: table.subject))
            }
        }
    }

    private mutating func compare(_ table: StoreTable, _ found: StoredTables.Table) {
        let search = ColumnSearch(found.columns, wanted: StoreTable.fixedColumns + table.columns.map(\.name))
        for name in StoreTable.fixedColumns where search.column(name) == nil {
            defects.append(.missingColumn(name, table: table.name, property: nil))
        }
        for column in table.columns {
            guard let own = search.column(column.name) else {
                defects.append(.missingColumn(column.name, table: table.name, property: column.content.subject))
                continue
            }
            guard column.hasKnownType, SQLiteAffinity(own.type) != SQLiteAffinity(column.sqlType) else { continue }
            defects.append(
                .otherType(
                    own.name, table: table.name, property: column.content.subject, type: own.type,
                    expected: column.sqlType))
        }
        for column in search.extraColumns {
            if column.isRequired {
                defects.append(.requiredColumn(column.name, table: table.name))
            } else {
                extraColumns.append("\(table.name).\(column.name)")
            }
        }
    }

    private mutating func compare(_ index: UniqueIndex, _ found: StoredTables.Table) {
        let wanted = Set(index.columns.map { NumberlessName($0) })
        // A missing column is already reported, and can't have an index.
        guard wanted.isSubset(of: found.columns.map { NumberlessName($0.name) }),
            !found.uniqueIndexes.contains(where: { Set($0.map { NumberlessName($0) }) == wanted })
        else { return }
        defects.append(.missingUniqueIndex(table: index.table, entity: index.entity, properties: index.properties))
    }
}

/// The name of a column or join table in capitals, because SQLite ignores the letter case, and without the number of an
/// entity. The numbers in a store that was migrated can differ from those in the layout of a new store.
private struct NumberlessName: Hashable {
    private let text: String

    init(_ name: String) {
        let name = name.uppercased()
        for prefix in ["Z_FOK_", "Z_", "Z"] where name.hasPrefix(prefix) {
            let rest = name.dropFirst(prefix.count)
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            guard digits.isEmpty else {
                text = "\(prefix)0\(rest.dropFirst(digits.count))"
                return
            }
        }
        text = name
    }
}

/// The columns of a table, found by the names that the layout has for them.
private struct ColumnSearch {
    /// The columns that no wanted name belongs to, in the table's order.
    let extraColumns: [StoredTables.Column]
    private let exact: [String: StoredTables.Column]
    private let renumbered: [NumberlessName: StoredTables.Column]

    init(_ columns: [StoredTables.Column], wanted names: [String]) {
        let wanted = Set(names.map { $0.uppercased() })
        let others = columns.filter { !wanted.contains($0.name.uppercased()) }
        exact = Dictionary(columns.map { ($0.name.uppercased(), $0) }) { first, _ in first }
        renumbered = Dictionary(others.map { (NumberlessName($0.name), $0) }) { first, _ in first }
        let missing = wanted.subtracting(columns.map { $0.name.uppercased() })
        let found = Set(missing.map { NumberlessName($0) })
        extraColumns = others.filter { !found.contains(NumberlessName($0.name)) }
    }

    func column(_ name: String) -> StoredTables.Column? {
        exact[name.uppercased()] ?? renumbered[NumberlessName(name)]
    }
}

/// A search for the tables of many-to-many relationships.
///
/// The entity with the lower number determines a join table's name. If a relationship connects an entity with itself,
/// it isn't known which side does. A table is therefore also found by the relationship of its other side.
private struct JoinTableSearch {
    enum Result {
        case found
        case missing
        /// The table with this name lacks a column.
        case incomplete(String)
    }

    private var tables: [String: StoredTables.Table]
    private let wanted: Set<String>

    /// Prepares a search among a store's tables, keyed by their names in capitals.
    init(_ tables: [String: StoredTables.Table], for layout: StoreLayout) {
        let names = Set(layout.tables.map { $0.name.uppercased() })
        self.tables = tables.filter { !names.contains($0.key) }
        wanted = Set(layout.joinTables.map { $0.name.uppercased() })
    }

    /// Finds the table of a relationship. A table is found only once.
    mutating func find(_ join: JoinTable) -> Result {
        let exact = join.name.uppercased()
        let names = [join.first.relationship, join.second.relationship].map { NumberlessName("Z_0\($0)") }
        let others = tables.keys.filter { !wanted.contains($0) && names.contains(NumberlessName($0)) }.sorted()
        let candidates = (tables[exact] == nil ? [] : [exact]) + others
        guard let name = candidates.first(where: isComplete) ?? candidates.first else { return .missing }
        defer { tables[name] = nil }
        return isComplete(name) ? .found : .incomplete(name)
    }

    /// Returns whether a table has two columns with keys. Their names aren't compared, because their numbers and
    /// suffixes depend on the other tables in the store.
    private func isComplete(_ name: String) -> Bool {
        (tables[name]?.columns ?? []).count {
            let name = $0.name.uppercased()
            return name == "REFLEXIVE" || name.hasPrefix("Z_") && !name.hasPrefix("Z_FOK_")
        } >= 2
    }
}

/// The conversion that SQLite applies to the values of a column with a declared type.
private enum SQLiteAffinity {
    case integer
    case text
    case blob
    case real
    case numeric

    /// Applies the rules that SQLite documents for declared types.
    init(_ type: String) {
        let type = type.uppercased()
        self =
            if type.contains("INT") {
                .integer
            } else if ["CHAR", "CLOB", "TEXT"].contains(where: type.contains) {
                .text
            } else if type.isEmpty || type.contains("BLOB") {
                .blob
            } else if ["REAL", "FLOA", "DOUB"].contains(where: type.contains) {
                .real
            } else {
                .numeric
            }
    }
}

extension StoreColumn {
    /// Whether the type of such a column in a store is known.
    fileprivate var hasKnownType: Bool { ![.undefined, .objectID, .composite].contains(type) }
}

extension StoreColumn.Content {
    /// The path of the property that the column belongs to, such as `Post.title`.
    fileprivate var subject: String {
        switch self {
        case .attribute(let entity, let path): ([entity] + path).joined(separator: ".")
        case .destination(let entity, let relationship), .destinationEntity(let entity, let relationship),
            .order(let entity, let relationship), .owner(let entity, let relationship),
            .ownerOrder(let entity, let relationship):
            "\(entity).\(relationship)"
        }
    }
}

extension JoinTable {
    /// The path of the relationship that determines the table's name.
    fileprivate var subject: String { "\(first.entity).\(first.relationship)" }
}
