import Foundation
import SwiftData

/// The folder that the steps of a probe share. They don't write outside it.
struct ProbeFolder: Sendable {
    static let storeName = "Store"

    let url: URL

    /// Returns the file of a store.
    func file(_ name: String = storeName) -> URL {
        url.appendingPathComponent(name + ".sqlite")
    }

    /// Returns a configuration without CloudKit.
    func configuration(_ name: String = storeName, schema: Schema? = nil) -> ModelConfiguration {
        ModelConfiguration(name, schema: schema, url: file(name), allowsSave: true, cloudKitDatabase: .none)
    }

    /// Opens a store as a version, with a plan or with inference only.
    func container(
        _ version: any VersionedSchema.Type, plan: (any SchemaMigrationPlan.Type)? = nil, store: String = storeName
    ) throws -> ModelContainer {
        let schema = Schema(versionedSchema: version)
        return try ModelContainer(
            for: schema, migrationPlan: plan, configurations: [configuration(store, schema: schema)])
    }

    /// Creates a store of a version, fills it, and saves any remaining changes.
    func make(
        _ version: any VersionedSchema.Type, store: String = storeName, fill: (ModelContext) throws -> Void = { _ in }
    ) throws {
        let context = ModelContext(try container(version, store: store))
        try fill(context)
        try context.save()
    }

    /// Opens a store as a version and reads facts from it.
    func open(
        _ version: any VersionedSchema.Type, plan: (any SchemaMigrationPlan.Type)? = nil, store: String = storeName,
        read: (ModelContext) throws -> [Fact] = { _ in [] }
    ) throws -> [Fact] {
        try read(ModelContext(try container(version, plan: plan, store: store)))
    }

    /// Returns the names of the files that contain a store's large values, sorted.
    func externalFiles() throws -> [String] {
        guard FileManager.default.fileExists(atPath: externalFolder.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: externalFolder.path).sorted()
    }

    /// Returns the URL of a file with a large value.
    func externalFile(_ name: String) -> URL { externalFolder.appendingPathComponent(name) }

    private var externalFolder: URL { url.appendingPathComponent(".\(Self.storeName)_SUPPORT/_EXTERNAL_DATA") }
}
