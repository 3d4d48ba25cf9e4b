import PermafrostStore

/// A writer for a row's links that are stored outside of the row: in join tables, or in columns of the destination's
/// table that don't belong to a property.
struct SaveLinks {
    let row: ContextSave.Row
    let context: ContextState
    let store: Store

    func write() throws {
        for index in row.entity.separateLinks where row.isNew || row.changed.contains(index) {
            let property = row.entity.properties[index]
            guard let relationship = property.relationship else { continue }
            switch relationship.form {
            case .join(let table, let own, let other):
                if !row.isNew, !context.isRead(row.object, index) {
                    try writeChanges(table, own, other, index, property)
                } else {
                    try writeJoin(table, own, other, try targets(index, property))
                }
            case .ownerKey(let column):
                try writeOwner(column, relationship, try targets(index, property))
            case .foreignKey, .inverseKey, .none: break
            }
        }
    }

    private func targets(_ index: Int, _ property: PropertyStorage) throws -> Set<Int64> {
        try keys(of: context.related(row.object, index), property)
    }

    private func keys(of objects: [any PersistentModel], _ property: PropertyStorage) throws -> Set<Int64> {
        let objects = objects.filter { !$0._modelStorage.isDeleted }
        guard objects.allSatisfy({ $0._modelStorage.key != 0 }) else {
            throw ContextFailure.goneTarget(entity: row.entity.name, property: property.name)
        }
        return Set(objects.map { $0._modelStorage.key })
    }

    /// Writes the unsaved changes to a many-to-many relationship whose objects haven't been read. The changes were made
    /// to the inverse relationship.
    private func writeChanges(
        _ table: String, _ own: String, _ other: String, _ index: Int, _ property: PropertyStorage
    ) throws {
        guard let links = row.object._modelStorage.pending[index] else { return }
        // An object that was never saved has no link to remove.
        for object in links.removedObjects where object._modelStorage.key != 0 {
            try store.run(
                "DELETE FROM \(table) WHERE \(own) = ? AND \(other) = ?",
                [.integer(row.key), .integer(object._modelStorage.key)])
        }
        for key in try keys(of: links.addedObjects, property).sorted() {
            try store.run(
                "INSERT OR IGNORE INTO \(table) (\(own), \(other)) VALUES (?, ?)", [.integer(row.key), .integer(key)])
        }
    }

    private func writeJoin(_ table: String, _ own: String, _ other: String, _ targets: Set<Int64>) throws {
        var stored: Set<Int64> = []
        if !row.isNew {
            try store.query("SELECT \(other) FROM \(table) WHERE \(own) = ?", [.integer(row.key)]) { cells in
                if let key = cells.integer(at: 0) { stored.insert(key) }
            }
        }
        for key in stored.subtracting(targets) {
            try store.run(
                "DELETE FROM \(table) WHERE \(own) = ? AND \(other) = ?", [.integer(row.key), .integer(key)])
        }
        // The inverse may have already written the link.
        for key in targets.subtracting(stored).sorted() {
            try store.run(
                "INSERT OR IGNORE INTO \(table) (\(own), \(other)) VALUES (?, ?)", [.integer(row.key), .integer(key)])
        }
    }

    private func writeOwner(_ column: String, _ relationship: RelationshipStorage, _ targets: Set<Int64>)
        throws
    {
        let table = context.container.entities[relationship.destination].table
        var stored: Set<Int64> = []
        try store.query("SELECT Z_PK FROM \(table) WHERE \(column) = ?", [.integer(row.key)]) { cells in
            if let key = cells.integer(at: 0) { stored.insert(key) }
        }
        for key in stored.subtracting(targets) {
            try store.run("UPDATE \(table) SET \(column) = NULL WHERE Z_PK = ?", [.integer(key)])
        }
        for key in targets.subtracting(stored).sorted() {
            try store.run("UPDATE \(table) SET \(column) = ? WHERE Z_PK = ?", [.integer(row.key), .integer(key)])
        }
    }
}
