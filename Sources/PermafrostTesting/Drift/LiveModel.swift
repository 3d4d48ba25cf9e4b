import Foundation
import Permafrost
import PermafrostModel
import PermafrostStore
import SwiftData

/// The model of live types, as the store of a container carries it: on every platform, by SwiftData's public API alone.
///
/// An archive names no Swift types behind the storage; see ``PermafrostModel/SchemaModel/archived``.
struct LiveModel {
    /// The model in the store's model cache, with the store's version identifiers.
    let model: SchemaModel
    /// The store's version hashes.
    let versionHashes: [String: [UInt8]]
    /// The attributes whose declared default differs each time it is made, such as `UUID()`: `Entity.property`.
    let dynamicDefaults: Set<String>

    /// Makes an empty store of a version in a temporary folder and reads it.
    ///
    /// - Throws: SwiftData's error where no container can be made of the types, `StoreError` where its store has no model.
    init(of version: any VersionedSchema.Type) throws {
        let folder = try TemporaryFolder(for: "testing")
        let url = folder.url.appendingPathComponent("live.store")
        let schema = Schema(versionedSchema: version)
        let container = try ModelContainer(
            for: schema,
            configurations: ModelConfiguration(schema: schema, url: url, cloudKitDatabase: .none))
        let reader = try StoreReader(path: url.path)
        var model = try reader.model()
        let metadata = try reader.metadata()
        model.versionIdentifiers = metadata.versionIdentifiers
        versionHashes = metadata.versionHashes
        self.model = model
        dynamicDefaults = DynamicDefaults.of(version)
        withExtendedLifetime((container, folder)) {}
    }
}
