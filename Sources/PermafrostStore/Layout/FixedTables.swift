/// The statements for a store's internal tables, which contain no entity's rows and no links. Every store has the
/// administration tables. A store that records persistent history also has the history's tables.
package enum FixedTables {
    /// The tables for entity numbers, metadata and the model cache.
    package static let administration: [DDLStatement] = [
        .table(
            "Z_PRIMARYKEY",
            "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)"),
        .table(
            "Z_METADATA",
            "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)"),
        .table("Z_MODELCACHE", "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)"),
    ]

    /// Returns the statements that create the tables and indexes of persistent history.
    ///
    /// - Parameter tombstoneCount: the number of columns for the preserved values of deleted rows. This is the
    ///   maximum number of attributes that an entity preserves.
    package static func history(tombstoneCount: Int) -> [DDLStatement] {
        let tombstones = (0..<tombstoneCount).map { ", ZTOMBSTONE\($0) BLOB" }.joined()
        let columns = "Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER"
        return [
            .table(
                "ACHANGE",
                "CREATE TABLE ACHANGE ( \(columns), ZCHANGETYPE INTEGER, ZENTITY INTEGER, ZENTITYPK INTEGER, "
                    + "ZTRANSACTIONID INTEGER, ZCOLUMNS BLOB\(tombstones) )"),
            .table(
                "ATRANSACTION",
                "CREATE TABLE ATRANSACTION ( \(columns), ZAUTHORTS INTEGER, ZBUNDLEIDTS INTEGER, "
                    + "ZCONTEXTNAMETS INTEGER, ZPROCESSIDTS INTEGER, ZTIMESTAMP FLOAT, ZAUTHOR VARCHAR, "
                    + "ZBUNDLEID VARCHAR, ZCONTEXTNAME VARCHAR, ZPROCESSID VARCHAR, ZQUERYGEN BLOB )"),
            .table("ATRANSACTIONSTRING", "CREATE TABLE ATRANSACTIONSTRING ( \(columns), ZNAME VARCHAR )"),
            .index("ACHANGE_ZTRANSACTIONID_INDEX", on: "ACHANGE", ["ZTRANSACTIONID"]),
            .index("ATRANSACTION_ZAUTHORTS_INDEX", on: "ATRANSACTION", ["ZAUTHORTS"]),
            .index("ATRANSACTION_ZBUNDLEIDTS_INDEX", on: "ATRANSACTION", ["ZBUNDLEIDTS"]),
            .index("ATRANSACTION_ZCONTEXTNAMETS_INDEX", on: "ATRANSACTION", ["ZCONTEXTNAMETS"]),
            .index("ATRANSACTION_ZPROCESSIDTS_INDEX", on: "ATRANSACTION", ["ZPROCESSIDTS"]),
            .index("Z_TRANSACTION_TransactionAuthorIndex", on: "ATRANSACTION", ["ZAUTHOR COLLATE BINARY ASC"]),
            .index(
                "Z_TRANSACTION_TransactionTimestampIndex", on: "ATRANSACTION", ["ZTIMESTAMP COLLATE BINARY ASC"]),
            .index(
                "Z_TRANSACTIONSTRING_UNIQUE_NAME", on: "ATRANSACTIONSTRING", ["ZNAME COLLATE BINARY ASC"],
                isUnique: true),
        ]
    }
}
