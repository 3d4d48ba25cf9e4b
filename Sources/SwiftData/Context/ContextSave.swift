import Foundation
import PermafrostStore

/// A save that writes all of a context's changes to one store, in one transaction.
///
/// Rows are deleted first, so that another object can use a deleted row's unique values. All keys are assigned before
/// the first insert, so that rows can refer to each other in any order. Updates, links, and the history follow.
///
/// Before the commit, the save changes only the keys of objects. If it fails, the caller restores the keys, so that the
/// objects are unchanged.
struct ContextSave {
    /// A row to write or delete.
    struct Row {
        var object: any PersistentModel
        var entity: EntityStorage
        /// The row's new or existing primary key.
        var key: Int64
        /// Whether the save creates the row. If false, the row exists, and the save updates it, deletes it, or assigns
        /// it to a new object with the same unique values.
        var isNew: Bool
        /// The row's `Z_OPT` after the save. Each update of a row increases it.
        var version: Int64 = 1
        var changed = PropertySet()
    }

    let context: ContextState
    let store: Store
    private(set) var rows: [Row] = []
    private(set) var deletions: [Row] = []
    /// The names of the files with large values that no row refers to after the save. They are deleted after the
    /// commit.
    private(set) var obsoleteFiles: Set<String> = []
    private var history: SaveHistory

    init(_ context: ContextState, _ store: Store, author: String?) {
        self.context = context
        self.store = store
        history = SaveHistory(store: store, author: author)
    }

    /// Writes all of the context's changes to the store. The caller must commit the transaction and update the objects.
    mutating func write() throws {
        for object in context.deleted {
            guard let entity = object._modelStorage.entity, entity.store === store else { continue }
            try delete(Row(object: object, entity: entity, key: object._modelStorage.key, isNew: false))
        }
        let inserted =
            context.container.stores.count == 1
            ? context.inserted : context.inserted.filter { $0._modelStorage.entity?.store === store }
        try assignKeys(inserted)
        for object in context.changed {
            let storage = object._modelStorage
            guard let entity = storage.entity, entity.store === store, !storage.changed.isEmpty else { continue }
            rows.append(
                Row(object: object, entity: entity, key: storage.key, isNew: false, changed: storage.changed))
        }
        var next = 0
        while next < rows.count {
            next = try rows[next].isNew ? insertRows(from: next) : updateRows(from: next)
        }
        // Rows are accessed by their index, because copying a row would count references.
        for index in rows.indices where !rows[index].entity.separateLinks.isEmpty {
            try SaveLinks(row: rows[index], context: context, store: store).write()
        }
        try history.write()
    }

    // MARK: Keys

    /// Assigns a key to each inserted object, and adds the object's row to ``rows``.
    ///
    /// If a row in the store or an earlier inserted object has the same unique values, the object gets the key of that
    /// row. Otherwise, it gets a new key.
    ///
    /// - Throws: `ContextFailure.constraint` if the existing row has a different class.
    private mutating func assignKeys(_ inserted: [any PersistentModel]) throws {
        // Consecutive objects usually have the same entity, so its highest key is kept outside of the dictionary.
        var highest: [Int: Int64] = [:]
        var root: Int?
        var last: Int64 = 0
        var taken = UniqueValues(store: store)
        rows.reserveCapacity(inserted.count)
        for object in inserted {
            let storage = object._modelStorage
            guard let entity = storage.entity else { continue }
            if !entity.constraints.isEmpty, let known = try taken.key(of: object, entity) {
                try checkClass(entity, known)
                rows.append(Row(object: object, entity: entity, key: known, isNew: false, changed: .all(of: entity)))
                storage.key = known
                continue
            }
            if entity.rootNumber != root {
                if let root { highest[root] = last }
                root = entity.rootNumber
                last = try highest[entity.rootNumber] ?? highestKey(entity)
            }
            last += 1
            storage.key = last
            if !entity.constraints.isEmpty { try taken.take(object, entity, key: last) }
            rows.append(Row(object: object, entity: entity, key: last, isNew: true))
        }
        if let root { highest[root] = last }
        for (number, key) in highest {
            try store.run(
                "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?", [.integer(key), .integer(Int64(number))])
        }
    }

    /// Returns the highest key that an entity's table has had, or 0 if it never had a row.
    private func highestKey(_ entity: EntityStorage) throws -> Int64 {
        let number = SQLiteValue.integer(Int64(entity.rootNumber))
        return try store.integer("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?", [number]) ?? 0
    }

    /// Throws `ContextFailure.constraint` if the existing row has a different class than the new object, because the
    /// object can't be saved in such a row.
    private func checkClass(_ entity: EntityStorage, _ key: Int64) throws {
        guard entity.hasSuperentity || !entity.inheritors.isEmpty else { return }
        let rows = rows.filter { $0.key == key && $0.entity.family == entity.family }
        let sql = "SELECT Z_ENT FROM \(entity.table) WHERE Z_PK = ?"
        let number = try rows.first.map { Int64($0.entity.number) } ?? store.integer(sql, [.integer(key)])
        guard number == Int64(entity.number) else { throw Self.constraintFailure(entity) }
    }

    /// Returns the failure for an object that violates a uniqueness constraint.
    ///
    /// - Parameter error: SQLite's error, whose message lists the columns of the violated constraint. If it is nil or
    ///   the columns match no constraint, the failure contains the properties of the entity's first constraint.
    private static func constraintFailure(_ entity: EntityStorage, _ error: SQLiteError? = nil) -> ContextFailure {
        let columns = error?.message.split(separator: ": ").last?.split(separator: ", ").map(String.init) ?? []
        let violated = entity.constraints.first { constraint in
            let names = constraint.properties.flatMap { entity.properties[$0].columnNames }
            return Set(names.map { "\(entity.table).\($0)" }) == Set(columns)
        }
        return .constraint(
            entity: entity.name,
            properties: (violated ?? entity.constraints.first)?.properties.map { entity.properties[$0].name } ?? [])
    }

    // MARK: Rows

    /// Inserts consecutive new rows of one entity, beginning with the row at index `start`. Returns the index of the
    /// next row.
    private mutating func insertRows(from start: Int) throws -> Int {
        let entity = rows[start].entity
        var next = start
        try store.withStatement(entity.insertStatement) { statement in
            try statement.bind(.integer(Int64(entity.number)), at: 2)
            try statement.bind(.integer(1), at: 3)
            var writer = _RowWriter(entity, rows[start].object._modelStorage, wanted: nil, binding: statement, from: 4)
            while next < rows.count, rows[next].isNew, rows[next].entity === entity {
                let (object, key) = (rows[next].object, rows[next].key)
                try statement.bind(key, at: 1)
                writer.restart(object._modelStorage, from: 4)
                object._store(&writer)
                if let failure = writer.failure { throw failure }
                while try statement.step() {}
                statement.reset()
                history.add(.insert, entity, key)
                next += 1
            }
        }
        return next
    }

    /// Updates consecutive existing rows that have the same entity and the same changed properties, beginning with the
    /// row at index `start`. Returns the index of the next row.
    private mutating func updateRows(from start: Int) throws -> Int {
        let update = UpdateStatement(rows[start])
        var next = start
        do {
            try store.withStatement(update.sql) { statement in
                var writer = _RowWriter(
                    update.entity, rows[start].object._modelStorage, wanted: update.changed, binding: statement,
                    from: 2)
                while next < rows.count, !rows[next].isNew, update.serves(rows[next]) {
                    rows[next].version = try self.update(rows[next], update, statement, &writer)
                    next += 1
                }
            }
        } catch let error as SQLiteError where error.primaryCode == 19 {
            throw Self.constraintFailure(update.entity, error)
        }
        return next
    }

    /// Updates a row. Returns its new `Z_OPT`.
    ///
    /// - Throws: `ContextFailure.conflict` if the row was deleted and a changed property has a column in it.
    private mutating func update(
        _ row: Row, _ update: UpdateStatement, _ statement: SQLiteStatement, _ writer: inout _RowWriter
    ) throws -> Int64 {
        if !update.externalProperties.isEmpty { try collectFiles(row, update.externalProperties) }
        let read = row.object._modelStorage.version
        // A second attempt would write the files of large values twice.
        if update.externalProperties.isEmpty, try run(statement, row, from: read, &writer) {
            history.add(.update(row.changed), row.entity, row.key)
            return read + 1
        }
        let current = "SELECT Z_OPT FROM \(row.entity.table) WHERE Z_PK = ?"
        guard let version = try store.integer(current, [.integer(row.key)]) else {
            // If the row is gone, it doesn't matter which objects stopped referring to it.
            if update.hasNoColumns { return read }
            throw ContextFailure.conflict(entity: row.entity.name, key: row.key)
        }
        // Another writer has changed the row since it was read. This context overwrites the properties that it changed.
        // All other columns keep their values.
        guard try run(statement, row, from: version, &writer) else {
            throw ContextFailure.conflict(entity: row.entity.name, key: row.key)
        }
        history.add(.update(row.changed), row.entity, row.key)
        return version + 1
    }

    /// Updates the row if its `Z_OPT` is `version`. Returns whether the row was updated.
    private func run(
        _ statement: SQLiteStatement, _ row: Row, from version: Int64, _ writer: inout _RowWriter
    ) throws -> Bool {
        try statement.bind(version + 1, at: 1)
        writer.restart(row.object._modelStorage, from: 2)
        row.object._store(&writer)
        if let failure = writer.failure { throw failure }
        try statement.bind(row.key, at: writer.position)
        try statement.bind(version, at: writer.position + 1)
        while try statement.step() {}
        statement.reset()
        return statement.changeCount == 1
    }

    private mutating func delete(_ row: Row) throws {
        for (index, property) in row.entity.properties.enumerated() {
            guard let relationship = property.relationship else { continue }
            if relationship.deleteRule == .deny,
                context.related(row.object, index).contains(where: { !$0._modelStorage.isDeleted })
            {
                throw ContextFailure.denied(entity: row.entity.name, property: property.name)
            }
            switch relationship.form {
            case .join(let table, let own, _):
                try store.run("DELETE FROM \(table) WHERE \(own) = ?", [.integer(row.key)])
            case .ownerKey(let column):
                let table = context.container.entities[relationship.destination].table
                try store.run("UPDATE \(table) SET \(column) = NULL WHERE \(column) = ?", [.integer(row.key)])
            case .foreignKey, .inverseKey, .none: break
            }
        }
        try collectFiles(row, row.entity.properties.filter(\.isExternal))
        let kept = try keptValues(row)
        try store.run("DELETE FROM \(row.entity.table) WHERE Z_PK = ?", [.integer(row.key)])
        history.add(.delete(kept), row.entity, row.key)
        deletions.append(row)
    }

    /// Returns the cells of a deleted row that the history preserves. Omits cells for which the history's table has no
    /// column.
    private func keptValues(_ row: Row) throws -> [SQLiteValue] {
        guard !row.entity.preservedProperties.isEmpty else { return [] }
        return try row.entity.preservedProperties.prefix(store.tombstoneColumnCount()).map { index in
            let property = row.entity.properties[index]
            var cells: [SQLiteValue] = []
            try store.query(
                "SELECT \(property.columnNames.joined(separator: ", ")) FROM \(row.entity.table) WHERE Z_PK = ?",
                [.integer(row.key)]
            ) { found in cells = property.columnNames.indices.map { found.value(at: $0) } }
            return try KeptValue(property).cell(cells, store)
        }
    }

    /// Adds the files with the row's large values of the given properties to ``obsoleteFiles``. Call this before the
    /// row is updated or deleted, because it contains the names of the files.
    private mutating func collectFiles(_ row: Row, _ properties: [PropertyStorage]) throws {
        for column in properties.flatMap(\.columnNames) {
            try store.query("SELECT \(column) FROM \(row.entity.table) WHERE Z_PK = ?", [.integer(row.key)]) { cells in
                if let name = cells.blob(at: 0).flatMap(LargeValueCell.fileName) { obsoleteFiles.insert(name) }
            }
        }
    }
}

/// A statement that updates the same properties in rows of one entity. It updates a row only if the row's `Z_OPT`,
/// which counts the row's saves, equals the statement's last parameter.
private struct UpdateStatement {
    let entity: EntityStorage
    let changed: PropertySet
    let sql: String
    /// The written properties that may store large values in files.
    let externalProperties: [PropertyStorage]
    /// Whether none of the changed properties has a column in the entity's table.
    let hasNoColumns: Bool

    init(_ row: ContextSave.Row) {
        entity = row.entity
        changed = row.changed
        let written = row.entity.properties.enumerated().filter { row.changed.contains($0.offset) }.map(\.element)
        let columns = written.flatMap(\.columnNames)
        let assignments = (["Z_OPT"] + columns).map { "\($0) = ?" }.joined(separator: ", ")
        sql = "UPDATE \(row.entity.table) SET \(assignments) WHERE Z_PK = ? AND Z_OPT = ?"
        externalProperties = written.filter(\.isExternal)
        hasNoColumns = columns.isEmpty
    }

    func serves(_ row: ContextSave.Row) -> Bool { entity === row.entity && changed == row.changed }
}
