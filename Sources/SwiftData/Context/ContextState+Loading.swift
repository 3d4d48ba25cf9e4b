import PermafrostStore

extension ContextState {
    /// Reads the values of an object from its row, unless they are already in memory. Records an error if the row is
    /// missing or can't be read.
    func load(_ object: any PersistentModel) {
        let storage = object._modelStorage
        guard let entity = storage.entity, storage.key != 0, storage.isFault else { return }
        do {
            var isFound = false
            try reading(entity) {
                try entity.store.query(
                    entity.select + entity.rows(where: "t.Z_PK = ?"),
                    [.integer(storage.key)]
                ) { row in
                    isFound = true
                    var reader = _RowReader(row, entity)
                    try take(row, &reader, into: object, storage, entity)
                }
            }
            if !isFound { note(.valueIsGone(entity: entity.name, key: storage.key)) }
        } catch {
            note(ContextFailure(error, reading: entity.name, key: storage.key))
        }
    }

    /// Reads an object's values from a statement's current row.
    private func take(
        _ row: SQLiteStatement, _ reader: inout _RowReader, into object: any PersistentModel, _ storage: _ModelStorage,
        _ entity: EntityStorage
    ) throws {
        object._load(&reader)
        if let failure = reader.failure { throw failure }
        if entity.toOneCount > 0 { storage.references = reader.references }
        storage.version = row.number(at: 1)
        storage.isFault = false
    }

    /// Returns the object for a statement's current row, which must be a row of exactly the membership's entity. Reads
    /// the row's values, unless the object has unsaved changes or the row hasn't changed since it was last read.
    private func object(
        from row: SQLiteStatement, _ reader: inout _RowReader, _ membership: Membership
    ) throws -> any PersistentModel {
        let key = row.number(at: 0)
        guard key != 0 else { throw ContextFailure.invalidKey(entity: membership.entity.name) }
        let (object, storage) = object(membership, key, isRead: true)
        if storage.isFault {
            try take(row, &reader, into: object, storage, membership.entity)
        } else if !storage.isListed, !storage.isDeleted, storage.version != row.number(at: 1) {
            turnIntoFault(object)
            try take(row, &reader, into: object, storage, membership.entity)
        }
        return object
    }

    /// Returns the entity of a row: the given entity or one of its subentities. Returns the given entity if the row
    /// doesn't exist.
    func concrete(_ entity: EntityStorage, _ key: Int64) throws -> EntityStorage {
        guard !entity.inheritors.isEmpty else { return entity }
        let sql = "SELECT Z_ENT FROM \(entity.table) WHERE Z_PK = ?"
        return entity.concrete(try entity.store.integer(sql, [.integer(key)]))
    }

    /// Returns the `Z_ENT` of the row that a relationship refers to. Returns nil if the key is 0, which means that the
    /// relationship doesn't refer to a row.
    func entityNumber(_ relationship: RelationshipStorage, _ key: Int64) throws -> Int? {
        let destination = container.entities[relationship.destination]
        guard key != 0 else { return nil }
        let known = registered(destination, key)
        return try known?._modelStorage.entity?.number ?? concrete(destination, key).number
    }

    /// Returns the objects of the rows that a query finds in an entity's table.
    ///
    /// - Parameter clauses: the SQL clauses that follow the `FROM` clause. The table has the alias `t`. Because the
    ///   table can also contain rows of other entities, include the condition of ``EntityStorage/rows(where:)``.
    func objects(
        _ entity: EntityStorage, _ clauses: String, _ parameters: [SQLiteValue]
    ) throws -> [any PersistentModel] {
        var objects: [any PersistentModel] = []
        try collect(entity, clauses, parameters, into: &objects)
        return objects
    }

    /// Collects the object of each row that a query finds in an entity's table. ``objects(_:_:_:)`` describes the
    /// parameters. An object's class can be a subclass of the entity's class.
    func collect(
        _ entity: EntityStorage, _ clauses: String, _ parameters: [SQLiteValue],
        into objects: inout some ObjectCollector
    ) throws {
        try reading(entity) {
            try entity.store.withBound(entity.select + clauses, parameters) {
                try collect(entity, $0, into: &objects)
            }
        }
    }

    /// Collects the object of each row that a kept query finds.
    func collect(
        _ entity: EntityStorage, _ query: Store.PreparedQuery, _ parameters: [SQLiteValue],
        into objects: inout some ObjectCollector
    ) throws {
        try reading(entity) {
            try entity.store.withBound(query, parameters) { try collect(entity, $0, into: &objects) }
        }
    }

    private func collect(
        _ entity: EntityStorage, _ row: SQLiteStatement, into objects: inout some ObjectCollector
    ) throws {
        // Consecutive rows usually have the same class and share a reader.
        var reader = _RowReader(row, entity)
        var own = membership(of: entity)
        while try row.step() {
            if let column = entity.entityColumn, case let next = entity.concrete(row.integer(at: column)),
                next !== own.entity
            {
                own = membership(of: next)
                reader = _RowReader(row, next)
            }
            objects.append(try object(from: row, &reader, own))
        }
    }

    /// Runs `body`, which reads rows of an entity. During the call, the files of large values that the rows refer to
    /// aren't deleted.
    private func reading(_ entity: EntityStorage, _ body: () throws -> Void) rethrows {
        try entity.mayNameFiles ? entity.store.readingLargeValues(body) : body()
    }

    /// Fetches a relationship's objects, unless the relationship was already read.
    func resolve(_ object: any PersistentModel, _ index: Int) {
        load(object)
        let storage = object._modelStorage
        guard let relationship = storage.entity?.properties[index].relationship, !isRead(object, index) else { return }
        guard relationship.isToMany else {
            _ = resolveReference(object, index)
            return
        }
        let stored = noting(storage, or: []) { try self.stored(storage, index, relationship) }
        releaseReferences(to: object, relationship, of: stored)
        let links = storage.pending.removeValue(forKey: index)
        var set = Slot.SetRelatedObjects(objects: links?.applied(to: stored) ?? stored)
        object._visit(index, &set)
    }

    /// Returns the object of a to-one relationship, or nil if there is none. Fetches the object unless it's in memory.
    ///
    /// The property keeps a reference to the object for the next read, unless the object's inverse relationship is in
    /// memory and can refer back. In that case, the next read looks the object up again, so that the objects don't keep
    /// each other in memory.
    func resolveReference(_ object: any PersistentModel, _ index: Int) -> (any PersistentModel)? {
        load(object)
        let storage = object._modelStorage
        var related = Slot.RelatedObjects()
        object._visit(index, &related)
        if let objects = related.objects { return objects.first }
        guard let relationship = storage.entity?.properties[index].relationship, !relationship.isToMany else {
            return nil
        }
        let target = noting(storage, or: []) { try stored(storage, index, relationship) }.first
        if let target, let inverse = relationship.inverse, isRead(target, inverse) { return target }
        var set = Slot.SetRelatedObjects(objects: target.map { [$0] } ?? [])
        object._visit(index, &set)
        return target
    }

    /// Runs `body` and returns its result. If `body` throws, returns `other` and records the error, because a getter
    /// can't throw.
    func noting<Result>(_ storage: _ModelStorage, or other: Result, _ body: () throws -> Result) -> Result {
        do {
            return try body()
        } catch {
            note(ContextFailure(error, reading: storage.entity?.name ?? "", key: storage.key))
        }
        return other
    }

    /// Returns the objects that a relationship refers to in the store, sorted by key.
    private func stored(
        _ storage: _ModelStorage, _ index: Int, _ relationship: RelationshipStorage
    ) throws -> [any PersistentModel] {
        guard storage.key != 0, let entity = storage.entity else { return [] }
        let destination = container.entities[relationship.destination]
        let key = SQLiteValue.integer(storage.key)
        switch relationship.form {
        case .foreignKey:
            guard let ordinal = entity.ordinal(of: index), storage.references.indices.contains(ordinal) else {
                return []
            }
            let target = storage.references[ordinal]
            guard target != 0 else { return [] }
            if let known = registered(destination, target), !known._modelStorage.isFault { return [known] }
            return try objects(destination, destination.rows(where: "t.Z_PK = ?"), [.integer(target)])
        case .inverseKey(let column), .ownerKey(let column):
            return try objects(destination, destination.rows(where: "t.\(column) = ?") + " ORDER BY t.Z_PK", [key])
        case .join(let table, let own, let other):
            let rows = destination.rows(where: "j.\(own) = ?")
            return try objects(
                destination, " JOIN \(table) j ON j.\(other) = t.Z_PK\(rows) ORDER BY t.Z_PK", [key])
        case .none: return []
        }
    }
}

extension [any PersistentModel]: ObjectCollector {}
