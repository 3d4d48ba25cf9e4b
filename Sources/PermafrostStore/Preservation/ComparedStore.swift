import PermafrostModel

/// One of the two stores in a comparison, with its model, layout and rows.
package struct ComparedStore {
    /// The model that describes the store. See ``PermafrostModel/SchemaModel/describingStore(withHashes:version:)``.
    package private(set) var model: SchemaModel
    package private(set) var layout: StoreLayout
    /// The files of the store's large values.
    package let externalStorage: ExternalStorage
    /// The function that the queries of ``cells(of:_:amongOthers:)`` call.
    let cellFunction: RowFunction
    private let reader: StoreReader
    private let numbers: [String: Int]

    /// Opens a store.
    ///
    /// - Parameter versions: the known versions. A version with the store's hashes completes the model in the store.
    /// - Throws: `StoreError` if the store can't be read or contains no model.
    package init(path: String, versions: [SchemaModel] = []) throws {
        reader = try StoreReader(path: path)
        let metadata = try reader.metadata()
        model = try reader.model().describingStore(
            withHashes: metadata.versionHashes, version: versions.first { $0.matches(metadata.versionHashes) })
        layout = StoreLayout(model: model)
        do { cellFunction = try RowFunction(reader.connection) } catch { throw StoreError(error, path: path) }
        externalStorage = StoreFile(path: path).externalStorage
        // In a migrated store, the entity numbers may differ from those in a new store.
        numbers = layout.entityNumbers.merging(
            try reader.primaryKeys().map { ($0.name, $0.entityNumber) }, uniquingKeysWith: { $1 })
    }

    /// Completes the model with information from a model of the same store or of the same rows in another version.
    mutating func completeModel(with other: SchemaModel) {
        let completed = model.completed(with: other)
        guard completed != model else { return }
        model = completed
        layout = StoreLayout(model: completed)
    }

    /// Returns a query for an entity's rows, without rows of subentities, sorted by `Z_PK`. Each row contains the key,
    /// followed by the cells of the columns.
    ///
    /// - Parameter last: a key. The query returns only rows with greater keys. If nil, it returns all rows.
    package func rows(of entity: String, _ columns: [String], after last: Int64? = nil) throws -> SQLiteStatement {
        let names = (["Z_PK"] + columns).map(Self.quoted).joined(separator: ", ")
        let range = last.map { " AND Z_PK > \($0)" } ?? ""
        return try reader.query(
            "SELECT \(names) FROM \(quotedTable(of: entity)) "
                + "WHERE Z_ENT = \(numbers[entity] ?? -1)\(range) ORDER BY Z_PK")
    }

    /// Returns a query that passes an entity's rows to ``cellFunction``, without rows of subentities. Each row contains
    /// the key, followed by the cells of the columns. The parameters are the lowest and the highest key.
    ///
    /// - Parameter amongOthers: whether to pass all rows of the table, including rows that don't belong to the entity.
    func cells(of entity: String, _ columns: [String], amongOthers: Bool = false) throws -> SQLiteStatement {
        let names = (["Z_PK"] + columns).map(Self.quoted).joined(separator: ", ")
        let rows = amongOthers ? "" : "Z_ENT = \(numbers[entity] ?? -1) AND "
        return try reader.query(
            "SELECT \(RowFunction.name)(\(names)) FROM \(quotedTable(of: entity)) NOT INDEXED "
                + "WHERE \(rows)Z_PK >= ?1 AND Z_PK <= ?2")
    }

    /// Returns the `Z_ENT` of an entity's rows, or nil if the entity's table is also for other entities.
    func onlyNumber(of entity: String) -> Int? {
        layout.table(of: entity)?.entities == [entity] ? numbers[entity] : nil
    }

    /// Returns a query for a single key in an entity's table. The parameters are the lowest key, and the number of rows
    /// to skip, beginning with the row of that key.
    func key(of entity: String) throws -> SQLiteStatement {
        try reader.query(
            "SELECT Z_PK FROM \(quotedTable(of: entity)) NOT INDEXED WHERE Z_PK >= ?1 ORDER BY Z_PK LIMIT 1 OFFSET ?2")
    }

    /// Returns whether `Z_PK` is the primary key of an entity's table, so that no two rows have the same key.
    func hasPrimaryKey(_ entity: String) throws -> Bool {
        let columns = try reader.rows("PRAGMA table_info(\(quotedTable(of: entity)))").filter { $0.last != .integer(0) }
        return columns.map { Array($0[1...2]) } == [[.text("Z_PK"), .text("INTEGER")]]
    }

    private func quotedTable(of entity: String) -> String { Self.quoted(layout.table(of: entity)?.name ?? "") }

    /// Returns the number of an entity's rows, without rows of subentities. Returns 0 if the model doesn't have the
    /// entity.
    package func rowCount(of entity: String) throws -> Int {
        guard let table = layout.table(of: entity), let number = numbers[entity] else { return 0 }
        let sql = "SELECT COUNT(*) FROM \(Self.quoted(table.name)) WHERE Z_ENT = \(number)"
        guard case .integer(let count)? = try reader.rows(sql).first?.first else { return 0 }
        return Int(clamping: count)
    }

    /// Returns the rows that don't belong to any entity of their table. Each result contains the table's root entity
    /// and the row's `Z_PK`. At most ``DataDiff/limit`` rows of each table are returned. Only a damaged store has such
    /// rows.
    ///
    /// - Parameters:
    ///   - counts: for each table, the sum of its entities' rows, keyed by table name. If a table has exactly this
    ///     number of rows, it has no stray rows, and its rows aren't read again.
    ///   - known: the names of tables that have no stray rows.
    package func strayRows(
        unlessCounts counts: [String: Int], notIn known: Set<String> = []
    ) throws -> [(entity: String, key: Int64)] {
        try layout.tables.filter { !known.contains($0.name) }.flatMap { table -> [(entity: String, key: Int64)] in
            let known = table.entities.compactMap { numbers[$0] }
            // Without `NOT INDEXED`, SQLite counts the entries of an index, which a damaged store can lack.
            let total = try reader.rows("SELECT COUNT(*) FROM \(Self.quoted(table.name)) NOT INDEXED").first?.first
            if let count = counts[table.name], total == .integer(Int64(count)), Set(known).count == known.count {
                return []
            }
            let rows = try reader.rows(
                """
                SELECT Z_PK FROM \(Self.quoted(table.name)) WHERE Z_ENT IS NULL \
                OR Z_ENT NOT IN (\(known.map(String.init).joined(separator: ", "))) LIMIT \(DataDiff.limit)
                """)
            return rows.compactMap { row in
                if case .integer(let key) = row[0] { (table.rootEntity, key) } else { nil }
            }
        }
    }

    /// Returns a query for the `Z_PK` of the owner and the destination of each reference at a location, sorted by both.
    ///
    /// - Parameter entity: the entity whose rows are the owners, without the rows of its subentities, or nil for all
    ///   owners.
    package func links(_ place: LinkPlace, of entity: String? = nil) throws -> SQLiteStatement {
        let owners = entity.map { entity in
            "SELECT Z_PK FROM \(quotedTable(of: entity)) WHERE Z_ENT = \(numbers[entity] ?? -1)"
        }
        return try reader.query(place.sql(owners: owners))
    }

    package static func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }
}
