import PermafrostModel
import PermafrostStore

/// Changes the tables of a lightweight migration, and carries their rows over.
struct TableMigration {
    /// What old tables are called while new ones of their names are filled.
    private static let oldPrefix = "PERMAFROST_OLD_"

    let connection: SQLiteConnection
    let mapping: ModelMapping
    let entities: [EntityStorage]
    let old: StoreLayout
    let new: StoreLayout

    func run() throws {
        let links = LinkMigration(mapping: mapping, old: old, new: new, oldName: Self.oldPrefix)
        let plans = new.tables.map(plan)
        let keptJoins = new.joinTables.filter(keeps)
        let kept = Set(plans.filter { !$0.rebuilds }.compactMap { $0.former?.name } + keptJoins.map(\.name))
        // Links may be read from any old table, so all that change stay under another name until every row is carried.
        var moved: [String] = []
        for name in old.tables.map(\.name) + old.joinTables.map(\.name) where !kept.contains(name) {
            try connection.execute("ALTER TABLE \(name) RENAME TO \(Self.oldPrefix)\(name)")
            moved.append(name)
        }
        let statements = Dictionary(
            new.statements.filter { $0.kind == .table }.map { ($0.name, $0.sql) },
            uniquingKeysWith: { first, _ in first })
        for plan in plans {
            if plan.rebuilds {
                try connection.execute(statements[plan.table.name] ?? "")
                try copy(plan)
            } else {
                try alter(plan)
            }
        }
        for table in new.joinTables where !kept.contains(table.name) {
            try connection.execute(statements[table.name] ?? "")
        }
        for sql in links.statements(moved: Set(moved), kept: kept) { try connection.execute(sql) }
        try renumber(plans)
        for plan in plans { try fillDefaults(plan) }
        for name in moved { try connection.execute("DROP TABLE \(Self.oldPrefix)\(name)") }
        try rebuildHistory(statements)
    }

    /// Whether a table between stays as it is: under its name, with its columns, for the same relationship.
    private func keeps(_ table: JoinTable) -> Bool {
        guard old.joinTables.contains(table), let entity = mapping.destination.entity(named: table.first.entity),
            let property = entity.property(named: table.first.relationship)
        else { return false }
        return mapping.source(of: entity)?.name == entity.name
            && mapping.source(of: property, in: entity)?.name == property.name
    }

    // MARK: Plans

    /// What becomes of one table.
    private struct Plan {
        var table: StoreTable
        /// The table that it continues.
        var former: StoreTable?
        /// The old column of each new one that continues an attribute or a to-one relationship.
        var sources: [String: String]
        var rebuilds: Bool
    }

    private func plan(_ table: StoreTable) -> Plan {
        guard let entity = mapping.destination.entity(named: table.rootEntity),
            let former = mapping.source(of: entity).flatMap({ old.table(of: $0.name) })
        else { return Plan(table: table, former: nil, sources: [:], rebuilds: true) }
        var sources: [String: String] = [:]
        for column in table.columns { sources[column.name] = source(of: column) }
        // In place: under the same name, every old column goes on, and no new name is an old one's of another column.
        let oldNames = Set(former.columns.map(\.name))
        let goesOn = oldNames.isSubset(of: sources.values)
        let isClear = table.columns.allSatisfy { column in
            sources[column.name] == column.name || !oldNames.contains(column.name)
        }
        let sameTypes = table.columns.allSatisfy { column in
            former.columns.first { $0.name == sources[column.name] }.map { $0.sqlType == column.sqlType } ?? true
        }
        return Plan(
            table: table, former: former, sources: sources,
            rebuilds: !(goesOn && isClear && sameTypes && former.name == table.name))
    }

    /// The old column that a new one continues; links of another form are carried by ``LinkMigration``.
    private func source(of column: StoreColumn) -> String? {
        switch column.content {
        case .attribute(let entity, let path):
            return mapping.destination.entity(named: entity).flatMap { source(of: path, in: $0) }
        case .destination(let entity, let relationship):
            guard let declaring = mapping.destination.entity(named: entity),
                case .relationship(let own)? = declaring.property(named: relationship),
                let former = mapping.source(of: own, in: declaring), !former.isToMany,
                let formerEntity = mapping.source(of: declaring)
            else { return nil }
            return old.destinationColumns(of: formerEntity.name, relationship: former.name)?.key
        case .owner(let entity, let relationship):
            guard let declaring = mapping.destination.entity(named: entity),
                case .relationship(let own)? = declaring.property(named: relationship),
                let former = mapping.source(of: own, in: declaring), let formerEntity = mapping.source(of: declaring)
            else { return nil }
            return old.ownerColumns(of: formerEntity.name, relationship: former.name)?.key
        case .destinationEntity, .order, .ownerOrder: return nil
        }
    }

    private func source(of path: [String], in entity: PermafrostModel.Entity) -> String? {
        guard let name = path.first, case .attribute(var newer)? = entity.property(named: name),
            var older = mapping.source(of: newer, in: entity), let former = mapping.source(of: entity)
        else { return nil }
        var oldPath = [older.name]
        for step in path.dropFirst() {
            guard let element = newer.elements.first(where: { $0.name == step }),
                let match = older.elements.first(where: { ModelMapping.matches($0, of: older, element, of: newer) })
            else { return nil }
            oldPath.append(match.name)
            (newer, older) = (element, match)
        }
        return old.column(of: former.name, at: oldPath)
    }

    // MARK: Rows

    private func copy(_ plan: Plan) throws {
        guard let former = plan.former else { return }
        let columns = plan.table.columns.map(\.name).filter { plan.sources[$0] != nil }
        let targets = ["Z_PK", "Z_ENT", "Z_OPT"] + columns
        let values = ["Z_PK", "Z_ENT", "Z_OPT"] + columns.compactMap { plan.sources[$0] }
        try connection.execute(
            """
            INSERT INTO \(plan.table.name) (\(targets.joined(separator: ", "))) \
            SELECT \(values.joined(separator: ", ")) FROM \(Self.oldPrefix)\(former.name) ORDER BY Z_PK
            """)
    }

    private func alter(_ plan: Plan) throws {
        for column in plan.table.columns {
            guard let source = plan.sources[column.name] else {
                try connection.execute("ALTER TABLE \(plan.table.name) ADD COLUMN \(column.name) \(column.sqlType)")
                continue
            }
            if source != column.name {
                try connection.execute("ALTER TABLE \(plan.table.name) RENAME COLUMN \(source) TO \(column.name)")
            }
        }
    }

    /// Gives rows, and the history, the new numbers of their entities.
    private func renumber(_ plans: [Plan]) throws {
        for plan in plans {
            guard let number = new.entityNumbers[plan.table.rootEntity] else { continue }
            try connection.execute("UPDATE \(plan.table.name) SET Z_ENT = \(number) WHERE Z_ENT <> \(number)")
        }
        let cases = old.entityNumbers.compactMap { name, number -> String? in
            guard let next = mapping.continuation(of: name).flatMap({ new.entityNumbers[$0.name] }), next != number
            else {
                return nil
            }
            return "WHEN \(number) THEN \(next)"
        }
        if !cases.isEmpty {
            try connection.execute(
                "UPDATE ACHANGE SET ZENTITY = CASE ZENTITY \(cases.joined(separator: " ")) ELSE ZENTITY END")
        }
    }

    /// Gives rows the default of an attribute that is new, or that they lacked and must have now.
    private func fillDefaults(_ plan: Plan) throws {
        guard plan.former != nil, let storage = entities.first(where: { $0.table == plan.table.name }),
            let entity = mapping.destination.entity(named: storage.name)
        else { return }
        for property in storage.properties {
            guard let attribute = property.attribute, let codec = property.codec, !property.columnNames.isEmpty,
                let value = property.makeDefault.flatMap({ FieldValue.unwrapped($0()) })
            else { continue }
            let former = mapping.source(of: attribute, in: entity)
            guard former == nil || former?.isOptional == true && !attribute.isOptional else { continue }
            var cells: [SQLiteValue] = []
            try codec.encode(value, into: &cells)
            if attribute.isExternalStorage, case .blob(let bytes)? = cells.first { cells = [.blob([1] + bytes)] }
            let assignments = property.columnNames.map { "\($0) = ?" }.joined(separator: ", ")
            let absent = property.columnNames.map { "\($0) IS NULL" }.joined(separator: " AND ")
            try connection.prepare("UPDATE \(storage.table) SET \(assignments) WHERE \(absent)").run(cells)
        }
    }

    /// The history's tables differ where the number of values differs that outlive a deleted row.
    private func rebuildHistory(_ statements: [String: String]) throws {
        let existing = try connection.rows("SELECT sql FROM sqlite_master WHERE name = 'ACHANGE'").first?.first
        guard let wanted = statements["ACHANGE"], existing != .text(wanted) else { return }
        let oldColumns = try connection.rows("SELECT name FROM pragma_table_info('ACHANGE')").compactMap(Self.text)
        try connection.execute("ALTER TABLE ACHANGE RENAME TO \(Self.oldPrefix)ACHANGE")
        try connection.execute(wanted)
        let newColumns = try connection.rows("SELECT name FROM pragma_table_info('ACHANGE')").compactMap(Self.text)
        let shared = newColumns.filter(oldColumns.contains).joined(separator: ", ")
        try connection.execute("INSERT INTO ACHANGE (\(shared)) SELECT \(shared) FROM \(Self.oldPrefix)ACHANGE")
        try connection.execute("DROP TABLE \(Self.oldPrefix)ACHANGE")
    }

    private static func text(_ row: [SQLiteValue]) -> String? {
        if case .text(let text)? = row.first { text } else { nil }
    }
}
