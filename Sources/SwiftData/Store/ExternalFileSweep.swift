import PermafrostStore

/// Removes files of large values that no row names: what a process left that ended between a file and its commit.
struct ExternalFileSweep {
    let store: Store
    let entities: [EntityStorage]

    /// Does nothing where the store cannot be written now: what is left is found the next time.
    func run() throws {
        let files = store.externalFiles
        guard !files.names.isEmpty, !files.isShared else { return }
        do { try remove(files) } catch is SQLiteError {} catch is CoreDataError {}
    }

    /// Every save writes its files while it holds the write lock, so that those of a save under way are never seen here.
    private func remove(_ files: ExternalFiles) throws {
        try store.transaction {
            var orphans = Set(files.names)
            for entity in entities {
                for property in entity.properties where property.isExternal {
                    for column in property.columnNames {
                        try store.query("SELECT \(column) FROM \(entity.table) WHERE \(column) >= x'02'") { row in
                            if let name = row.blob(at: 0).flatMap(ExternalFiles.fileName) { orphans.remove(name) }
                        }
                    }
                }
            }
            files.remove(orphans)
        }
    }
}
