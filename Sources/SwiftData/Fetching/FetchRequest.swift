import PermafrostStore

/// A fetch, translated to SQL.
///
/// The type isn't generic and doesn't contain the descriptor, because looking up generic types takes long. The methods
/// receive the descriptor that the request was created with.
struct FetchRequest {
    let entity: EntityStorage
    private let condition: PredicateCondition?
    private let order: [SQLOrder]
    private let limits: FetchLimits
    private let includesPendingChanges: Bool

    init<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, _ container: OpenContainer) throws {
        let entity = try container.entity(of: T.self)
        self.entity = entity
        limits = FetchLimits(limit: descriptor.fetchLimit, offset: descriptor.fetchOffset)
        includesPendingChanges = descriptor.includePendingChanges
        condition = try descriptor.predicate.map { predicate in
            try container.predicates.condition(of: predicate, entity) {
                try PredicateTranslation(container).condition(of: predicate, entity)
            }
        }
        // In generic code, mapping even an empty array takes long.
        order = descriptor.sortBy.isEmpty ? [] : try descriptor.sortBy.map { try SQLOrder($0, entity, container) }
    }

    // MARK: Results

    func objects<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, _ context: ContextState) throws -> [T] {
        if hasPendingChanges(context) { return try slice(merged(descriptor, context)) }
        return try stored(context, limited: true)
    }

    func count<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, _ context: ContextState) throws -> Int {
        if hasPendingChanges(context) { return try slice(merged(descriptor, context)).count }
        let limits = limits.clause
        let sql =
            limits.isEmpty
            ? "SELECT COUNT(*) FROM \(entity.table) t\(whereClause)"
            : "SELECT COUNT(*) FROM (SELECT 1 FROM \(entity.table) t\(whereClause)\(limits))"
        return Int(clamping: try entity.store.integer(sql, condition?.parameters ?? []) ?? 0)
    }

    func identifiers<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, _ context: ContextState
    ) throws -> [PersistentIdentifier] {
        if hasPendingChanges(context) { return try slice(merged(descriptor, context)).map(\.persistentModelID) }
        var identifiers: [PersistentIdentifier] = []
        let columns = entity.entityColumn == nil ? "t.Z_PK" : "t.Z_PK, t.Z_ENT"
        try entity.store.query(
            "SELECT \(columns) FROM \(entity.table) t\(whereClause)\(orderClause)\(limits.clause)",
            condition?.parameters ?? []
        ) { row in
            let name = entity.entityColumn == nil ? entity.name : entity.concrete(row.integer(at: 1)).name
            identifiers.append(
                PersistentIdentifier(
                    entityName: name, storeIdentifier: entity.storeIdentifier,
                    key: .row(row.integer(at: 0) ?? 0)))
        }
        return identifiers
    }

    /// Returns the keys of the matching rows, and the matching objects that have no row yet. Reads the rows themselves
    /// only if there are unsaved changes to include.
    func rows<T: PersistentModel>(_ descriptor: FetchDescriptor<T>, _ context: ContextState) throws -> FetchedRows {
        var rows = FetchedRows()
        if hasPendingChanges(context) {
            for object in try slice(merged(descriptor, context)) {
                let key = object._modelStorage.isInserted ? 0 : object._modelStorage.key
                if key == 0 { rows.append(object) } else { rows.append(key) }
            }
            return rows
        }
        // Without an order, SQLite can read the keys from any index, because an index is smaller than the table. The
        // keys would then be in the order of the index's values and rarely adjacent.
        let clause = order.isEmpty ? " ORDER BY t.Z_PK" : orderClause
        try entity.store.query(
            "SELECT t.Z_PK FROM \(entity.table) t\(whereClause)\(clause)\(limits.clause)",
            condition?.parameters ?? []
        ) { row in rows.append(row.integer(at: 0) ?? 0) }
        return rows
    }

    /// Returns the objects of a batch. Skips rows that no longer exist.
    func objects<T: PersistentModel>(_ parts: [FetchedRows.Part], _ context: ContextState) throws -> [T] {
        var objects: [T] = []
        for part in parts {
            switch part {
            case .rows(let keys):
                let found: [T] = try fetch(
                    entity.rows(where: "t.Z_PK BETWEEN ? AND ?") + " ORDER BY t.Z_PK",
                    [.integer(keys.lowerBound), .integer(keys.upperBound)], context)
                // Usually, a batch has only one part. Its array isn't copied.
                if objects.isEmpty { objects = found } else { objects += found }
            case .object(let object): if let object = object as? T { objects.append(object) }
            }
        }
        return objects
    }

    // MARK: Rows

    private func stored<T: PersistentModel>(_ context: ContextState, limited: Bool) throws -> [T] {
        var clauses = whereClause
        if !order.isEmpty { clauses += orderClause }
        if limited { clauses += limits.clause }
        return try fetch(clauses, condition?.parameters ?? [], context)
    }

    private func fetch<T: PersistentModel>(
        _ clauses: String, _ parameters: [SQLiteValue], _ context: ContextState
    ) throws -> [T] {
        var found = FetchedObjects(expecting: T.self)
        try context.collect(entity, clauses, parameters, into: &found)
        return found.objects(of: T.self)
    }

    private var whereClause: String { condition?.whereClause ?? entity.rows() }

    private var orderClause: String {
        order.isEmpty ? "" : " ORDER BY " + order.map(\.sql).joined(separator: ", ")
    }

    // MARK: Unsaved changes

    private func hasPendingChanges(_ context: ContextState) -> Bool {
        includesPendingChanges && context.hasChanges
    }

    /// Returns the matching objects, including unsaved changes, without applying the request's limits.
    ///
    /// If the predicate follows relationships, changes to other objects can affect the result, so the predicate is
    /// evaluated for every object.
    private func merged<T: PersistentModel>(
        _ descriptor: FetchDescriptor<T>, _ context: ContextState
    ) throws -> [T] {
        let isPending = { (object: T) in
            let storage = object._modelStorage
            return storage.isInserted || storage.isListed || storage.isDeleted
        }
        var result: [T]
        if let predicate = descriptor.predicate, condition?.followsRelationships ?? false {
            let all = try context.objects(entity, entity.rows(), []).compactMap { $0 as? T }
            result = try all.filter { try !$0.isDeleted && !$0._modelStorage.isInserted && predicate.evaluate($0) }
        } else {
            result = try stored(context, limited: false).filter { !isPending($0) }
            for object in context.changed.compactMap({ $0 as? T }) {
                if try descriptor.predicate?.evaluate(object) ?? true { result.append(object) }
            }
        }
        for object in context.inserted.compactMap({ $0 as? T }) {
            if try descriptor.predicate?.evaluate(object) ?? true { result.append(object) }
        }
        return descriptor.sortBy.isEmpty ? result : result.sorted(using: descriptor.sortBy)
    }

    private func slice<T>(_ objects: [T]) -> [T] {
        let rest = objects.dropFirst(max(0, limits.offset ?? 0))
        return Array(limits.limit.map { rest.prefix(max(0, $0)) } ?? rest)
    }
}
