import PermafrostModel

/// The attributes and to-one relationships that a table's columns describe.
struct ColumnReading {
    private(set) var properties: [Property] = []

    /// Reads the columns of a table.
    ///
    /// - Parameters:
    ///   - names: the entities' names, keyed by number.
    ///   - written: the property names whose letter case is known from indexes.
    init(
        table: String, columns: [(name: String, type: String)], names: [Int: String], written: WrittenNames,
        statements: [DDLStatement]
    ) {
        let own = columns.map(\.name)
        // A foreign key is recognized by its index. A foreign key to a family is recognized by the column for the
        // destination's entity.
        let indexed = Set(statements.filter { $0.kind == .index && $0.table == table }.map(\.name))
        var destinations: [String: String] = [:]
        for name in own {
            guard let (number, rest) = Self.numbered(name), rest.hasPrefix("_") else { continue }
            destinations["Z" + rest.dropFirst()] = names[number]
        }
        var seen: Set<String> = []
        for (name, type) in columns where name.hasPrefix("Z") && !name.hasPrefix("Z_") && Self.numbered(name) == nil {
            let property = written.properties[table]?[name] ?? String(name.dropFirst())
            guard !property.isEmpty, seen.insert(property).inserted else { continue }
            let isReference = destinations[name] != nil || indexed.contains("\(table)_\(name)_INDEX")
            properties.append(
                isReference && type.uppercased() == "INTEGER"
                    ? .relationship(
                        Relationship(
                            name: property, destination: destinations[name] ?? TableModel.unknownDestination,
                            isOptional: true))
                    : .attribute(Attribute(name: property, type: Self.type(type), isOptional: true)))
        }
    }

    /// Splits a column's name such as `Z3_AUTHOR` into the number 3 and the rest `_AUTHOR`. Returns nil if no number
    /// follows the first character.
    private static func numbered(_ name: String) -> (Int, Substring)? {
        let rest = name.dropFirst()
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        return Int(digits).map { ($0, rest.dropFirst(digits.count)) }
    }

    private static func type(_ text: String) -> AttributeType {
        switch text.uppercased() {
        case "INTEGER": .int64
        case "FLOAT": .double
        case "TIMESTAMP": .date
        case "DECIMAL": .decimal
        case "VARCHAR": .string
        case "BLOB": .binary
        default: .undefined
        }
    }
}
