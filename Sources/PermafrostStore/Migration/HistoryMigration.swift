/// A migration of the history's tables to the newer model. The tables depend on the model: recorded changes refer to
/// entities by number, and there is a column for each value that is preserved when a row is deleted.
struct HistoryMigration {
    let connection: SQLiteConnection
    let mapping: ModelMapping
    let old: StoreLayout
    let new: StoreLayout

    /// Migrates the tables, and creates the missing ones.
    ///
    /// - Parameter statements: the SQL statements that create a new store's tables, keyed by table name.
    func run(_ statements: [String: String]) throws {
        for table in ["ATRANSACTION", "ATRANSACTIONSTRING"] where try text(of: table) == nil {
            try connection.execute(statements[table] ?? "")
        }
        try rebuildChanges(statements["ACHANGE"] ?? "")
        try renumber()
    }

    private func rebuildChanges(_ wanted: String) throws {
        guard let existing = try text(of: "ACHANGE") else { return try connection.execute(wanted) }
        guard existing != wanted else { return }
        let previous = MovedTables.prefix + "ACHANGE"
        try connection.execute("ALTER TABLE ACHANGE RENAME TO \(previous)")
        try connection.execute(wanted)
        let oldColumns = try columns(of: previous)
        let shared = try columns(of: "ACHANGE").filter(oldColumns.contains).joined(separator: ", ")
        try connection.execute("INSERT INTO ACHANGE (\(shared)) SELECT \(shared) FROM \(previous)")
        try connection.execute("DROP TABLE \(previous)")
    }

    /// Updates the entity numbers in the recorded changes. Deletes the changes of removed entities, because their
    /// numbers may now belong to other entities.
    private func renumber() throws {
        var cases: [String] = []
        var changed: [String] = []
        var removed: [String] = []
        for (name, number) in old.entityNumbers.sorted(by: { $0.value < $1.value }) {
            guard let next = mapping.continuation(of: name).flatMap({ new.entityNumbers[$0.name] }) else {
                removed.append("\(number)")
                continue
            }
            guard next != number else { continue }
            cases.append("WHEN \(number) THEN \(next)")
            changed.append("\(number)")
        }
        if !removed.isEmpty {
            try connection.execute("DELETE FROM ACHANGE WHERE ZENTITY IN (\(removed.joined(separator: ", ")))")
        }
        if !cases.isEmpty {
            try connection.execute(
                """
                UPDATE ACHANGE SET ZENTITY = CASE ZENTITY \(cases.joined(separator: " ")) END \
                WHERE ZENTITY IN (\(changed.joined(separator: ", ")))
                """)
        }
    }

    private func text(of table: String) throws -> String? {
        let row = try connection.rows("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = '\(table)'").first
        if case .text(let text)? = row?.first { return text }
        return nil
    }

    private func columns(of table: String) throws -> [String] {
        try connection.rows("SELECT name FROM pragma_table_info('\(table)')").compactMap { row in
            if case .text(let name)? = row.first { name } else { nil }
        }
    }
}
