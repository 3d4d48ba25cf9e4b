import Foundation
import PermafrostStore

/// The large values of an open store, during its transactions. Only ``content(of:)`` may be used outside of
/// ``Store/locked(_:)``.
///
/// The file of a value that a transaction writes is deleted if the transaction is rolled back. The file of a value that
/// it replaces is deleted after it's committed. Neither is deleted while there is doubt:
/// - After a failed commit, it's unknown what the next opening finds. Nothing is deleted from then on, until an opening
///   determines which files are named.
/// - A file that may still be read stays until a later commit: see ``PermafrostStore/ValueReaders``.
/// - If another file has taken the store's place, it may name the files that this store replaced.
final class LargeValues: @unchecked Sendable {
    /// A point in a transaction.
    struct Mark {
        fileprivate var written: Int
        fileprivate var replaced: Int
    }

    /// The folder of the values; nil for a store in memory, which keeps them in its cells.
    private let storage: ExternalStorage?
    private let readers: ValueReaders?
    private let path: String
    /// The store's file when it was opened.
    private let opened: FileStatus?
    /// The files that the open transaction has written.
    private var written: [String] = []
    /// The files that the open transaction's rows named before.
    private var replaced: [String] = []
    /// The files that committed transactions replaced, and that still exist.
    private var removable: Set<String> = []
    private var isInDoubt = false
    private var hasSyncedParents = false

    /// Creates the large values of the store at a path; nil for a store in memory.
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

    /// Returns the cell of a value. If the value is in a file, the file is on disk before the open transaction is
    /// committed.
    func cell(of bytes: [UInt8]) throws -> [UInt8] {
        guard let storage, bytes.count > ExternalStorage.inlineLimit else {
            return ExternalStorage.Cell.inline(bytes).bytes
        }
        let name = try storage.write(bytes)
        written.append(name)
        return ExternalStorage.Cell.file(name).bytes
    }

    /// Returns the value of a cell; nil if its file is missing, or if the cell has another form.
    ///
    /// - Throws: `FileError` if the file exists and can't be read.
    func content(of cell: UnsafeRawBufferPointer) throws(FileError) -> Data? {
        // Most values are in their cells.
        if cell.first == ExternalStorage.Cell.inlineMark { return Data(cell.dropFirst()) }
        return try (storage ?? ExternalStorage(store: StoreFile(path: path))).content(of: Array(cell))
    }

    /// Runs `body`, which reads rows and their values. The values are kept during the call.
    func read<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard let readers else { return try body() }
        return try readers.read(body)
    }

    // MARK: Transactions

    /// The current point in the open transaction.
    var mark: Mark { Mark(written: written.count, replaced: replaced.count) }

    /// Checks that the store's file is still at its path. A backup may have replaced it. A save to a file that was
    /// moved aside would be in a store that nobody opens, and its large values would be in another store's folder.
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

    /// Registers files that no row names after the open transaction is committed.
    func replace(_ names: some Sequence<String>) { replaced.append(contentsOf: names) }

    /// Makes sure that the files which the open transaction has written are on disk.
    func prepareCommit() throws {
        guard let storage, !written.isEmpty else { return }
        try storage.sync(includesParents: !hasSyncedParents)
        hasSyncedParents = true
        // The values are next to the store's path. If the store is no longer there, the rows must not name them.
        try checkPlace()
    }

    /// Registers that the open transaction couldn't be committed. It may be on disk nevertheless.
    func commitDidFail() { isInDoubt = true }

    /// Registers that the open transaction is committed.
    func didCommit() {
        removable.formUnion(replaced)
        written = []
        replaced = []
        removeReplaced()
    }

    /// Registers that the open transaction is rolled back to a point.
    func didRollBack(to mark: Mark) {
        if !isInDoubt { storage?.remove(written.dropFirst(mark.written)) }
        written.removeSubrange(mark.written...)
        replaced.removeSubrange(mark.replaced...)
    }

    /// Registers the files that nothing in the store names. They're deleted after the open transaction is committed.
    ///
    /// - Parameter model: the model of the store.
    /// - Returns: whether there are any.
    func replaceUnnamed(_ connection: SQLiteConnection, model: () -> StoreLayout) throws -> Bool {
        guard let storage, try !storage.names().isEmpty else { return false }
        let names = try UnnamedValues(storage, connection).names(columns: model().externalColumns)
        replace(names)
        return !names.isEmpty
    }

    /// Returns whether there are any files.
    func hasFiles() throws -> Bool { try !(storage?.names().isEmpty ?? true) }

    private func removeReplaced() {
        guard let storage, let readers, !removable.isEmpty, !isInDoubt else { return }
        guard let opened, let now = FileStatus(at: path), now.volume == opened.volume, now.number == opened.number
        else { return }
        // A folder that can't be listed may be shared. Its files stay.
        guard let isShared = try? storage.mayBeShared(), !isShared else { return }
        if readers.ifNone({ storage.remove(removable) }) { removable = [] }
    }
}
