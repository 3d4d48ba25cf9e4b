import PermafrostFiles

/// The files that make up a store: its own, and what lies beside it.
package struct StoreFiles: Sendable, Hashable {
    /// The size of the store's own file, in bytes.
    package let bytes: Int
    /// The size of the -wal, whose rows count as the store's; 0 where there is none.
    package let walBytes: Int
    /// The size of a rollback journal that a crash left; 0 where there is none.
    package let journalBytes: Int

    /// Looks at the files of the store at the path.
    package init(path: String) {
        // SQLite looks for them beside the file that a link leads to.
        let resolved = FileStatus.resolved(path)
        bytes = FileStatus.bytes(at: resolved)
        walBytes = FileStatus.bytes(at: resolved + "-wal")
        journalBytes = FileStatus.bytes(at: resolved + "-journal")
    }
}
