import Foundation
import PermafrostTestSupport
import Testing

/// The real stores of Core Data, which live outside the project.
enum Conformance {
    /// Tests over real stores run where these are.
    static let isPresent: ConditionTrait = .enabled(Comment(rawValue: Evidence.stores.reason)) {
        try Evidence.stores.isUsable()
    }

    /// The names of Core Data's stores.
    static let stores = RealStores.names("coredata-")

    static func path(_ store: String) -> String { RealStores.url(store).path }

    /// The version hashes that Apple's framework computed, and their digest, as an independent reader found them.
    static func expected(_ store: String) throws -> Expected {
        try JSONDecoder().decode(Expected.self, from: RealStores.expected(store))
    }

    struct Expected: Decodable {
        let versionHashes: [String: String]
        let digest: String?
        let checksum: String?
    }
}
