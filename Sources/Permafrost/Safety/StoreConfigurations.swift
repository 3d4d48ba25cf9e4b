import Foundation
import PermafrostModel
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
    func hashes(of identity: LiveVersion) -> [String: [UInt8]] {
        let elsewhere = elsewhere
        return identity.hashes.filter { !elsewhere.contains($0.key) }
    }

    /// Those hashes as one text.
    func digest(of identity: LiveVersion) -> String { StoreFacts.digest(of: hashes(of: identity)) }

    /// The frameworks that made a store of the version with these hashes, if they are others than the one of this process.
    func framework(ofStoreWith hashes: [String: [UInt8]], of identity: LiveVersion) -> FrameworkVariant.Framework? {
        let elsewhere = elsewhere
        return identity.model.frameworkVariants.first { variant in
            identity.model.model(of: variant).versionHashes.filter { !elsewhere.contains($0.key) } == hashes
        }?.framework
    }

    /// Whether SwiftData opens a store with these hashes as the version, with nothing to be done.
    ///
    /// The SwiftData of this package takes what another framework made of the same declarations as it is. What Apple's does
    /// with such a store is not known, so that it opens as one that is to be migrated, with all that keeps it safe.
    func isCurrent(_ hashes: [String: [UInt8]], for identity: LiveVersion) -> Bool {
        if hashes == self.hashes(of: identity) { return true }
        #if os(Linux)
            return framework(ofStoreWith: hashes, of: identity) != nil
        #else
            return false
        #endif
    }

    private var elsewhere: Set<String> { Set(others.flatMap { $0.schema?.entities.map(\.name) ?? [] }) }
}
