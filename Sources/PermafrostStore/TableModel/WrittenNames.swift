import PermafrostModel

/// The original spelling of property names, according to the names of indexes such as `Z_Post_UNIQUE_slug_author`
/// on `ZSLUG` and `ZAUTHOR`.
struct WrittenNames {
    /// The name of the property in each column, keyed by table name and column name.
    private(set) var properties: [String: [String: String]] = [:]
    /// The uniqueness constraints of each entity, keyed by entity name.
    private(set) var constraints: [String: [[String]]] = [:]

    init(keys: [PrimaryKey], statements: [DDLStatement]) {
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

    /// Returns the columns in an index's SQL, such as `… (ZSLUG COLLATE BINARY ASC, ZAUTHOR COLLATE BINARY ASC)`.
    private static func columns(of sql: String) -> [String] {
        guard let open = sql.firstIndex(of: "("), sql.hasSuffix(")") else { return [] }
        return sql[sql.index(after: open)...].dropLast().split(separator: ",").compactMap { term in
            term.split(separator: " ").first.map(String.init)
        }
    }

    /// Splits a string such as `slug_author` into the names of the properties in the given columns. Returns nil if
    /// a name doesn't match its column. A name can contain `_`, so its length is determined by its column's name
    /// without the `Z`.
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
