import Foundation
import PermafrostSource
import PermafrostStore

/// What earlier checks learned of fixtures, by the checksums of their files: whose they are and which model they froze.
/// A fixture with the same bytes need not be decoded again.
package struct KnownFixtures: Sendable, Codable {
    /// What an intact fixture holds.
    package struct Entry: Sendable, Hashable, Codable {
        /// The fixture's group.
        package var group: String
        /// The type that declared it.
        package var schema: String
        /// The checksum of its model.
        package var modelChecksum: String
    }

    private(set) var entries: [String: Entry] = [:]

    package init() {}

    /// What a cache kept; nothing if it kept nothing that can be read.
    package init(kept cache: CacheFolder, as name: String) {
        if let bytes = cache.read(name), let known = try? JSONDecoder().decode(KnownFixtures.self, from: bytes) {
            self = known
        }
    }

    /// Keeps it, unless the cache has it already.
    package func keep(in cache: CacheFolder, as name: String) {
        guard KnownFixtures(kept: cache, as: name).entries != entries, let bytes = try? JSONEncoder().encode(self)
        else {
            return
        }
        cache.keep(bytes, as: name)
    }

    /// What is known of a fixture; nothing of one that is damaged.
    func entry(for inspection: FixtureInspection) -> Entry? {
        guard inspection.damage.isEmpty, let key = Self.key(inspection) else { return nil }
        return entries[key]
    }

    mutating func remember(_ entry: Entry, for inspection: FixtureInspection) {
        if let key = Self.key(inspection) { entries[key] = entry }
    }

    /// The version and the checksums of all files: nothing else of a fixture is read.
    private static func key(_ inspection: FixtureInspection) -> String? {
        let files = inspection.fixture.files
        let checksums = files.checked.compactMap { inspection.checksums[$0] }
        guard checksums.count == files.checked.count else { return nil }
        return ([inspection.fixture.version.description] + checksums).joined(separator: " ")
    }
}

extension KnownFixtures.Entry {
    /// The content of an intact fixture of one model; nil for another fixture.
    init?(_ frozen: FrozenVersion) {
        guard frozen.damage.isEmpty, !frozen.isOfStore, frozen.variants.isEmpty,
            let group = frozen.group, let schema = frozen.schema, let model = frozen.model
        else { return nil }
        self.init(group: group, schema: schema, modelChecksum: model.checksum)
    }

    /// The same if its model is just the declared one.
    init?(_ frozen: FrozenVersion, equalTo declared: DeclaredSchema) {
        self.init(frozen)
        guard declared.variants.isEmpty, modelChecksum == declared.model?.checksum else { return nil }
    }
}
