import Foundation
import SwiftData

/// The folder that the steps of one probe share. Nothing is written outside of it.
struct ProbeFolder: Sendable {
    static let storeName = "Store"

    let url: URL

    /// The file of a store.
    func file(_ name: String = storeName) -> URL {
        url.appendingPathComponent(name + ".sqlite")
    }

    /// A configuration without CloudKit.
    func configuration(_ name: String = storeName, schema: Schema? = nil) -> ModelConfiguration {
        ModelConfiguration(name, schema: schema, url: file(name), allowsSave: true, cloudKitDatabase: .none)
    }

    /// Opens a store as a version, with a plan or by inference alone.
    func container(
        _ version: any VersionedSchema.Type, plan: (any SchemaMigrationPlan.Type)? = nil, store: String = storeName
    ) throws -> ModelContainer {
        let schema = Schema(versionedSchema: version)
        return try ModelContainer(
            for: schema, migrationPlan: plan, configurations: [configuration(store, schema: schema)])
    }

    /// Makes a store of a version and fills it. What the closure leaves unsaved is saved.
    func make(
        _ version: any VersionedSchema.Type, store: String = storeName, fill: (ModelContext) throws -> Void = { _ in }
    ) throws {
        let context = ModelContext(try container(version, store: store))
        try fill(context)
        try context.save()
    }

    /// Opens a store as a version and looks into it.
    func open(
        _ version: any VersionedSchema.Type, plan: (any SchemaMigrationPlan.Type)? = nil, store: String = storeName,
        read: (ModelContext) throws -> [Fact] = { _ in [] }
    ) throws -> [Fact] {
        try read(ModelContext(try container(version, plan: plan, store: store)))
    }

    /// The names of the files in which a store keeps large values, sorted.
    func externalFiles() throws -> [String] {
        guard FileManager.default.fileExists(atPath: externalFolder.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: externalFolder.path).sorted()
    }

    /// One of these files.
    func externalFile(_ name: String) -> URL { externalFolder.appendingPathComponent(name) }

    private var externalFolder: URL { url.appendingPathComponent(".\(Self.storeName)_SUPPORT/_EXTERNAL_DATA") }
}
