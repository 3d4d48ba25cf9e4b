/// The list of the files that belong to a store: its database, the files that SQLite keeps next to the database, and
/// the files of its large values. The `-shm` isn't listed, because SQLite creates it again.
///
/// Code that copies, exports or moves a complete store uses this list. Symbolic links aren't listed.
package struct StoreFiles: Sendable {
    /// A file of a store.
    package struct Item: Sendable, Hashable {
        /// The path relative to the store's folder, which is also the path relative to the folder of a copy.
        package let relativePath: String
        package let path: String
    }

    /// The database, or nil if it doesn't exist or isn't a file.
    package let database: Item?
    /// The `-wal` and the journal, if they exist.
    package let companions: [Item]
    /// The files of the large values. If another store uses the same folder, these include that store's values.
    package let values: [Item]
    /// Whether another store may keep its values in the same folder. A removed file could then belong to that store.
    package let sharesValues: Bool

    /// Lists the files of a store.
    ///
    /// - Throws: `FileError` if a folder can't be listed, or if an item can't be examined.
    package init(of store: StoreFile) throws {
        let name = store.resolved.lastPathComponent
        let own = try StoreFile.endings.filter { $0 != "-shm" }.compactMap { ending in
            try FileKind(of: store.path + ending) == .regular
                ? Item(relativePath: name + ending, path: store.path + ending) : nil
        }
        let storage = store.externalStorage
        let folder = ExternalStorage.relativeFolder(of: name)
        database = own.first { $0.path == store.path }
        companions = own.filter { $0.path != store.path }
        values = try storage.files().map { Item(relativePath: folder + "/" + $0.name, path: $0.path) }
        sharesValues = try !values.isEmpty && storage.mayBeShared()
    }

    /// Returns the path of a folder of large values that is a symbolic link, relative to the store's folder. Returns
    /// nil if there is no link. In a checkout, such a link can point to a folder outside of it. Elsewhere, the link may
    /// be intentional, for example because the user moved the values to another volume.
    ///
    /// - Parameters:
    ///   - name: the store's file name.
    ///   - folder: the path of the store's folder.
    /// - Throws: `FileError` if an item can't be examined.
    package static func linkedFolder(ofStoreNamed name: String, in folder: String) throws -> String? {
        let values = ExternalStorage.relativeFolder(of: name)
        return try [values.parentPath, values].first { try FileKind(of: folder + "/" + $0) == .symbolicLink }
    }
}
