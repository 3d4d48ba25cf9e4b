import Foundation
import PermafrostModel
import PermafrostStore

/// A writer of named stores. A new store appears, and an existing one is replaced, only when the new store is complete.
package struct NamedStoreWriter: Sendable {
    private let toolVersion: String
    private let date: String

    /// Creates a writer.
    ///
    /// - Parameter date: the date in UTC, in the format of ``FreezeDate``.
    package init(toolVersion: String, date: String) {
        self.toolVersion = toolVersion
        self.date = date
    }

    /// Writes the anonymized copy of a store.
    ///
    /// - Parameter replacing: whether to replace an existing store with the same name.
    /// - Throws: ``FreezeError/alreadyFrozen(version:path:)`` if the store exists and `replacing` is false;
    ///   ``AnonymizationError``, `StoreError`, `SQLiteError` or `FileError` if the copy can't be written.
    package func write(
        _ anonymizer: StoreAnonymizer, as store: NamedStore, replacing: Bool
    ) throws -> StoreAnonymizer.Summary {
        let root = try RootFolder(store.fixture.path)
        let kind = try root.kind(of: store.folder)
        guard kind == .absent || kind == .directory else { throw FreezeError.blocked(path: store.path) }
        guard kind == .absent || replacing else {
            throw FreezeError.storeExists(name: store.name.description, path: store.path)
        }
        try root.makeFolders(NamedStore.folderName)
        do { return try write(anonymizer, store, in: root, replacing: kind == .directory) } catch {
            // If this is the first store, its parent is new.
            try? root.removeEmptyFolder(NamedStore.folderName)
            throw error
        }
    }

    /// Writes the copy in a hidden folder, and then moves it to its final path with one rename.
    private func write(
        _ anonymizer: StoreAnonymizer, _ store: NamedStore, in root: RootFolder, replacing: Bool
    ) throws -> StoreAnonymizer.Summary {
        let parent = NamedStore.folderName
        let partial = try PartialItem(in: parent, of: root)
        try root.makeFolders(partial.path, isDurable: false)
        let summary = try write(anonymizer, store, into: root.complete(partial.path))
        try root.sync(partial.path)
        if replacing {
            try partial.exchange(with: store.folder)
        } else {
            try partial.move(to: store.folder)
        }
        try partial.syncMove(to: parent)
        return summary
    }

    private func write(
        _ anonymizer: StoreAnonymizer, _ store: NamedStore, into folder: String
    ) throws -> StoreAnonymizer.Summary {
        let path = folder + "/" + store.storeName
        let summary = try anonymizer.write(to: path)
        let values = try StoreFile(path: path).externalStorage.files().map { value in
            (ExternalStorage.relativeFolder(of: store.storeName) + "/" + value.name, value.path)
        }.sorted { $0.0 < $1.0 }
        var checksums = ""
        for (name, path) in [(store.storeName, path)] + values {
            try FileAccess.sync(path)
            checksums += "\(Digest.hex(try FileAccess.digest(path).hash))  \(name)\n"
        }
        let kept = anonymizer.options.kept.sortedByCodeUnit()
        let lines = [
            "Frozen at: \(date)", "Version: \(store.fixture.version)", "Store: \(store.name)",
            "Anonymized: \(kept.isEmpty ? "all properties" : "all properties except \(kept.joined(separator: ", "))")",
            "Rows: \(summary.rows)", "Large values: \(summary.files)", "Written by: Permafrost \(toolVersion)",
        ]
        try FileAccess.write(Array(checksums.utf8), to: folder + "/" + store.checksumsName)
        try FileAccess.write(
            Array((lines.joined(separator: "\n") + "\n").utf8), to: folder + "/" + NamedStore.metadataName)
        try FileAccess.write(Array(NamedStore.attributes.text.utf8), to: folder + "/" + NamedStore.attributes.name)
        return summary
    }
}
