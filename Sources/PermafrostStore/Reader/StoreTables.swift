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
