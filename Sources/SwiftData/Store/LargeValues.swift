import Foundation
import PermafrostStore

/// The large values of an open store, through its transactions. Everything but ``content(of:)`` belongs inside
/// ``Store/locked(_:)``.
///
/// A value that a transaction writes goes if the transaction is rolled back; one that it replaces goes once it is committed.
/// Neither goes while it is in doubt:
/// - After a commit that failed, nobody knows what the next opening finds. Nothing is removed from then on, until an
///   opening proves what is named.
/// - What somebody may still read stays until a later commit: see ``PermafrostStore/ValueReaders``.
/// - Once another file has taken the store's place, what this one replaced may be what that one names.
final class LargeValues: @unchecked Sendable {
    /// A moment of a transaction.
    struct Mark {
        fileprivate var written: Int
        fileprivate var replaced: Int
    }

    /// Where the values are; nil for a store in memory, which keeps them in its cells.
    private let storage: ExternalStorage?
    private let readers: ValueReaders?
    private let path: String
    /// The store's file as it was opened.
    private let opened: FileStatus?
    /// The files that the open transaction has written.
    private var written: [String] = []
    /// The files that the open transaction's rows named before.
    private var replaced: [String] = []
    /// The files that committed transactions replaced, and that are still there.
    private var removable: Set<String> = []
    private var isInDoubt = false
    private var hasSyncedParents = false

    /// The large values of the store at a path; nil for one in memory.
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

    /// The cell of a value, whose file, if it has one, is on the disk before the open transaction is committed.
    func cell(of bytes: [UInt8]) throws -> [UInt8] {
        guard let storage, bytes.count > ExternalStorage.inlineLimit else {
            return ExternalStorage.Cell.inline(bytes).bytes
        }
        let name = try storage.write(bytes)
        written.append(name)
        return ExternalStorage.Cell.file(name).bytes
    }

    /// The value of a cell; nil if its file is missing, or the cell has another form.
    ///
    /// - Throws: `FileError` if the file is there and cannot be read.
    func content(of cell: UnsafeRawBufferPointer) throws(FileError) -> Data? {
        // Most values are in their cells.
        if cell.first == ExternalStorage.Cell.inlineMark { return Data(cell.dropFirst()) }
        return try (storage ?? ExternalStorage(store: StoreFile(path: path))).content(of: Array(cell))
    }

    /// Runs `body`, which reads rows and their values: they stay meanwhile.
    func read<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard let readers else { return try body() }
        return try readers.read(body)
    }

    // MARK: Transactions

    /// How far the open transaction has come.
    var mark: Mark { Mark(written: written.count, replaced: replaced.count) }

    /// Makes sure that the store's file is the one at its place. A backup may have taken the place of it: what is saved to a file
    /// that was moved aside is in no store that anybody opens, and its large values are in the folder of another one.
    ///
    /// - Throws: `CoreDataError`.
    func checkPlace() throws {
        guard storage != nil, let opened else { return }
        guard let now = FileStatus(at: path), now.volume == opened.volume, now.number == opened.number else {
            throw CoreDataError(
                code: 134030, text: "The store's file is no longer at its place.",
                reason: "It was moved, replaced or removed since it was opened.")
        }
    }

    /// Takes note of files that rows name no longer once the open transaction is committed.
    func replace(_ names: some Sequence<String>) { replaced.append(contentsOf: names) }

    /// Makes sure that what the open transaction has written is on the disk.
    func prepareCommit() throws {
        guard let storage, !written.isEmpty else { return }
        try storage.sync(includesParents: !hasSyncedParents)
        hasSyncedParents = true
        // The values are beside the place. If the store has left it meanwhile, the rows must not name them.
        try checkPlace()
    }

    /// The open transaction could not be committed, and may be on the disk nevertheless.
    func commitDidFail() { isInDoubt = true }

    /// The open transaction is committed.
    func didCommit() {
        removable.formUnion(replaced)
        written = []
        replaced = []
        removeReplaced()
    }

    /// The open transaction is rolled back to a moment.
    func didRollBack(to mark: Mark) {
        if !isInDoubt { storage?.remove(written.dropFirst(mark.written)) }
        written.removeSubrange(mark.written...)
        replaced.removeSubrange(mark.replaced...)
    }

    /// Takes note of the files that nothing in the store names, which go once the open transaction is committed.
    ///
    /// - Parameter model: the model of the store.
    /// - Returns: whether there are any.
    func replaceUnnamed(_ connection: SQLiteConnection, model: () -> StoreLayout) throws -> Bool {
        guard let storage, try !storage.names().isEmpty else { return false }
        let names = try UnnamedValues(storage, connection).names(columns: model().externalColumns)
        replace(names)
        return !names.isEmpty
    }

    /// Whether there are files at all.
    func hasFiles() throws -> Bool { try !(storage?.names().isEmpty ?? true) }

    private func removeReplaced() {
        guard let storage, let readers, !removable.isEmpty, !isInDoubt else { return }
        guard let opened, let now = FileStatus(at: path), now.volume == opened.volume, now.number == opened.number
        else { return }
        // A folder that cannot be listed may be shared: what it holds stays.
        guard let isShared = try? storage.mayBeShared(), !isShared else { return }
        if readers.ifNone({ storage.remove(removable) }) { removable = [] }
    }
}
