import Foundation
import PermafrostStore

/// The empty folder that a restore puts at the store's path in exchange for the store. It prevents other processes from
/// creating a store there until the restored store replaces it.
///
/// A folder at the store's path may also be the app's, which has deleted its store. The restore must then not bring the
/// store back. So the restore marks its folder with an extended attribute whose value is the name of the folder that
/// the store moves to. If the folder can't be marked, the journal records the folder's number.
struct RestorePlace {
    private static let attribute = "app.permafrost.restore"

    let folder: SafetyFolder
    let files: FileSystem

    /// Creates a marked folder. Returns nil, or the folder's number if the folder can't be marked.
    ///
    /// - Parameters:
    ///   - path: an unused path, whose item is later exchanged with the store.
    ///   - replaced: the name of the folder that the store moves to.
    func make(_ path: String, for replaced: String) throws -> UInt64? {
        try files.makeFolder(path)
        do { try files.setAttribute(Self.attribute, replaced, path) } catch is FileError {
            // The volume doesn't support the mark, doesn't permit it, or has no space for it.
            guard let status = FileStatus(at: path, followsLink: false) else { throw FileError.last(.read, path) }
            return status.number
        }
        // The mark must reach the disk before the folder is at the store's path.
        try files.sync(path)
        return nil
    }

    /// The name of the folder that the store was moved to, if the folder at the store's path is marked. Nil if there is
    /// no folder at the path, or if it isn't marked.
    var replaced: String? {
        get throws {
            let path = folder.store.path
            guard try FileKind(of: path) == .directory,
                let name = try ExtendedAttributes.value(of: Self.attribute, at: path),
                name.hasSuffix(StoreBackups.failed) || name.hasSuffix(StoreBackups.replaced), !name.contains("/")
            else { return nil }
            return name
        }
    }

    /// Returns whether the folder at the store's path is the one that the journal's restore put there.
    func isOwn(_ journal: MigrationJournal) throws -> Bool {
        if let name = try replaced, name == journal.failed { return true }
        guard let number = journal.place else { return false }
        return FileStatus(at: folder.store.path, followsLink: false)?.number == number
    }

    /// The reason that a restore stops: the folder at the store's path isn't the restore's own.
    struct Taken: LocalizedError {
        let path: String

        var errorDescription: String? {
            "The folder at the store's path, \(path), isn't the one that the restore put there, so nothing was moved. "
                + "To finish the restore, remove the folder."
        }
    }
}
