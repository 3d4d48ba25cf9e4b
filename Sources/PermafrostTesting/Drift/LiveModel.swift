import Foundation
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
        let folder = try TemporaryFolder()
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
        dynamicDefaults = Self.dynamicDefaults(of: version)
        withExtendedLifetime((container, folder)) {}
    }

    /// Makes each default twice and compares.
    static func dynamicDefaults(of version: any VersionedSchema.Type) -> Set<String> {
        let first = texts(of: Schema(versionedSchema: version))
        let second = texts(of: Schema(versionedSchema: version))
        return Set(first.filter { second[$0.key] != $0.value }.keys)
    }

    private static func texts(of schema: Schema) -> [String: String] {
        var texts: [String: String] = [:]
        for entity in schema.entities {
            for attribute in entity.attributes {
                guard let value = attribute.defaultValue else { continue }
                // A date's own description stops at seconds.
                let text = (value as? Date).map { "\($0.timeIntervalSinceReferenceDate)" } ?? String(reflecting: value)
                texts["\(entity.name).\(attribute.name)"] = text
            }
        }
        return texts
    }
}
