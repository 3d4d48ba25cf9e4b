import PermafrostModel

/// The to-many relationships that are derived from join tables and from columns such as `Z1SPEC`.
struct TableLinks {
    private var relationshipsByNumber: [Int: [Property]] = [:]

    /// Reads the links of all tables.
    ///
    /// - Parameters:
    ///   - names: the entities' names, keyed by number.
    ///   - roots: the names of the root entities, keyed by table name.
    ///   - columns: the columns of every table, keyed by table name.
    init(names: [Int: String], roots: [String: String], columns: [String: [(name: String, type: String)]]) {
        for (table, columns) in columns {
            let own = columns.map(\.name).filter { !$0.hasPrefix("Z_FOK_") }
            guard own.count == 2, let first = Self.numbered(own[0]), let second = Self.numbered(own[1]),
                Self.numbered(table) != nil, let entity = names[first.number], let other = names[second.number]
            else { continue }
            // The first column contains keys of the entity whose number is in the table's name. The second column's
            // name contains that entity's relationship.
            add(to: first.number, second.name, leadingTo: other, inverse: first.name)
            add(to: second.number, first.name, leadingTo: entity, inverse: second.name)
        }
        // If a to-many relationship has no inverse, a column such as `Z1SPEC` in the destination's table contains the
        // owner's key.
        for (table, root) in roots {
            for column in columns[table] ?? [] {
                guard let (number, name) = Self.owned(column.name), names[number] != nil else { continue }
                add(to: number, name, leadingTo: root, inverse: nil)
            }
        }
    }

    /// Returns the relationships of the entity with the given number.
    func relationships(of number: Int) -> [Property] { relationshipsByNumber[number] ?? [] }

    private mutating func add(to number: Int, _ name: String, leadingTo destination: String, inverse: String?) {
        guard relationshipsByNumber[number]?.contains(where: { $0.name == name }) != true else { return }
        relationshipsByNumber[number, default: []].append(
            .relationship(
                Relationship(
                    name: name, destination: destination, inverse: inverse, isOptional: true, maximumCount: 0)))
    }

    /// Splits a string such as `Z_2TAGS` into the number 2 and the name `TAGS`. Returns nil if the string has a
    /// different form.
    private static func numbered(_ text: String) -> (number: Int, name: String)? {
        text.hasPrefix("Z_") ? split(text.dropFirst(2)) : nil
    }

    /// Splits a string such as `Z1SPEC` into the number 1 and the name `SPEC`. Returns nil if the string has a
    /// different form.
    private static func owned(_ text: String) -> (number: Int, name: String)? {
        guard text.hasPrefix("Z"), let parts = split(text.dropFirst()), !parts.name.hasPrefix("_") else { return nil }
        return parts
    }

    private static func split(_ text: Substring) -> (number: Int, name: String)? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits), text.count > digits.count else { return nil }
        return (number, String(text.dropFirst(digits.count)))
    }
}
