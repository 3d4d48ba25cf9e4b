import Foundation
import PermafrostModel
import PermafrostStore

/// A backup that Strata, another tool for SwiftData migrations, made of a store. Strata copies the store's file and its
/// `-wal` and `-shm` to `.strata-backups/backup-<timestamp>/` next to the store. It records no checksums, and doesn't
/// copy large values.
///
/// Permafrost only reads these files. SQLite changes a store's files when it opens them, so Permafrost opens a copy.
struct StrataBackup: Sendable {
    private static let commonName = ".strata-backups"
    private static let prefix = "backup-"

    /// The path of the backup's folder.
    let folder: String
    /// The file name of the copied store.
    let storeName: String

    init(folder: String, storeName: String) {
        self.folder = folder
        self.storeName = storeName
    }

    /// Returns the backups of a store, newest first. Skips symbolic links, and folders without a copy of the store.
    ///
    /// - Throws: `FileError` if a folder can't be listed.
    static func all(of store: SafetyFolder) throws -> [StoreBackup] {
        let common = store.parent + "/" + commonName
        guard try FileKind(of: common) == .directory else { return [] }
        let backups = try FileAccess.list(common).filter { $0.hasPrefix(prefix) }.compactMap { name -> StoreBackup? in
            let backup = StrataBackup(folder: common + "/" + name, storeName: store.storeName)
            guard try FileKind(of: backup.folder) == .directory, try FileKind(of: backup.path) == .regular else {
                return nil
            }
            return StoreBackup(backup)
        }
        return backups.sorted { ($0.created, $0.id) > ($1.created, $1.id) }
    }

    /// The path of the copied store.
    private var path: String { folder + "/" + storeName }
    /// The store next to the `.strata-backups` folder.
    private var original: StoreFile { StoreFile(path: folder.parentPath.parentPath + "/" + storeName) }

    /// The version number in the copied store's metadata; nil if the metadata has no version number or can't be read.
    var version: String? { try? StoreReader(path: path).metadata().versionIdentifiers.first }

    /// The size of the copied store and its `-wal` in bytes.
    var byteCount: Int64 { ["", "-wal"].reduce(0) { $0 + Int64(FileStatus.bytes(at: path + $1)) } }

    /// The date in the folder's name, or the date of the last change to the copied store if the name has none.
    ///
    /// The name can contain the seconds or milliseconds since 1970, or a date and a time of day, which are read as UTC.
    var created: Date {
        let digits = (folder as NSString).lastPathComponent.filter { $0.isASCII && $0.isNumber }
        return Self.date(ofParts: digits) ?? Self.date(sinceEpoch: digits)
            ?? Date(timeIntervalSince1970: Double(FileStatus(at: path)?.changed ?? 0) / 1e9)
    }

    private static func date(ofParts digits: String) -> Date? {
        guard digits.count >= 14, digits.hasPrefix("20") else { return nil }
        var rest = Substring(digits)
        let numbers = [4, 2, 2, 2, 2, 2].compactMap { count -> Int? in
            defer { rest = rest.dropFirst(count) }
            return Int(rest.prefix(count))
        }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = DateComponents(
            calendar: calendar, year: numbers[0], month: numbers[1], day: numbers[2], hour: numbers[3],
            minute: numbers[4], second: numbers[5])
        return parts.isValidDate ? parts.date : nil
    }

    private static func date(sinceEpoch digits: String) -> Date? {
        guard digits.count >= 10, let seconds = Double(digits.prefix(10)) else { return nil }
        return Date(timeIntervalSince1970: seconds)
    }
}

// MARK: Checked copies

extension StrataBackup {
    /// The error for a backup that can't be restored, with the reason.
    struct Damage: LocalizedError {
        let reason: String
        var errorDescription: String? { reason }
    }

    /// Whether the backup can be copied and the copy passes all checks. Makes the copy in the temporary folder.
    var isIntact: Bool {
        guard let temporary = try? TemporaryFolder(for: "strata") else { return false }
        let copy = try? checkedCopy(to: temporary.url.path + "/copy", named: storeName, files: FileSystem())
        return copy != nil
    }

    /// Copies the backup to a new folder, and checks the copy. The copy has one database file, including the rows of
    /// the `-wal`, and the large values that the rows refer to. The values come from the backup's folder or from the
    /// original store. The files are synced. The caller must sync the new folder.
    ///
    /// - Parameters:
    ///   - target: the folder of the copy. Nothing may exist there.
    ///   - name: the file name of the copied store.
    /// - Returns: the files of the copy, the store's own file first.
    /// - Throws: ``Damage`` if the backup isn't a sound store; `FileError`, `StoreError` or `SQLiteError` if it can't
    ///   be read or copied now.
    func checkedCopy(to target: String, named name: String, files: FileSystem) throws -> [StoreCopy.File] {
        let store = target + "/" + name
        do {
            try checkFolders()
            try files.makeFolder(target)
            try files.copyProtection(path, target)
            try copyDatabase(to: store, files)
            try checkDatabase(store)
            let values = try copyValues(to: StoreFile(path: store), files)
            let relative = ExternalStorage.relativeFolder(of: name)
            return try ([name] + values.map { relative + "/" + $0 }).map { try StoreCopy.file($0, in: target) }
        } catch let error as SQLiteError where StoreFacts.isDamage(error) {
            throw Damage(reason: error.message)
        } catch let error as FileError where error.path.hasPrefix(folder + "/") && error.describesItem {
            throw Damage(reason: error.localizedDescription)
        }
    }

    private func checkFolders() throws {
        for path in [folder.parentPath, folder] {
            switch try FileKind(of: path) {
            case .directory: break
            case .absent: throw Damage(reason: "\(path.visible) doesn't exist")
            case .symbolicLink, .regular, .other: throw Damage(reason: "\(path.visible) isn't a folder")
            }
        }
    }

    /// Copies the store and its `-wal`.
    ///
    /// - Throws: ``Damage`` if a file changes during the copy, or if the store has an unfinished transaction in a
    ///   rollback journal.
    private func copyDatabase(to store: String, _ files: FileSystem) throws {
        let endings = ["", "-wal"]
        func state() -> [FileStatus?] { endings.map { FileStatus(at: path + $0, followsLink: false) } }
        let before = state()
        for ending in endings where try ending.isEmpty || FileKind(of: path + ending) != .absent {
            try files.copy(path + ending, store + ending)
        }
        guard state() == before else { throw Damage(reason: "\(folder.visible) was changed while it was copied") }
        guard FileStatus.bytes(at: path + "-journal") == 0 else {
            throw Damage(reason: "The copied store has an unfinished transaction: \(storeName.visible)-journal")
        }
    }

    /// Moves the rows of the copied `-wal` into the database, syncs it, and checks its pages and metadata.
    private func checkDatabase(_ store: String) throws {
        do {
            let connection = try SQLiteConnection(path: store, mode: .create)
            try connection.requireDurableCommits()
            try connection.execute("PRAGMA trusted_schema=OFF")
            let checkpoint = try connection.rows("PRAGMA wal_checkpoint").first ?? []
            let needed = try WriteAheadIndex(path + "-shm")?.neededFrames ?? 0
            // The second column is the number of frames in the -wal.
            guard case .integer(let frames)? = checkpoint.dropFirst().first, needed == 0 || frames >= needed else {
                throw Damage(
                    reason:
                        "The backup's \(storeName.visible)-wal is missing or incomplete, so the backup lacks rows")
            }
            let damages = try connection.damages()
            guard damages.isEmpty else { throw Damage(reason: damages.joined(separator: "; ")) }
        }
        // Closing the last connection removes the -wal. If it still exists, its rows aren't in the database.
        guard FileStatus.bytes(at: store + "-wal") == 0 else {
            throw StoreError.unreadable(path: store, reason: "its -wal can't be moved into the database")
        }
        do { _ = try StoreFacts.read(URL(fileURLWithPath: store)) } catch {
            switch error.cause {
            case .store(.damaged), .store(.notAStore):
                throw Damage(reason: (error.underlying ?? error).localizedDescription)
            default: throw error
            }
        }
    }

    /// Copies the large values that the rows of a copied store refer to, or all values if the store's model can't be
    /// read.
    ///
    /// - Returns: the names of the values.
    /// - Throws: ``Damage`` if a value that the rows refer to is missing.
    private func copyValues(to store: StoreFile, _ files: FileSystem) throws -> [String] {
        let names = try referencedValues(store)
        let target = store.externalStorage.folder
        var copied: Set<String> = []
        try ValueReaders(of: original).read {
            for place in [StoreFile(path: path), original] {
                for value in try place.externalStorage.files()
                where names?.contains(value.name) ?? true && copied.insert(value.name).inserted {
                    try files.makeFolder(target)
                    try files.copy(value.path, target + "/" + value.name)
                }
            }
        }
        if !copied.isEmpty { try files.sync(target, upTo: store.folder) }
        let missing = names?.subtracting(copied).count ?? 0
        guard missing == 0 else {
            throw Damage(reason: "Files of large values that its rows refer to are missing from the backup: \(missing)")
        }
        return copied.sorted()
    }

    /// Returns the names of the large values that a store refers to, or nil if its model can't be read.
    private func referencedValues(_ store: StoreFile) throws -> Set<String>? {
        let model: SchemaModel
        do { model = try StoreReader(path: store.path).model() } catch {
            switch error {
            case .noModelCache, .damagedModelCache: return nil
            default: throw error
            }
        }
        let columns = StoreLayout(model: model).externalColumns
        return try StoreOpening(path: store.path).read { try UnreferencedValues.referencedNames(columns, $0) }
    }
}
