import Foundation
import PermafrostFixtures
import PermafrostSource

/// The fixtures that earlier runs read, keyed by the checksums of their files. If a fixture's bytes haven't changed, it
/// doesn't need to be decoded again.
package struct KnownFixtures: Sendable, Codable {
    private(set) var entries: [String: FrozenVersion.Summary] = [:]

    package init() {}

    /// Reads the fixtures from a cache. The value is empty if the cache doesn't contain them or can't be read.
    package init(kept cache: CacheFolder, as name: String) {
        if let bytes = cache.read(name), let known = try? JSONDecoder().decode(KnownFixtures.self, from: bytes) {
            self = known
        }
    }

    /// Writes the fixtures to a cache, unless the cache already contains them.
    package func keep(in cache: CacheFolder, as name: String) {
        guard KnownFixtures(kept: cache, as: name).entries != entries, let bytes = try? JSONEncoder().encode(self)
        else {
            return
        }
        cache.keep(bytes, as: name)
    }

    /// Returns the summary that an earlier run recorded for files with the same checksums, or nil if there is none.
    func summary(of files: FrozenFiles) -> FrozenVersion.Summary? { Self.key(files).flatMap { entries[$0] } }

    mutating func remember(_ summary: FrozenVersion.Summary, for files: FrozenFiles) {
        if let key = Self.key(files) { entries[key] = summary }
    }

    /// Returns the key of a fixture, which consists of its version and the checksums of its files. Returns nil if a
    /// checksum is missing.
    private static func key(_ files: FrozenFiles) -> String? {
        let names = files.folder.files.checked
        let checksums = names.compactMap { files.checksums[$0] }
        guard checksums.count == names.count else { return nil }
        return ([files.folder.version.description] + checksums).joined(separator: " ")
    }
}
