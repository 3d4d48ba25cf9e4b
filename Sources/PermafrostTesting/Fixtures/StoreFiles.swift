import Foundation
import PermafrostStore

/// The files that make up a store: the database, a -wal with rows that are not in it yet, a journal left by a crash, and
/// the folder with its large values.
struct StoreFiles {
    /// The database.
    let url: URL

    /// Copies the store into an empty folder, under its own name: large values are found by it.
    ///
    /// - Returns: the copy's database, which may be written to whatever the original allows.
    func copy(into folder: URL) throws -> URL {
        let files = FileManager.default
        let target = folder.appendingPathComponent(url.lastPathComponent)
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        for ending in ["", "-wal", "-journal"] where ending.isEmpty || files.fileExists(atPath: url.path + ending) {
            try files.copyItem(atPath: url.path + ending, toPath: target.path + ending)
            try files.setAttributes([.posixPermissions: 0o644], ofItemAtPath: target.path + ending)
        }
        let support = ExternalValue.folder(ofStore: url.path)
        if files.fileExists(atPath: support) {
            let copied = ExternalValue.folder(ofStore: target.path)
            try files.createDirectory(
                atPath: (copied as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
            try files.copyItem(atPath: support, toPath: copied)
        }
        return target
    }
}
