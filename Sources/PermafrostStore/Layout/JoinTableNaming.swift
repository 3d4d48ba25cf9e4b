import PermafrostModel

/// The names of the tables and columns for a model's many-to-many relationships. Column names are unique across these
/// tables, except for `REFLEXIVE`.
struct JoinTableNaming {
    private(set) var tables: [JoinTable] = []
    private let numbers: EntityNumbers
    private var taken: Set<String> = []
    private var suffixes: [String: Int] = [:]

    init(graph: RelationshipGraph, numbers: EntityNumbers) {
        self.numbers = numbers
        var seen: Set<[String]> = []
        for entity in numbers.ordered {
            for end in graph.toManys(of: entity) {
                guard let inverse = graph.inverseEnd(of: end.relationship), inverse.relationship.isToMany,
                    graph.inverse(of: inverse.relationship)?.name == end.relationship.name,
                    seen.insert([end.entity, end.relationship.name]).inserted
                else { continue }
                // The entity with the lower number comes first and has already named the pair.
                seen.insert([inverse.entity, inverse.relationship.name])
                add(end, inverse)
            }
        }
    }

    /// Adds the table of a many-to-many relationship.
    ///
    /// - Parameters:
    ///   - end: the relationship of the entity with the lower number, which determines the names of the table and the
    ///     second column.
    ///   - inverse: the inverse relationship, which determines the name of the first column.
    private mutating func add(_ end: RelationshipGraph.End, _ inverse: RelationshipGraph.End) {
        let number = numbers.number[end.entity] ?? 0
        let first = column("Z_\(number)" + inverse.relationship.name.uppercased())
        let isOwnInverse = end == inverse
        // If a relationship is its own inverse, both columns would have the same name. Assume that the second one is
        // named `REFLEXIVE`.
        let second =
            isOwnInverse
            ? "REFLEXIVE"
            : column("Z_\(numbers.number[inverse.entity] ?? 0)" + end.relationship.name.uppercased())
        tables.append(
            JoinTable(
                name: "Z_\(number)" + end.relationship.name.uppercased(),
                first: .init(
                    entity: end.entity, relationship: end.relationship.name, column: first,
                    orderColumn: inverse.relationship.isOrdered ? Self.orderColumn(first) : nil),
                second: .init(
                    entity: inverse.entity, relationship: inverse.relationship.name, column: second,
                    orderColumn: end.relationship.isOrdered ? Self.orderColumn(second) : nil)))
    }

    private mutating func column(_ base: String) -> String {
        var name = base
        while !taken.insert(name).inserted {
            suffixes[base, default: 0] += 1
            name = base + String(suffixes[base, default: 0])
        }
        return name
    }

    private static func orderColumn(_ column: String) -> String {
        "Z_FOK_" + (column.hasPrefix("Z_") ? String(column.dropFirst(2)) : column)
    }
}
