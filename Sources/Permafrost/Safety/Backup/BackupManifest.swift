import Foundation
import PermafrostFiles
import PermafrostFixtures
import PermafrostStore

/// What a backup is a copy of, as `manifest.json` in its folder says.
struct BackupManifest: Codable, Sendable, Hashable {
    static let fileName = "manifest.json"
    static let currentFormat = 1

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
    var files: [StoreCopying.File]

    /// The manifest as a file.
    func encoded() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        return Array(try encoder.encode(self))
    }

    /// Reads the manifest of a backup; nil where the folder holds none, or one of a format that is not known.
    init?(folder: String) {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        guard let bytes = try? FileAccess.read(folder + "/" + Self.fileName, limit: 64 << 20),
            let manifest = try? decoder.decode(BackupManifest.self, from: Data(bytes)),
            manifest.formatVersion == Self.currentFormat, manifest.isSound
        else { return nil }
        self = manifest
    }

    init(
        store: String, storeIdentifier: String, version: String, versionDigest: String, plan: String,
        destination: String, created: Date, files: [StoreCopying.File]
    ) {
        self.store = store
        self.storeIdentifier = storeIdentifier
        self.version = version
        self.versionDigest = versionDigest
        self.plan = plan
        self.destination = destination
        self.created = created
        self.files = files
    }

    /// No path leads out of the backup, whoever wrote the manifest.
    private var isSound: Bool {
        files.first?.path == store && !store.contains("/") && store != ".." && store != "."
            && files.dropFirst().allSatisfy { ExternalStorage.isRelativePathOfFile($0.path) }
    }

    /// Whether every file of the backup is what it was.
    func isIntact(in folder: String) -> Bool {
        files.allSatisfy { file in (try? StoreCopying.file(file.path, in: folder)) == file }
    }
}
