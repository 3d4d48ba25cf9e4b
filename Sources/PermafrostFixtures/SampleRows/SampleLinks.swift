import PermafrostModel
import PermafrostStore

/// A generator for the links between sample rows. It creates the links of a relationship and its inverse together, and
/// respects their minimum and maximum counts if there are enough rows.
struct SampleLinks {
    private let layout: StoreLayout
    private let graph: RelationshipGraph
    private(set) var rows: SampleRows

    private typealias Reference = SampleRows.Reference
    private typealias End = RelationshipGraph.End

    init(layout: StoreLayout, graph: RelationshipGraph, rows: SampleRows) {
        self.layout = layout
        self.graph = graph
        self.rows = rows
    }

    /// Links all rows.
    ///
    /// - Throws: a `Conflict` with the first row that requires a destination but can't get one, because all
    ///   destinations already have their maximum number of links.
    mutating func linkAll() throws(SampleRowPlan.Conflict) {
        for name in layout.entityOrder {
            for relationship in layout.model.entity(named: name)?.relationships ?? [] where !relationship.isTransient {
                let end = End(entity: name, relationship: relationship)
                let inverse = graph.inverseEnd(of: relationship)
                switch (relationship.isToMany, inverse?.relationship.isToMany) {
                case (false, false):
                    guard let inverse else { continue }
                    // The loop visits the pair from both sides. Link it only from the first side.
                    if isFirst(end, of: inverse) { try linkOneToOne(end, inverse) }
                case (false, true), (false, nil): try linkToOne(end, inverse: inverse)
                case (true, nil): linkToManyWithoutInverse(end)
                case (true, _): continue
                }
            }
        }
        for index in layout.joinTables.indices { linkManyToMany(index) }
    }

    private func isFirst(_ end: End, of inverse: End) -> Bool {
        let (own, other) = (layout.entityNumbers[end.entity] ?? 0, layout.entityNumbers[inverse.entity] ?? 0)
        return own != other ? own < other : !CodeUnitOrder.isBefore(inverse.relationship.name, end.relationship.name)
    }

    /// Returns the rows of an entity and its subentities.
    private func instances(of entity: String) -> [Reference] {
        layout.model.family(of: entity).flatMap { member -> [Reference] in
            guard let table = layout.tables.firstIndex(where: { $0.entities.contains(member.name) }) else { return [] }
            return (rows.places[member.name] ?? 0..<0).map { Reference(table: table, place: $0) }
        }
    }

    /// Sets the columns of a to-one relationship.
    private mutating func set(_ end: End, of row: Reference, to destination: Reference, position: Int) {
        guard let columns = layout.destinationColumns(of: end.entity, relationship: end.relationship.name) else {
            return
        }
        rows.set(destination.key, columns.key, of: row)
        if let column = columns.entity {
            let number = layout.entityNumbers[rows.origin(of: destination).entity] ?? 0
            rows.set(.integer(Int64(number)), column, of: row)
        }
        if let column = columns.order { rows.set(.integer(Int64(position)), column, of: row) }
    }

    /// Returns the number of the entity's preceding relationships with the same destination and the same cardinality in
    /// both directions. As an offset, it makes these relationships link different rows, so that a test can detect a
    /// migration that confuses two of them.
    private func rank(_ entity: String, _ name: String) -> Int {
        let relationships = (layout.model.entity(named: entity)?.relationships ?? []).filter { !$0.isTransient }
        guard let own = relationships.first(where: { $0.name == name }) else { return 0 }
        func hasToOneInverse(_ relationship: Relationship) -> Bool {
            graph.inverseEnd(of: relationship)?.relationship.isToMany == false
        }
        let alike = relationships.filter {
            $0.destination == own.destination && $0.isToMany == own.isToMany
                && hasToOneInverse($0) == hasToOneInverse(own)
        }
        return alike.firstIndex { $0.name == name } ?? 0
    }

    private func conflict(_ row: Reference) -> SampleRowPlan.Conflict {
        let origin = rows.origin(of: row)
        return SampleRowPlan.Conflict(entity: origin.entity, row: origin.row)
    }

    // MARK: To-one

    /// Assigns destinations to the rows in turn. If the relationship is optional and its inverse has no minimum count,
    /// every fourth row has no destination. In an entity's first relationship to itself, the rows form a tree, and only
    /// the root can lack a destination.
    ///
    /// - Throws: a `Conflict` if a row requires a destination but all destinations already have their maximum count.
    private mutating func linkToOne(_ end: End, inverse: End?) throws(SampleRowPlan.Conflict) {
        let own = instances(of: end.entity)
        let destinations = instances(of: end.relationship.destination)
        guard !destinations.isEmpty else { return }
        let minimum = inverse?.relationship.minimumCount ?? 0
        let maximum =
            inverse.map { $0.relationship.maximumCount > 0 ? $0.relationship.maximumCount : Int.max } ?? Int.max
        var taken = [Int](repeating: 0, count: destinations.count)
        let rank = rank(end.entity, end.relationship.name)
        let isTree = own == destinations && rank == 0
        for (index, row) in own.enumerated() {
            let mayLack = end.relationship.isOptional && minimum == 0
            // Rows that refer to rows of their own entity form a tree. The root has no destination.
            if mayLack, isTree ? index == 0 : index % 4 == 3 { continue }
            let wanted = isTree ? max(0, index - 1) / 2 : (index + rank) % destinations.count
            let choice = destinations.indices.lazy.map { (wanted + $0) % destinations.count }
                .first { taken[$0] < maximum }
            guard let choice else {
                if end.relationship.isOptional { continue }
                throw conflict(row)
            }
            taken[choice] += 1
            set(end, of: row, to: destinations[choice], position: taken[choice])
        }
    }

    private mutating func linkOneToOne(_ end: End, _ inverse: End) throws(SampleRowPlan.Conflict) {
        let own = instances(of: end.entity)
        let destinations = instances(of: inverse.entity)
        guard !own.isEmpty, !destinations.isEmpty else { return }
        let mayLack = end.relationship.isOptional && inverse.relationship.isOptional
        func link(_ row: Reference, _ destination: Reference) {
            set(end, of: row, to: destination, position: 1)
            set(inverse, of: destination, to: row, position: 1)
        }
        if end == inverse {
            // Link the rows in pairs that refer to each other.
            for index in stride(from: 0, to: own.count - 1, by: 2) { link(own[index], own[index + 1]) }
            if !own.count.isMultiple(of: 2), !mayLack { link(own[own.count - 1], own[own.count - 1]) }
            return
        }
        if own == destinations {
            // Link the rows in a chain. If every row requires a destination, close the chain to form a ring.
            for index in 0..<own.count - 1 { link(own[index], own[index + 1]) }
            if !mayLack { link(own[own.count - 1], own[0]) }
            return
        }
        let count = min(own.count, destinations.count)
        let rank = rank(end.entity, end.relationship.name)
        for index in 0..<count where !(mayLack && count > 2 && index == count - 1) {
            link(own[index], destinations[(index + rank) % destinations.count])
        }
        if own.count > count, !end.relationship.isOptional { throw conflict(own[count]) }
        if destinations.count > count, !inverse.relationship.isOptional { throw conflict(destinations[count]) }
    }

    // MARK: To-many

    private mutating func linkToManyWithoutInverse(_ end: End) {
        guard let columns = layout.ownerColumns(of: end.entity, relationship: end.relationship.name) else { return }
        let owners = instances(of: end.entity)
        guard !owners.isEmpty else { return }
        let maximum = end.relationship.maximumCount > 0 ? end.relationship.maximumCount : Int.max
        let rank = rank(end.entity, end.relationship.name)
        // The column is in the destination's rows. Rows of subentities are in the same table.
        for (index, row) in instances(of: end.relationship.destination).enumerated() {
            if end.relationship.minimumCount == 0, index % 4 == 3 { continue }
            let position = index / owners.count + 1
            guard position <= maximum else { return }
            rows.set(owners[(index + rank) % owners.count].key, columns.key, of: row)
            if let order = columns.order { rows.set(.integer(Int64(position)), order, of: row) }
        }
    }

    private mutating func linkManyToMany(_ index: Int) {
        let table = layout.joinTables[index]
        var pairs = SamplePairs(
            first: instances(of: table.first.entity), second: instances(of: table.second.entity),
            firstCounts: counts(table.first), secondCounts: counts(table.second),
            shift: rank(table.first.entity, table.first.relationship),
            isOwnInverse: table.first.entity == table.second.entity
                && table.first.relationship == table.second.relationship)
        rows.joins[index] = pairs.link().map { pair in
            var cells = [pair.first.key, pair.second.key]
            if table.first.orderColumn != nil { cells.append(.integer(Int64(pair.firstPosition))) }
            if table.second.orderColumn != nil { cells.append(.integer(Int64(pair.secondPosition))) }
            return cells
        }
    }

    private func counts(_ side: JoinTable.Side) -> ClosedRange<Int> {
        guard
            case .relationship(let relationship)? = layout.model.entity(named: side.entity)?
                .property(named: side.relationship)
        else { return 0...Int.max }
        let maximum = relationship.maximumCount > 0 ? relationship.maximumCount : Int.max
        return min(max(0, relationship.minimumCount), maximum)...maximum
    }
}
