import PermafrostModel

/// A store's metadata and model cache, read through any connection.
///
/// The store isn't trusted. Values that exceed a size limit aren't read, and views with the names of these tables are
/// ignored.
package struct StoreTables {
    /// The maximum size of the metadata, in bytes.
    private static let metadataLimit = 4 << 20

    private let connection: SQLiteConnection
    private let path: String

    /// Creates a value that reads a store's tables through a connection.
    ///
    /// - Parameter path: the path for errors, which is the original store's path if the connection opened a copy. If
    ///   nil, errors contain the connection's path.
    package init(_ connection: SQLiteConnection, path: String? = nil) {
        self.connection = connection
        self.path = path ?? connection.path
    }

    /// Returns the store's metadata with all its keys.
    ///
    /// - Throws: `StoreError.noMetadata(path:)` if the metadata is missing or too large to read;
    ///   `StoreError.damagedMetadata(path:error:)` if the property list can't be read; `SQLiteError` if SQLite fails.
    package func metadata() throws -> StoreMetadata {
        let query = "SELECT Z_UUID, \(Self.bounded("Z_PLIST", Self.metadataLimit)) FROM Z_METADATA ORDER BY Z_VERSION"
        guard let row = try firstRow(of: "Z_METADATA", query), case .blob(let bytes) = row[1] else {
            throw StoreError.noMetadata(path: path)
        }
        var uuid = ""
        if case .text(let text) = row[0] { uuid = text }
        do { return try StoreMetadata(storeUUID: uuid, propertyList: bytes) } catch {
            throw StoreError.damagedMetadata(path: path, error: error)
        }
    }

    /// Returns the bytes of the model cache. Returns nil if the store has no model cache, or if the model cache exceeds
    /// ``ModelArchive/sizeLimit``.
    ///
    /// - Throws: `SQLiteError` if SQLite can't read the table.
    package func modelCache() throws(SQLiteError) -> [UInt8]? {
        let query = "SELECT \(Self.bounded("Z_CONTENT", ModelArchive.sizeLimit)) FROM Z_MODELCACHE"
        guard case .blob(let bytes)? = try firstRow(of: "Z_MODELCACHE", query)?[0] else { return nil }
        return bytes
    }

    /// Returns whether there is a table with this name that stores rows. Returns false for a view or virtual table.
    func has(_ name: String) throws(SQLiteError) -> Bool {
        let literal = name.replacing("'", with: "''")
        return
            !(try connection.rows(
                "SELECT 1 FROM sqlite_master WHERE type = 'table' AND rootpage > 0 AND name = '\(literal)'"
            ).isEmpty)
    }

    /// Returns a SQL expression for a column's bytes, or NULL if they exceed the limit.
    private static func bounded(_ column: String, _ limit: Int) -> String {
        "CASE WHEN length(\(column)) <= \(limit) THEN \(column) END"
    }

    private func firstRow(of table: String, _ query: String) throws(SQLiteError) -> [SQLiteValue]? {
        guard try has(table) else { return nil }
        return try connection.rows(query + " LIMIT 1").first
    }
}

extension StoreReader {
    /// Returns a summary of the store's history, or nil if the store has no tables for a history.
    package func history() throws(StoreError) -> HistorySummary? {
        guard try hasTable("ATRANSACTION"), try hasTable("ACHANGE") else { return nil }
        var history = HistorySummary(
            transactionCount: try rowCount(of: "ATRANSACTION"), insertCount: 0, updateCount: 0, deleteCount: 0,
            names: [])
        if let row = try rows("SELECT MIN(ZTIMESTAMP), MAX(ZTIMESTAMP) FROM ATRANSACTION").first {
            (history.firstTime, history.lastTime) = (Self.number(row[0]), Self.number(row[1]))
        }
        // Count all kinds in one pass. Grouping would sort all changes.
        let kinds = (0...2).map { "SUM(ZCHANGETYPE IS \($0))" }.joined(separator: ", ")
        if let row = try rows("SELECT \(kinds) FROM ACHANGE").first {
            let counts = row.map { if case .integer(let count) = $0 { Int(clamping: count) } else { 0 } }
            (history.insertCount, history.updateCount, history.deleteCount) = (counts[0], counts[1], counts[2])
        }
        if try hasTable("ATRANSACTIONSTRING") {
            history.names = try rows(
                "SELECT ZNAME FROM ATRANSACTIONSTRING ORDER BY Z_PK LIMIT \(HistorySummary.nameLimit)"
            ).compactMap { if case .text(let name) = $0[0] { name } else { nil } }
        }
        return history
    }

    private static func number(_ value: SQLiteValue) -> Double? {
        switch value {
        case .real(let real): real
        case .integer(let integer): Double(integer)
        default: nil
        }
    }
}
