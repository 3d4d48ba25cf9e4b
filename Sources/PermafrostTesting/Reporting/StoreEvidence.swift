import Foundation
import PermafrostModel
import PermafrostStore

/// The stores that a failed assertion compared, and a page with their difference. The files are copies in a folder that
/// only this user can access, so the original stores may change or disappear.
struct StoreEvidence: Sendable {
    struct Store: Sendable {
        /// The store's role in the comparison, such as `before`. The copy's folder has the same name.
        let role: String
        /// The folder that contains the database and the folder with its large values.
        let folder: URL
        /// The URL of the copied database.
        let file: URL

        /// The size of all files in bytes.
        var size: Int { StoreEvidence.size(of: folder) }
    }

    /// The name of the page's file.
    static let pageName = "difference.html"

    /// The URL of the folder that contains the page and the copied stores.
    let folder: URL
    /// The copied stores, in the order of the comparison.
    let stores: [Store]
    /// The temporary folder of the files, which is deleted when its last reference is released. Nil if the files are in
    /// a folder that isn't deleted.
    private let owner: TemporaryFolder?

    /// The HTML page that shows the difference.
    var page: URL { folder.appendingPathComponent(Self.pageName) }

    /// Copies the stores and writes the page. Other connections may have the stores open. Omits a store if its file
    /// exceeds the complete budget of a process, ``Budget/bytes``.
    ///
    /// - Parameters:
    ///   - stores: the stores, each with its role.
    ///   - page: the content of the page.
    ///   - folder: the new folder for the files; nil for a temporary folder that is deleted when the last copy of the
    ///     new value is released.
    /// - Throws: an error if a store can't be read or copied, or if the page can't be written.
    init(of stores: [(role: String, url: URL)], page: DifferencePage, in folder: URL? = nil) throws {
        owner = folder == nil ? try TemporaryFolder(for: "evidence") : nil
        let target = folder ?? owner?.url ?? TemporaryFolder.parent
        if let folder { try TemporaryFolder.make(folder) }
        try Self.write(Data(page.html.utf8), to: target.appendingPathComponent(Self.pageName))
        self.folder = target
        self.stores = try stores.compactMap { role, url in
            guard (FileStatus(at: url.path)?.bytes ?? 0) <= EvidenceBudget.bytes else { return nil }
            let place = target.appendingPathComponent(role)
            try TemporaryFolder.make(place)
            return Store(role: role, folder: place, file: try ScratchStore(snapshotOf: url, in: place).url)
        }
    }

    /// Creates evidence from a folder that a separate process of the test wrote. Returns nil if the folder doesn't
    /// contain a page.
    ///
    /// - Parameters:
    ///   - folder: the folder that contains the page and a folder for each store.
    ///   - owner: the temporary folder, which is `folder` or its parent. The new value retains it, so that the files
    ///     aren't deleted.
    init?(at folder: URL, owner: TemporaryFolder) {
        guard FileStatus.exists(folder.appendingPathComponent(Self.pageName).path) else { return nil }
        self.folder = folder
        self.owner = owner
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        stores = names.sorted().compactMap { role in
            let place = folder.appendingPathComponent(role)
            let files = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
            let database = files.first { !$0.hasPrefix(".") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }
            return database.map { Store(role: role, folder: place, file: place.appendingPathComponent($0)) }
        }
    }

    /// Writes a new file that only this user can read.
    private static func write(_ data: Data, to file: URL) throws {
        guard
            FileManager.default.createFile(
                atPath: file.path, contents: data, attributes: [.posixPermissions: 0o600])
        else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: file.path]) }
    }

    /// Returns the size of all files in a folder in bytes.
    private static func size(of folder: URL) -> Int {
        let keys: [URLResourceKey] = [.fileSizeKey]
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: keys)
        return files?.reduce(0) { total, item in
            total + ((try? (item as? URL)?.resourceValues(forKeys: Set(keys)))?.fileSize ?? 0)
        } ?? 0
    }
}

extension StoreEvidence {
    /// The remaining budget of this process.
    private static let budget = Locked(EvidenceBudget())

    /// Returns the stores that the process may show, and subtracts them from the budget.
    func accepted() -> [Store] { stores.filter { store in Self.budget.withLock { $0.accepts(store.size) } } }
}

extension StoreEvidence {
    /// The folder for the pages and stores of this process's failed assertions, and the number of failures in it. The
    /// folder is nil before the first call of ``keep(_:)``.
    private static let kept = Locked<(folder: URL?, count: Int)>((nil, 0))

    /// Moves the page and the given stores to a folder that stays after the process ends. Only this user can access the
    /// folder.
    ///
    /// Use this if the files can't be attached, and on Linux, where test libraries keep attachments only if the run has
    /// a folder for them (`--attachments-path`).
    ///
    /// - Returns: the folder, with a folder for each store.
    /// - Throws: an error if a folder can't be created, or a file can't be moved.
    func keep(_ stores: [Store]) throws -> URL {
        let place = try Self.kept.withLock { kept in
            let folder =
                kept.folder
                ?? URL(fileURLWithPath: FileStatus.resolved(TemporaryFolder.parent.path))
                .appendingPathComponent("permafrost-failures-\(UUID().uuidString)")
            try TemporaryFolder.make(folder)
            kept.folder = folder
            kept.count += 1
            let place = folder.appendingPathComponent("\(kept.count)")
            try TemporaryFolder.make(place)
            return place
        }
        try FileManager.default.moveItem(at: page, to: place.appendingPathComponent(Self.pageName))
        for store in stores {
            try FileManager.default.moveItem(at: store.folder, to: place.appendingPathComponent(store.role))
        }
        return place
    }
}
