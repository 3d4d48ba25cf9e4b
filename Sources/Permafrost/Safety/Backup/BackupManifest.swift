import Foundation
import PermafrostStore

/// The content of a backup, as `manifest.json` in its folder says.
struct BackupManifest: Codable, Sendable, Hashable {
    static let currentFormat = 1

    private static let usualName = "manifest.json"
    private static let otherName = "backup-manifest.json"

    /// The name of the manifest's file: another one than usual if the copied store has that name. Volumes may ignore case.
    private static func fileName(nextTo store: String) -> String {
        store.lowercased() == usualName ? otherName : usualName
    }

    /// The format of the manifest.
    var formatVersion = Self.currentFormat
    /// The store's file name.
    var store: String
    /// The store's UUID.
    var storeIdentifier: String
    /// The number of the store's version.
    var version: String
    /// The version's hashes as one text.
    var versionDigest: String
    /// The plan that the store was about to be migrated by.
    var plan: String
    /// The number of the version that it was to be brought to.
    var destination: String
    /// When the backup was made.
    var created: Date
    /// The store's file, and those of its large values.
    var files: [StoreCopy.File]
    /// The backup's place among those of the store, in the order in which they were made, whatever the clock said then.
    var sequence: Int

    /// The name of the manifest's file.
    var fileName: String { Self.fileName(nextTo: store) }

    /// The manifest as a file.
    func encoded() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return Array(try encoder.encode(self))
    }

    /// Reads the manifest of a backup; nil if the folder holds none, or one that is damaged or of a format that is not known.
    ///
    /// - Throws: `FileError` if it is there and cannot be read now, which says nothing of the backup.
    init?(folder: String) throws {
        guard let manifest = try Self.read(Self.otherName, in: folder) ?? Self.read(Self.usualName, in: folder) else {
            return nil
        }
        self = manifest
    }

    private static func read(_ name: String, in folder: String) throws -> BackupManifest? {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let bytes: [UInt8]
        do { bytes = try FileAccess.read(folder + "/" + name, limit: 64 << 20) } catch let error as FileError
            where error.saysWhatIsThere
        { return nil }
        // A store may have the name.
        guard let manifest = try? decoder.decode(BackupManifest.self, from: Data(bytes)),
            manifest.formatVersion == currentFormat, manifest.isSound, manifest.fileName == name
        else { return nil }
        return manifest
    }

    init(
        store: String, storeIdentifier: String, version: String, versionDigest: String, plan: String,
        destination: String, created: Date, files: [StoreCopy.File], sequence: Int
    ) {
        self.store = store
        self.storeIdentifier = storeIdentifier
        self.version = version
        self.versionDigest = versionDigest
        self.plan = plan
        self.destination = destination
        self.created = created
        self.files = files
        self.sequence = sequence
    }

    /// No path leads out of the backup, whoever wrote the manifest.
    private var isSound: Bool {
        files.first?.path == store && !store.contains("/") && store != ".." && store != "."
            && files.dropFirst().allSatisfy { ExternalStorage.isRelativePathOfFile($0.path) }
    }

    /// Whether the folders of the backup's files are folders, not links to others. A file that is a link is never read.
    ///
    /// - Throws: `FileError` if one cannot be looked at now.
    func hasNoLinks(in folder: String) throws -> Bool {
        try files.allSatisfy { file in
            var parent = file.path as NSString
            while case let above = parent.deletingLastPathComponent, !above.isEmpty {
                guard try FileKind(of: folder + "/" + above) != .symbolicLink else { return false }
                parent = above as NSString
            }
            return true
        }
    }

    /// Whether every file of the backup is what it was.
    ///
    /// - Throws: `FileError` if one is there and cannot be read now.
    func isIntact(in folder: String) throws -> Bool {
        try hasNoLinks(in: folder)
            && files.allSatisfy { file in
                do { return try StoreCopy.file(file.path, in: folder) == file } catch let error as FileError
                    where error.saysWhatIsThere
                { return false }
            }
    }
}
