import Foundation
import PermafrostModel
import SwiftData

/// The configurations of a container: the one of the store that is opened safely, and further ones.
package struct StoreConfigurations: Sendable {
    let storeURL: URL
    let cloudKitDatabase: ModelConfiguration.CloudKitDatabase
    /// Further configurations. They keep the models in their schemas, which the store then doesn't.
    let others: [ModelConfiguration]

    package init(
        storeURL: URL, cloudKitDatabase: ModelConfiguration.CloudKitDatabase = .none, others: [ModelConfiguration] = []
    ) {
        self.storeURL = storeURL
        self.cloudKitDatabase = cloudKitDatabase
        self.others = others
    }

    /// Whether CloudKit mirrors the store, or would on a platform with CloudKit.
    var isSynced: Bool {
        // SwiftData's type can be compared only by its text.
        "\(cloudKitDatabase)" != "\(ModelConfiguration.CloudKitDatabase.none)"
    }

    /// Returns all configurations for a version, the store's own first.
    func all(for version: any VersionedSchema.Type) -> [ModelConfiguration] {
        let elsewhere = elsewhere
        let own = version.models.filter { !elsewhere.contains(Schema.entityName(of: $0)) }
        let schema =
            elsewhere.isEmpty
            ? Schema(versionedSchema: version) : Schema(own, version: version.versionIdentifier)
        return [ModelConfiguration(schema: schema, url: storeURL, cloudKitDatabase: cloudKitDatabase)] + others
    }

    /// Returns the hashes of the version's entities that the store keeps.
    func hashes(of identity: LiveVersion) -> [String: [UInt8]] {
        let elsewhere = elsewhere
        return identity.hashes.filter { !elsewhere.contains($0.key) }
    }

    /// Returns these hashes as one text.
    func digest(of identity: LiveVersion) -> String { StoreFacts.digest(of: hashes(of: identity)) }

    /// Returns the frameworks that made a store of the version with these hashes, if they differ from the framework of
    /// this process.
    func framework(ofStoreWith hashes: [String: [UInt8]], of identity: LiveVersion) -> FrameworkVariant.Framework? {
        let elsewhere = elsewhere
        return identity.model.frameworkVariants.first { variant in
            identity.model.model(of: variant).versionHashes.filter { !elsewhere.contains($0.key) } == hashes
        }?.framework
    }

    /// Returns whether SwiftData opens a store with these hashes as the version without any work.
    ///
    /// The SwiftData of this package accepts a store that another framework made from the same declarations. It isn't
    /// known what Apple's SwiftData does with such a store, so it is opened as a store that must be migrated, with all
    /// protections.
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
