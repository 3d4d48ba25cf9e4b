import PermafrostModel

/// The tables by which a store says what it is, read through any connection to it: metadata and model cache.
///
/// They may come from anywhere: what is larger than its limit is not even read, and a view is no table.
package struct StoreTables {
    /// The largest metadata that is read, in bytes.
    private static let metadataLimit = 4 << 20

    private let connection: SQLiteConnection
    private let path: String

    /// - Parameter path: the store's file, if the connection is to a copy of it.
    package init(_ connection: SQLiteConnection, path: String? = nil) {
        self.connection = connection
        self.path = path ?? connection.path
    }

    /// The store's metadata, every key of it.
    ///
    /// - Throws: `StoreError.noMetadata(path:)` or `.damagedMetadata(path:error:)`, and `SQLiteError`.
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

    /// The bytes of the model cache; nil if the store has none.
    ///
    /// - Throws: `SQLiteError`.
    package func modelCache() throws(SQLiteError) -> [UInt8]? {
        let query = "SELECT \(Self.bounded("Z_CONTENT", ModelArchive.sizeLimit)) FROM Z_MODELCACHE"
        guard case .blob(let bytes)? = try firstRow(of: "Z_MODELCACHE", query)?[0] else { return nil }
        return bytes
    }

    /// Whether there is a table of the name that holds rows of its own.
    func has(_ name: String) throws(SQLiteError) -> Bool {
        let literal = name.replacing("'", with: "''")
        return
            !(try connection.rows(
                "SELECT 1 FROM sqlite_master WHERE type = 'table' AND rootpage > 0 AND name = '\(literal)'"
            ).isEmpty)
    }

    /// The bytes of a column if they are not more than the limit.
    private static func bounded(_ column: String, _ limit: Int) -> String {
        "CASE WHEN length(\(column)) <= \(limit) THEN \(column) END"
    }

    private func firstRow(of table: String, _ query: String) throws(SQLiteError) -> [SQLiteValue]? {
        guard try has(table) else { return nil }
        return try connection.rows(query + " LIMIT 1").first
    }
}

extension StoreReader {
    /// The store's history; nil if it records none.
    package func history() throws(StoreError) -> StoreTables.HistorySummary? {
        guard try hasTable("ATRANSACTION"), try hasTable("ACHANGE") else { return nil }
        var history = StoreTables.HistorySummary(
            transactionCount: try rowCount(of: "ATRANSACTION"), insertCount: 0, updateCount: 0, deleteCount: 0,
            names: [])
        if let row = try rows("SELECT MIN(ZTIMESTAMP), MAX(ZTIMESTAMP) FROM ATRANSACTION").first {
            (history.firstTime, history.lastTime) = (Self.number(row[0]), Self.number(row[1]))
        }
        // One pass: to group them would sort them all.
        let kinds = (0...2).map { "SUM(ZCHANGETYPE IS \($0))" }.joined(separator: ", ")
        if let row = try rows("SELECT \(kinds) FROM ACHANGE").first {
            let counts = row.map { if case .integer(let count) = $0 { Int(clamping: count) } else { 0 } }
            (history.insertCount, history.updateCount, history.deleteCount) = (counts[0], counts[1], counts[2])
        }
        if try hasTable("ATRANSACTIONSTRING") {
            history.names = try rows(
                "SELECT ZNAME FROM ATRANSACTIONSTRING ORDER BY Z_PK LIMIT \(StoreTables.HistorySummary.nameLimit)"
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

extension StoreTables {
    /// What a store's persistent history says: how often it was saved, when and by whom.
    package struct HistorySummary: Sendable, Hashable {
        /// The transactions recorded.
        package var transactionCount: Int
        /// When the first and the last were saved, in seconds since 2001-01-01 UTC.
        package var firstTime: Double?
        package var lastTime: Double?
        /// The changes recorded.
        package var insertCount: Int
        package var updateCount: Int
        package var deleteCount: Int
        /// Bundle identifiers, processes, contexts and authors, as far as recorded; the first hundred.
        package var names: [String]

        static let nameLimit = 100
    }
}
