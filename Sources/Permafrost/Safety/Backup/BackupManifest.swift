import Foundation
import PermafrostStore

/// The contents of a backup, as recorded in the manifest file in the backup's folder.
struct BackupManifest: Codable, Sendable, Hashable {
    static let currentFormat = 1

    private static let usualName = "manifest.json"
    private static let otherName = "backup-manifest.json"

    /// Returns the name of the manifest's file: `manifest.json`, or `backup-manifest.json` if the copied store is
    /// called `manifest.json`. The comparison ignores case, because some volumes do.
    private static func fileName(nextTo store: String) -> String {
        store.lowercased() == usualName ? otherName : usualName
    }

    var formatVersion = Self.currentFormat
    /// The store's file name.
    var store: String
    /// The store's UUID.
    var storeIdentifier: String
    /// The version number of the copied store.
    var version: String
    /// The SHA-256 digest of the version's hashes, in hexadecimal.
    var versionDigest: String
    /// The name of the plan that was about to migrate the store.
    var plan: String
    /// The version number that the store was about to migrate to.
    var destination: String
    /// The date when the backup was made.
    var created: Date
    /// The store's file, followed by the files of its large values.
    var files: [StoreCopy.File]
    /// A number that increases with each new backup and doesn't depend on the clock.
    var sequence: Int

    /// The total size of the files in bytes. The largest number if the sum, or a size, isn't valid.
    var byteCount: Int64 {
        files.reduce(0) { sum, file in
            let (total, isTooMuch) = sum.addingReportingOverflow(file.bytes)
            return isTooMuch || file.bytes < 0 ? .max : total
        }
    }

    var fileName: String { Self.fileName(nextTo: store) }

    /// Returns the bytes of the manifest's file.
    func encoded() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return Array(try encoder.encode(self))
    }

    /// Reads the manifest of a backup. Returns nil if the folder has no manifest, or if the manifest is damaged or has
    /// an unknown format.
    ///
    /// - Throws: `FileError` if the manifest exists and can't be read now. This doesn't mean that the backup is
    ///   damaged.
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
            where error.describesItem
        { return nil }
        // If a store is called `manifest.json`, the file is the store and not a manifest.
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

    /// Whether the first file is the store, and all paths are inside the backup's folder. A manifest isn't trusted,
    /// because anyone may have written it.
    private var isSound: Bool {
        files.first?.path == store && !store.contains("/") && store != ".." && store != "."
            && files.dropFirst().allSatisfy { ExternalStorage.isRelativePathOfFile($0.path) }
    }

    /// Returns false if a subfolder that contains one of the backup's files is a symbolic link. The files themselves
    /// aren't checked, because a file that is a link is never read.
    ///
    /// - Throws: `FileError` if a folder can't be examined now.
    func hasNoLinks(in folder: String) throws -> Bool {
        try files.allSatisfy { file in
            var parent = file.path.parentPath
            while !parent.isEmpty {
                guard try FileKind(of: folder + "/" + parent) != .symbolicLink else { return false }
                parent = parent.parentPath
            }
            return true
        }
    }

    /// Returns whether every file of the backup still has its recorded size and checksum, and no subfolder is a
    /// symbolic link.
    ///
    /// - Throws: `FileError` if a file exists and can't be read now.
    func isIntact(in folder: String) throws -> Bool {
        try hasNoLinks(in: folder)
            && files.allSatisfy { file in
                do { return try StoreCopy.file(file.path, in: folder) == file } catch let error as FileError
                    where error.describesItem
                { return false }
            }
    }
}
