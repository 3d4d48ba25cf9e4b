import Foundation
import SwiftData

/// Where a container keeps the objects of a version: in the store that is opened safely, and in further ones.
package struct StoreConfigurations: Sendable {
    let storeURL: URL
    let cloudKitDatabase: ModelConfiguration.CloudKitDatabase
    /// Further configurations. What their schemas name is kept there, and not in the store.
    let others: [ModelConfiguration]

    package init(
        storeURL: URL, cloudKitDatabase: ModelConfiguration.CloudKitDatabase = .none, others: [ModelConfiguration] = []
    ) {
        self.storeURL = storeURL
        self.cloudKitDatabase = cloudKitDatabase
        self.others = others
    }

    /// Whether the store is mirrored by CloudKit, or would be where there is one.
    var isSynced: Bool {
        // SwiftData's type can be compared by its text alone.
        "\(cloudKitDatabase)" != "\(ModelConfiguration.CloudKitDatabase.none)"
    }

    /// All configurations for a version, the store's own first.
    func all(for version: any VersionedSchema.Type) -> [ModelConfiguration] {
        let elsewhere = elsewhere
        let own = version.models.filter { !elsewhere.contains(Schema.entityName(of: $0)) }
        let schema =
            elsewhere.isEmpty
            ? Schema(versionedSchema: version) : Schema(own, version: version.versionIdentifier)
        return [ModelConfiguration(schema: schema, url: storeURL, cloudKitDatabase: cloudKitDatabase)] + others
    }

    /// The hashes of a version's entities that the store keeps.
    func hashes(of identity: VersionIdentity) -> [String: [UInt8]] {
        let elsewhere = elsewhere
        return identity.hashes.filter { !elsewhere.contains($0.key) }
    }

    /// Those hashes as one text.
    func digest(of identity: VersionIdentity) -> String { StoreFacts.digest(of: hashes(of: identity)) }

    private var elsewhere: Set<String> { Set(others.flatMap { $0.schema?.entities.map(\.name) ?? [] }) }
}
