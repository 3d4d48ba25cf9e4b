import Foundation
import PermafrostStore

extension ContextState {
    /// The identifiers of the objects that a save has written, grouped by the kind of change.
    struct SavedChanges {
        var inserted: [PersistentIdentifier] = []
        var updated: [PersistentIdentifier] = []
        var deleted: [PersistentIdentifier] = []
    }
}

extension ContextState {
    /// Writes all changes, one store after the other. Returns the identifiers of the written objects.
    ///
    /// If a getter or another call that can't throw has recorded an error, throws it and writes nothing. If writing to
    /// a store fails, the changes to that store and to the following stores stay in the context.
    func save(author: String?) throws -> SavedChanges {
        try throwFailure()
        var saved = SavedChanges()
        guard hasChanges else { return saved }
        for store in container.stores {
            let inserted = self.inserted
            let keys = inserted.map { $0._modelStorage.key }
            do {
                var save = ContextSave(self, store, author: author)
                guard affects(store) else { continue }
                guard store.configuration.allowsSave else { throw ContextFailure.readOnly }
                try store.transaction {
                    try save.write()
                    // A read that fails during the write must prevent the commit.
                    try throwFailure()
                    store.removeFilesAfterCommit(save.obsoleteFiles)
                }
                finish(save, into: &saved)
            } catch {
                for (object, key) in zip(inserted, keys) { object._modelStorage.key = key }
                throw Self.thrown(error, store)
            }
        }
        clearChanges()
        return saved
    }

    private func affects(_ store: Store) -> Bool {
        [inserted, changed, deleted].contains { list in list.contains { $0._modelStorage.entity?.store === store } }
    }

    /// Updates the objects after their changes were committed, and adds their identifiers to `saved`.
    private func finish(_ save: ContextSave, into saved: inout SavedChanges) {
        // Rows are accessed by their index, because copying a row would count references.
        for index in save.rows.indices {
            let (object, entity, isNew) = (save.rows[index].object, save.rows[index].entity, save.rows[index].isNew)
            let storage = object._modelStorage
            storage.pending = [:]
            if !isNew, storage.isInserted, let other = registered(entity, save.rows[index].key) {
                // The row's previous object still represents the row, so its values must be read again.
                turnIntoFault(other)
            }
            storage.version = save.rows[index].version
            if entity.toOneCount > 0 { storage.references = references(of: object, entity) }
            storage.changed = PropertySet()
            if didSave(storage) {
                register(storage)
            }
            let identifier = storage.identifier(of: entity.type)
            if isNew { saved.inserted.append(identifier) } else { saved.updated.append(identifier) }
        }
        for index in save.rows.indices where !save.rows[index].entity.relationshipNumbers.isEmpty {
            releaseCycles(of: save.rows[index].object, save.rows[index].entity)
        }
        for row in save.deletions {
            saved.deleted.append(row.object._modelStorage.identifier(of: row.entity.type))
            let storage = row.object._modelStorage
            storage.membership?.forget(storage, at: storage.key)
            storage.leaveContext()
        }
        if !save.deletions.isEmpty { didSaveDeletions() }
    }

    /// Returns the keys of the rows that an object's to-one relationships refer to after the save, in the order of the
    /// relationships. The key is 0 for a relationship that doesn't refer to a row.
    private func references(of object: any PersistentModel, _ entity: EntityStorage) -> [Int64] {
        guard !entity.toOneNumbers.isEmpty else { return [] }
        let previous = object._modelStorage.references
        return entity.toOneNumbers.enumerated().map { ordinal, index in
            var related = Slot.RelatedObjects()
            object._visit(index, &related)
            guard let objects = related.objects else {
                return previous.indices.contains(ordinal) ? previous[ordinal] : 0
            }
            return objects.first?._modelStorage.key ?? 0
        }
    }

    private static func thrown(_ error: any Error, _ store: Store) -> any Error {
        switch error {
        case let failure as ContextFailure: return failure.swiftDataError
        case let error as CoreDataError: return error.error
        case let error as SQLiteError where error.primaryCode == 8: return ContextFailure.readOnly.swiftDataError
        case let error as SQLiteError where error.primaryCode == 5 || error.primaryCode == 6:
            return CoreDataError(
                code: 513, text: "Another process is writing to the store.", reason: error.message
            ).error
        case let error as SQLiteError:
            return CoreDataError(
                code: 512, text: "SQLite couldn't write the store.", reason: error.message, sqliteCode: error.code
            ).error
        case let error as FileError:
            let cause = CoreDataError(
                code: 512, text: "The large values of a save couldn't be written.", reason: String(describing: error))
            return SwiftDataError(.modelValidationFailure, cause.text, cause: cause)
        default: return error
        }
    }
}
