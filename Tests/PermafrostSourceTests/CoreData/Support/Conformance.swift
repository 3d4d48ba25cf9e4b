import Foundation
import PermafrostTestSupport
import Testing

/// The real Core Data stores, which are outside the project.
enum Conformance {
    /// A condition that runs tests only if the real stores are present.
    static let isPresent: ConditionTrait = .enabled(Comment(rawValue: Evidence.stores.reason)) {
        try Evidence.stores.isUsable()
    }

    /// The names of the real stores that Core Data wrote.
    static let stores = RealStores.names("coredata-")

    static func path(_ store: String) -> String { RealStores.url(store).path }

    /// Returns the version hashes that Apple's framework computed, and their digest, as found by an independent reader.
    static func expected(_ store: String) throws -> Expected {
        try JSONDecoder().decode(Expected.self, from: RealStores.expected(store))
    }

    struct Expected: Decodable {
        let versionHashes: [String: String]
        let digest: String?
        let checksum: String?
    }
}
