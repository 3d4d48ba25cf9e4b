import Foundation
import PermafrostModel
import SwiftData

/// The configurations of a container: the configuration of the store that is opened safely, and any additional ones.
package struct StoreConfigurations: Sendable {
    let storeURL: URL
    let cloudKitDatabase: ModelConfiguration.CloudKitDatabase
    /// The additional configurations. Each one has its own store, which contains the models in the configuration's
    /// schema.
    let others: [ModelConfiguration]

    package init(
        storeURL: URL, cloudKitDatabase: ModelConfiguration.CloudKitDatabase = .none, others: [ModelConfiguration] = []
    ) {
        self.storeURL = storeURL
        self.cloudKitDatabase = cloudKitDatabase
        self.others = others
    }

    /// Whether CloudKit mirrors the store or may mirror it. False only if the CloudKit database is `.none`.
    var isSynced: Bool {
        // The description is the only way to compare SwiftData's type.
        "\(cloudKitDatabase)" != "\(ModelConfiguration.CloudKitDatabase.none)"
    }

    /// Returns the container's configurations for a version, starting with the store's.
    func all(for version: any VersionedSchema.Type) -> [ModelConfiguration] {
        let elsewhere = elsewhere
        let own = version.models.filter { !elsewhere.contains(Schema.entityName(of: $0)) }
        let schema =
            elsewhere.isEmpty
            ? Schema(versionedSchema: version) : Schema(own, version: version.versionIdentifier)
        return [ModelConfiguration(schema: schema, url: storeURL, cloudKitDatabase: cloudKitDatabase)] + others
    }

    /// Returns the version hashes of the entities in the store. Leaves out the entities in additional configurations.
    func hashes(of identity: LiveVersion) -> [String: [UInt8]] {
        let elsewhere = elsewhere
        return identity.hashes.filter { !elsewhere.contains($0.key) }
    }

    /// Returns the digest of the hashes that ``hashes(of:)`` returns.
    func digest(of identity: LiveVersion) -> String { StoreFacts.digest(of: hashes(of: identity)) }

    /// Returns the framework that computes the given hashes for the version. Searches only the frameworks that
    /// interpret the version differently than this process's framework. Returns nil if none matches.
    func framework(ofStoreWith hashes: [String: [UInt8]], of identity: LiveVersion) -> FrameworkVariant.Framework? {
        let elsewhere = elsewhere
        return identity.model.frameworkVariants.first { variant in
            identity.model.model(of: variant).versionHashes.filter { !elsewhere.contains($0.key) } == hashes
        }?.framework
    }

    /// Returns whether SwiftData opens a store with the given hashes as the given version, without a migration.
    ///
    /// This package's SwiftData accepts a store that a different framework made from the same declarations. Whether
    /// Apple's SwiftData accepts it is unknown. On Apple's platforms, the store is therefore handled like a store that
    /// must be migrated, with all protections.
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
