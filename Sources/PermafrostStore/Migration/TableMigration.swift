import PermafrostModel

/// The part of a lightweight migration that changes tables and migrates their rows. A table that already matches the
/// newer model isn't modified.
struct TableMigration {
    let connection: SQLiteConnection
    let mapping: ModelMapping
    let entities: [MigratedEntity]
    let old: StoreLayout
    let new: StoreLayout

    /// Migrates tables, rows, links and the history to the newer model. Doesn't create the new indexes.
    func run() throws {
        let previousTables = new.tables.map(previous)
        let plans = try zip(new.tables, previousTables).map { table, previous in
            try plan(table, previous, isAlone: previousTables.count { $0?.name == previous?.name } == 1)
        }
        let keptJoins = Set(new.joinTables.filter(keeps).map(\.name))
        let altered = Set(plans.filter { $0.strategy == .alter }.map(\.table.name))
        try dropIndexes(of: altered.union(keptJoins))
        try ExternalValues(connection: connection, mapping: mapping, entities: entities, old: old)
            .inlineExternalValues()
        // Links can be read from any old table. Rename the old tables, and keep them until every row is carried over.
        var places = MovedTables()
        for name in old.tables.map(\.name) + old.joinTables.map(\.name)
        where !altered.contains(name) && !keptJoins.contains(name) {
            try connection.execute("ALTER TABLE \(name) RENAME TO \(places.move(name))")
        }
        let statements = Dictionary(
            new.statements.filter { $0.kind == .table }.map { ($0.name, $0.sql) },
            uniquingKeysWith: { first, _ in first })
        for plan in plans {
            switch plan.strategy {
            case .make: try connection.execute(statements[plan.table.name] ?? "")
            case .rebuild:
                try connection.execute(statements[plan.table.name] ?? "")
                try copy(plan, places)
            case .alter:
                try addColumns(plan)
                places.rename(plan.renamed, of: plan.table.name)
            }
        }
        for table in new.joinTables where !keptJoins.contains(table.name) {
            try connection.execute(statements[table.name] ?? "")
        }
        try LinkMigration(
            connection: connection, mapping: mapping, old: old, new: new, places: places, keptTables: keptJoins
        ).run()
        for plan in plans where plan.strategy == .alter {
            if let condition = plan.renumbering.condition {
                try connection.execute("DELETE FROM \(plan.table.name) WHERE NOT \(condition)")
            }
            // Drop unneeded columns before the rows are written again.
            for column in plan.dropped {
                try connection.execute("ALTER TABLE \(plan.table.name) DROP COLUMN \(column)")
            }
            try fill(plan)
        }
        try HierarchyLinks(connection: connection, mapping: mapping, old: old, new: new).run()
        for name in places.moved { try connection.execute("DROP TABLE \(places.table(name))") }
        try HistoryMigration(connection: connection, mapping: mapping, old: old, new: new).run(statements)
    }

    /// Returns whether a join table stays unchanged: the old store has the same join table, and the table's entities
    /// and relationships weren't renamed.
    private func keeps(_ table: JoinTable) -> Bool {
        old.joinTables.contains(table)
            && [table.first, table.second].allSatisfy { side in
                guard let entity = mapping.destination.entity(named: side.entity),
                    let property = entity.property(named: side.relationship)
                else { return false }
                return mapping.source(of: entity)?.name == entity.name
                    && mapping.source(of: property, in: entity)?.name == property.name
            }
    }

    /// Returns the old table whose rows a new table gets, or nil if there isn't one. There are never several, because a
    /// migration can't merge hierarchies.
    private func previous(_ table: StoreTable) -> StoreTable? {
        table.entities.lazy.compactMap { name in
            mapping.destination.entity(named: name).flatMap { mapping.source(of: $0) }.flatMap {
                old.table(of: $0.name)
            }
        }.first
    }

    private func plan(_ table: StoreTable, _ previous: StoreTable?, isAlone: Bool) throws -> TablePlan {
        guard let previous else { return TablePlan(table: table, previous: nil) }
        var numbers: [Int: Int] = [:]
        for name in table.entities {
            guard let source = mapping.destination.entity(named: name).flatMap({ mapping.source(of: $0) }),
                let number = old.entityNumbers[source.name]
            else { continue }
            numbers[number] = new.entityNumbers[name]
        }
        let columns = ColumnSources(mapping: mapping, old: old, new: new)
        let isShared = previous.entities.count > 1 || table.entities.count > 1
        return TablePlan(
            table: table, previous: previous, sources: columns.sources(of: table), choices: columns.choices(of: table),
            values: try NewValues(mapping: mapping, entities: entities, columnSources: columns)
                .values(for: table, isShared: isShared),
            renumbering: Renumbering(numbers, isShared: previous.entities.count > numbers.count),
            isAlone: isAlone)
    }

    /// Drops indexes of the given tables if a new store doesn't have them, or has them with different SQL. Indexes of
    /// rebuilt tables are dropped with their tables.
    private func dropIndexes(of tables: Set<String>) throws {
        let wanted = Set(new.statements.filter { $0.kind == .index }.map(\.sql))
        let existing = try connection.rows(
            "SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL")
        for row in existing {
            guard case .text(let name) = row[0], case .text(let table) = row[1], case .text(let sql) = row[2],
                tables.contains(table), !wanted.contains(sql)
            else { continue }
            try connection.execute("DROP INDEX \"\(name)\"")
        }
    }

    // MARK: Rows

    /// Copies the old table's rows to the rebuilt table, and writes the new values in the same pass.
    private func copy(_ plan: TablePlan, _ places: MovedTables) throws {
        guard let previous = plan.previous else { return }
        let values = Dictionary(grouping: plan.values, by: \.column)
        var targets = ["Z_PK", "Z_ENT", "Z_OPT"]
        var terms = ["Z_PK", plan.renumbering.term ?? "Z_ENT", "Z_OPT"]
        var parameters: [SQLiteValue] = []
        for column in plan.table.columns.map(\.name) {
            guard plan.source(of: column) != nil || values[column] != nil else { continue }
            let term = NewValue.expression(
                values[column] ?? [], current: plan.source(of: column) ?? "NULL",
                name: { plan.source(of: $0) ?? "NULL" })
            targets.append(column)
            terms.append(term.sql)
            parameters += term.parameters
        }
        let kept = plan.renumbering.condition.map { " WHERE \($0)" } ?? ""
        let sql = """
            INSERT INTO \(plan.table.name) (\(targets.joined(separator: ", "))) \
            SELECT \(terms.joined(separator: ", ")) FROM \(places.table(previous.name))\(kept) ORDER BY Z_PK
            """
        try connection.prepare(sql).run(parameters)
    }

    private func addColumns(_ plan: TablePlan) throws {
        for column in plan.renamed {
            try connection.execute("ALTER TABLE \(plan.table.name) RENAME COLUMN \(column.old) TO \(column.new)")
        }
        for column in plan.added {
            try connection.execute("ALTER TABLE \(plan.table.name) ADD COLUMN \(column.name) \(column.sqlType)")
        }
    }

    /// Writes the new values and entity numbers of a table that is altered in place, in one pass over its rows.
    private func fill(_ plan: TablePlan) throws {
        let values = Dictionary(grouping: plan.values, by: \.column)
        guard !values.isEmpty || plan.renumbering.term != nil else { return }
        var assignments = plan.renumbering.term.map { ["Z_ENT = \($0)"] } ?? []
        var parameters: [SQLiteValue] = []
        for column in plan.table.columns.map(\.name) {
            guard let own = values[column] else { continue }
            let term = NewValue.expression(own, current: column, name: { $0 })
            assignments.append("\(column) = \(term.sql)")
            parameters += term.parameters
        }
        var sql = "UPDATE \(plan.table.name) SET \(assignments.joined(separator: ", "))"
        let conditions = plan.values.compactMap { $0.condition { $0 } }
        if plan.renumbering.term == nil, conditions.count == plan.values.count {
            sql += " WHERE " + Set(conditions).sorted().map { "(\($0))" }.joined(separator: " OR ")
        }
        try connection.prepare(sql).run(parameters)
    }
}
