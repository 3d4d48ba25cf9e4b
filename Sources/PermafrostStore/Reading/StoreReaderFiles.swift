import Foundation
import PermafrostModel

/// The sizes of a store's file and of the files next to it.
package struct StoreReaderFiles: Sendable, Hashable {
    /// The size of the store's own file, in bytes.
    package let bytes: Int
    /// The size in bytes of the `-wal`, whose rows belong to the store. It is 0 if there is no `-wal`.
    package let walBytes: Int
    /// The size in bytes of a rollback journal left by a crash, or 0 if the journal doesn't exist.
    package let journalBytes: Int

    /// Reads the sizes of the files that belong to the store at a path.
    package init(path: String) {
        // SQLite looks for these files next to the target of a symbolic link.
        let resolved = FileStatus.resolved(path)
        bytes = FileStatus.bytes(at: resolved)
        walBytes = FileStatus.bytes(at: resolved + "-wal")
        journalBytes = FileStatus.bytes(at: resolved + "-journal")
    }
}
