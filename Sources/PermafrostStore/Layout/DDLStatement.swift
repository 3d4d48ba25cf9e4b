/// An SQL statement of a store's schema, with the kind, name and table of the object that it creates.
package struct DDLStatement: Sendable, Hashable, Encodable {
    /// The kinds of objects that statements create. The raw values are the ones in `sqlite_master`.
    package enum Kind: String, Sendable, Hashable, Encodable {
        case table
        case index
        case trigger
        case view
    }

    /// The kind of object that the statement creates.
    package var kind: Kind
    package var name: String
    /// The name of the object's table, which is the object itself if it is a table.
    package var table: String
    /// The statement's text, without `;`.
    package var sql: String

    package init(kind: Kind, name: String, table: String, sql: String) {
        self.kind = kind
        self.name = name
        self.table = table
        self.sql = sql
    }

    static func table(_ name: String, _ sql: String) -> DDLStatement {
        DDLStatement(kind: .table, name: name, table: name, sql: sql)
    }

    /// Returns a statement that creates an index on the given terms. A term is a column, optionally with a collation
    /// and a direction.
    static func index(_ name: String, on table: String, _ terms: [String], isUnique: Bool = false) -> DDLStatement {
        DDLStatement(
            kind: .index, name: name, table: table,
            sql: "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(name) ON \(table) (\(terms.joined(separator: ", ")))")
    }
}

extension Sequence<DDLStatement> {
    /// Returns the statements in the order of `ORDER BY tbl_name, type DESC, name`. Names are compared byte by byte.
    package func inQueryOrder() -> [DDLStatement] {
        func isBefore(_ left: String, _ right: String) -> Bool {
            left.utf8.lexicographicallyPrecedes(right.utf8)
        }
        return sorted {
            if $0.table != $1.table { return isBefore($0.table, $1.table) }
            if $0.kind != $1.kind { return isBefore($1.kind.rawValue, $0.kind.rawValue) }
            return isBefore($0.name, $1.name)
        }
    }

    /// The text of the statements, each followed by `;` and a newline.
    package var text: String {
        reduce(into: "") { text, statement in
            text += statement.sql
            text += ";\n"
        }
    }
}

extension DDLStatement {
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
}
