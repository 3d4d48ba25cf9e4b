import Foundation
import PermafrostStore

/// The large values of an open store, including the files that the open transaction writes and replaces. Use only
/// ``content(of:)`` outside of ``Store/locked(_:)``.
///
/// If a transaction that writes a file is rolled back, the file is deleted. If a transaction replaces a file, the file
/// is deleted after the commit, unless it may still be needed:
/// - After a failed commit, the store's state is unknown. No more files are deleted until the store is opened again,
///   which determines the files that rows refer to.
/// - A file that may still be read stays until a later commit: see ``PermafrostStore/ValueReaders``.
/// - If a different file is now at the store's path, it may refer to the files that this store replaced.
/// - If a different store may share the folder, that store may refer to the file.
final class LargeValues: @unchecked Sendable {
    /// A point in the open transaction that the transaction can be rolled back to.
    struct Mark {
        fileprivate var written: Int
        fileprivate var replaced: Int
    }

    /// The folder of the store's large values. Nil for a store in memory, because its cells contain the values.
    private let storage: ExternalStorage?
    private let readers: ValueReaders?
    private let path: String
    /// The status of the store's file when the store was opened, or nil for a store in memory.
    private let opened: FileStatus?
    /// The names of the files that the open transaction has written.
    private var written: [String] = []
    /// The names of the files that no row will refer to after the open transaction is committed.
    private var replaced: [String] = []
    /// The names of the files that committed transactions replaced and that haven't been deleted yet.
    private var removable: Set<String> = []
    private var isInDoubt = false
    private var hasSyncedParents = false

    /// Creates an instance for the store at the given path, or for a store in memory if the path is nil.
    init(storePath: String?) {
        let store = storePath.map { StoreFile(path: $0) }
        storage = store?.externalStorage
        readers = store.map { ValueReaders(of: $0) }
        path = store?.path ?? ""
        opened = FileStatus(at: path)
    }

    deinit {
        removeReplaced()
    }

    // MARK: Values

    /// Returns the cell for a value. Unless the store is in memory, a value of more than
    /// ``ExternalStorage/inlineLimit`` bytes is written to a file, which is on disk before the open transaction is
    /// committed.
    func cell(of bytes: [UInt8]) throws -> [UInt8] {
        guard let storage, bytes.count > ExternalStorage.inlineLimit else {
            return LargeValueCell.inline(bytes).bytes
        }
        let name = try storage.write(bytes)
        written.append(name)
        return LargeValueCell.file(name).bytes
    }

    /// Returns the value of a cell, or nil if its file is missing, or if the cell has an unknown form.
    ///
    /// - Throws: `FileError` if the file exists and can't be read.
    func content(of cell: UnsafeRawBufferPointer) throws(FileError) -> Data? {
        // Most values are stored in their cells.
        if cell.first == LargeValueCell.inlineMark { return Data(cell.dropFirst()) }
        return try (storage ?? ExternalStorage(store: StoreFile(path: path))).content(of: Array(cell))
    }

    /// Runs `body`, which reads rows and their values. No file is deleted during the call.
    func read<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard let readers else { return try body() }
        return try readers.read(body)
    }

    // MARK: Transactions

    /// The current point in the open transaction.
    var mark: Mark { Mark(written: written.count, replaced: replaced.count) }

    /// Checks that the store's file is still at its path. If, for example, a backup was restored there, a save would
    /// write rows to the old file, but large values to the new file's folder.
    ///
    /// - Throws: `CoreDataError` if the file was moved, replaced or removed.
    func checkPlace() throws {
        guard storage != nil, let opened else { return }
        guard let now = FileStatus(at: path), now.volume == opened.volume, now.number == opened.number else {
            throw CoreDataError(
                code: 134030, text: "The store's file is no longer at its path.",
                reason: "The file was moved, replaced or deleted after it was opened.")
        }
    }

    /// Records files that no row will refer to after the open transaction is committed.
    func replace(_ names: some Sequence<String>) { replaced.append(contentsOf: names) }

    /// Syncs the files that the open transaction has written, and checks that the store's file is still at its path.
    /// Does nothing if the transaction hasn't written any files.
    func prepareCommit() throws {
        guard let storage, !written.isEmpty else { return }
        try storage.sync(includesParents: !hasSyncedParents)
        hasSyncedParents = true
        // The files are next to the store's path. If the store is no longer there, its rows must not refer to them.
        try checkPlace()
    }

    /// Records that the commit failed. From now on, no files are deleted, because the transaction may be on disk
    /// nevertheless.
    func commitDidFail() { isInDoubt = true }

    /// Records that the open transaction was committed. Deletes the replaced files, unless they may still be needed.
    func didCommit() {
        removable.formUnion(replaced)
        written = []
        replaced = []
        removeReplaced()
    }

    /// Records that the open transaction was rolled back to the given point. Unless a commit has failed, deletes the
    /// files that the transaction wrote after that point.
    func didRollBack(to mark: Mark) {
        if !isInDoubt { storage?.remove(written.dropFirst(mark.written)) }
        written.removeSubrange(mark.written...)
        replaced.removeSubrange(mark.replaced...)
    }

    /// Finds the files that no row in the store refers to, and schedules their deletion after the open transaction is
    /// committed.
    ///
    /// - Parameter model: a closure that returns the store's layout. Called only if the folder of large values contains
    ///   files.
    /// - Returns: whether there are such files.
    func replaceUnnamed(_ connection: SQLiteConnection, model: () -> StoreLayout) throws -> Bool {
        guard let storage, try !storage.names().isEmpty else { return false }
        let names = try UnreferencedValues(storage, connection).names(columns: model().externalColumns)
        replace(names)
        return !names.isEmpty
    }

    /// Returns whether the folder of large values contains any files. Returns false for a store in memory.
    func hasFiles() throws -> Bool { try !(storage?.names().isEmpty ?? true) }

    private func removeReplaced() {
        guard let storage, let readers, !removable.isEmpty, !isInDoubt else { return }
        guard let opened, let now = FileStatus(at: path), now.volume == opened.volume, now.number == opened.number
        else { return }
        // If the folder can't be listed, other stores may share it, so its files stay.
        guard let isShared = try? storage.mayBeShared(), !isShared else { return }
        if readers.ifNone({ storage.remove(removable) }) { removable = [] }
    }
}
