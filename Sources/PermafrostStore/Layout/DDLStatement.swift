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
