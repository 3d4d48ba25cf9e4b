import PermafrostModel
import PermafrostStore

/// A plan that creates the sample rows for a layout.
///
/// It first chooses values row by row, and then links the rows. If a row can't satisfy a constraint, such as a third
/// row with a unique Boolean, all rows are created again with fewer rows for that entity. The result may therefore have
/// fewer rows than requested, but never violates a constraint.
struct SampleRowPlan {
    /// The maximum number of attempts to find values that satisfy the uniqueness constraints of a row.
    private static let attemptLimit = 16

    private let layout: StoreLayout
    private let graph: RelationshipGraph
    private let attributes: [String: [SampleAttribute]]
    private let constraints: [String: [Constraint]]

    /// A uniqueness constraint, with the indexes of its columns.
    struct Constraint: Hashable {
        var entity: String
        var columns: [Int]
        /// Whether one of the columns is a foreign key.
        var includesRelationship: Bool
    }

    /// The error for a row that can't be created or linked, with the name of its entity and its index among the
    /// entity's rows.
    struct Conflict: Error {
        var entity: String
        var row: Int
    }

    init(layout: StoreLayout, seed: [UInt8], values: SampleValues = .plausible) {
        self.layout = layout
        graph = RelationshipGraph(layout.model, numbers: EntityNumbers(layout.model))
        var attributes: [String: [SampleAttribute]] = [:]
        var constraints: [String: [Constraint]] = [:]
        for table in layout.tables {
            let names = table.columns.map(\.name)
            let places = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
            for entity in table.entities {
                attributes[entity] = layout.model.properties(of: entity).compactMap { property in
                    guard case .attribute(let attribute) = property, !attribute.isTransient else { return nil }
                    let columns = Self.paths(of: attribute, []).compactMap {
                        layout.column(of: entity, at: $0).flatMap { places[$0] }
                    }
                    return SampleAttribute(
                        attribute, of: entity, columns: columns, seed: seed, values: values)
                }
                let line = [entity] + layout.model.superentities(of: entity).map(\.name)
                constraints[entity] = line.compactMap(layout.model.entity(named:)).flatMap { declaring in
                    declaring.uniquenessConstraints.map {
                        Self.constraint($0, of: declaring, layout: layout, places: places)
                    }
                }
            }
        }
        self.attributes = attributes
        self.constraints = constraints
    }

    /// Returns up to `count` rows of each entity that isn't abstract.
    func rows(perEntity count: Int) -> SampleRows {
        var counts: [String: Int] = [:]
        for entity in layout.model.entities where !entity.isAbstract { counts[entity.name] = max(0, count) }
        while true {
            do {
                return try rows(counts)
            } catch {
                // The loop ends because the counts only decrease.
                counts[error.entity] = min(error.row, max(0, (counts[error.entity] ?? 0) - 1))
            }
        }
    }

    private func rows(_ counts: [String: Int]) throws(Conflict) -> SampleRows {
        var rows = SampleRows(layout: layout, counts: counts)
        for table in layout.tables.indices { try fill(table, of: &rows) }
        var links = SampleLinks(layout: layout, graph: graph, rows: rows)
        try links.linkAll()
        try checkRelationshipConstraints(links.rows)
        return links.rows
    }

    private func fill(_ table: Int, of rows: inout SampleRows) throws(Conflict) {
        var seen: [Constraint: Set<[SQLiteValue]>] = [:]
        for place in rows.tables[table].entities.indices {
            let (entity, row) = rows.origin(of: .init(table: table, place: place))
            let constraints = (constraints[entity] ?? []).filter { !$0.includesRelationship }
            let constrained = Set(constraints.flatMap(\.columns))
            var attempt = 0
            while true {
                for attribute in attributes[entity] ?? [] {
                    if attempt > 0, constrained.isDisjoint(with: attribute.columns) { continue }
                    let values = attribute.values(row: row, place: place, attempt: attempt)
                    for (column, value) in zip(attribute.columns, values) {
                        rows.tables[table].cells[place][column] = value
                    }
                }
                let cells = rows.tables[table].cells[place]
                let isUnique = constraints.allSatisfy { constraint in
                    guard let values = Self.values(of: constraint, in: cells) else { return true }
                    return seen[constraint]?.contains(values) != true
                }
                if isUnique {
                    for constraint in constraints {
                        if let values = Self.values(of: constraint, in: cells) {
                            seen[constraint, default: []].insert(values)
                        }
                    }
                    break
                }
                attempt += 1
                guard attempt < Self.attemptLimit else { throw Conflict(entity: entity, row: row) }
            }
        }
    }

    private func checkRelationshipConstraints(_ rows: SampleRows) throws(Conflict) {
        for (table, tableRows) in rows.tables.enumerated() {
            var seen: [Constraint: Set<[SQLiteValue]>] = [:]
            for (place, cells) in tableRows.cells.enumerated() {
                for constraint in constraints[tableRows.entities[place]] ?? [] where constraint.includesRelationship {
                    guard let values = Self.values(of: constraint, in: cells) else { continue }
                    guard seen[constraint, default: []].insert(values).inserted else {
                        let (entity, row) = rows.origin(of: .init(table: table, place: place))
                        throw Conflict(entity: entity, row: row)
                    }
                }
            }
        }
    }

    /// Returns a row's values in the constraint's columns. Returns nil if one of them is NULL, because such a row can't
    /// violate the constraint.
    private static func values(of constraint: Constraint, in cells: [SQLiteValue]) -> [SQLiteValue]? {
        let values = constraint.columns.map { cells[$0] }
        return values.contains(.null) ? nil : values
    }

    private static func constraint(
        _ properties: [String], of entity: Entity, layout: StoreLayout, places: [String: Int]
    ) -> Constraint {
        var columns: [Int] = []
        var includesRelationship = false
        let all = layout.model.properties(of: entity.name)
        for name in properties {
            switch all.first(where: { $0.name == name }) {
            case .attribute(let attribute):
                columns += paths(of: attribute, []).compactMap {
                    layout.column(of: entity.name, at: $0).flatMap { places[$0] }
                }
            case .relationship(let relationship):
                let key = layout.destinationColumns(of: entity.name, relationship: relationship.name)?.key
                if let place = key.flatMap({ places[$0] }) {
                    columns.append(place)
                    includesRelationship = true
                }
            case .fetched, nil: continue
            }
        }
        return Constraint(entity: entity.name, columns: columns, includesRelationship: includesRelationship)
    }

    /// Returns the paths of an attribute's leaves, in order. A composite's leaves are the elements that have their own
    /// column. The only leaf of any other attribute is the attribute itself.
    private static func paths(of attribute: Attribute, _ path: [String]) -> [[String]] {
        guard !attribute.isTransient else { return [] }
        let path = path + [attribute.name]
        return attribute.type == .composite ? attribute.elements.flatMap { paths(of: $0, path) } : [path]
    }
}
