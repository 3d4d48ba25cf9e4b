import PermafrostModel

/// How properties are written, where the name of an index says: `Z_Post_UNIQUE_slug_author` over `ZSLUG` and `ZAUTHOR`.
struct WrittenNames {
    /// The property of a column, by table and column.
    private(set) var properties: [String: [String: String]] = [:]
    /// The uniqueness constraints of each entity.
    private(set) var constraints: [String: [[String]]] = [:]

    init(keys: [StoreLayout.PrimaryKey], statements: [DDLStatement]) {
        for statement in statements where statement.kind == .index {
            let columns = Self.columns(of: statement.sql)
            guard !columns.isEmpty else { continue }
            for key in keys {
                let prefix = "Z_\(key.name)_UNIQUE_"
                guard statement.name.hasPrefix(prefix),
                    let names = Self.split(statement.name.dropFirst(prefix.count), along: columns)
                else { continue }
                constraints[key.name, default: []].append(names)
                for (column, name) in zip(columns, names) { properties[statement.table, default: [:]][column] = name }
            }
        }
    }

    /// The columns of an index in Core Data's wording: `… (ZSLUG COLLATE BINARY ASC, ZAUTHOR COLLATE BINARY ASC)`.
    private static func columns(of sql: String) -> [String] {
        guard let open = sql.firstIndex(of: "("), sql.hasSuffix(")") else { return [] }
        return sql[sql.index(after: open)...].dropLast().split(separator: ",").compactMap { term in
            term.split(separator: " ").first.map(String.init)
        }
    }

    /// Names joined with `_`, distinguished by the lengths of their columns; nil if they do not fit.
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
