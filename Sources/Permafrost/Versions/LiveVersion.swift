import Foundation
import PermafrostModel
import PermafrostStore
import SwiftData

/// The parts of a schema version that its stores record: the version number, the version hashes, and the model.
///
/// Core Data computes the hashes and records them in each store. They are therefore read from an empty store that
/// SwiftData creates in a temporary folder. Each version is read only once, because types don't change while a process
/// runs.
///
/// - Note: On Apple's platforms, two versions of one entity in one process can interfere with each other. So when
///   ``SafeModelContainer`` opens a store, it reads versions other than the app's only if the store doesn't have the
///   app's version.
package struct LiveVersion: Sendable {
    package let version: Schema.Version
    /// The name of the version's type.
    package let name: String
    /// The version hashes of the version's entities, keyed by entity name.
    package let hashes: [String: [UInt8]]
    /// The model in the version's stores, with its version identifiers. The model doesn't contain the properties' Swift
    /// types, because a store doesn't record them; see ``PermafrostModel/SchemaModel/archived``.
    package let model: SchemaModel
    package let type: any VersionedSchema.Type

    /// The attributes whose default differs for each object, such as `UUID()`, in the form `Entity.property`. They are
    /// computed on each access and not in advance, because opening a store doesn't require them.
    package var dynamicDefaults: Set<String> { DynamicDefaults.of(type) }

    private static let known = Locked<[ObjectIdentifier: LiveVersion]>([:])

    /// Returns the recorded parts of a version, which are read from a temporary store on the first call.
    ///
    /// - Throws: SwiftData's error if it can't make a container from the types, or an error in creating or reading the
    ///   temporary store.
    package static func of(_ type: any VersionedSchema.Type) throws -> LiveVersion {
        let key = ObjectIdentifier(type)
        if let identity = known.withLock({ $0[key] }) { return identity }
        let identity = try LiveVersion(reading: type)
        known.withLock { $0[key] = identity }
        return identity
    }

    private init(reading type: any VersionedSchema.Type) throws {
        #if os(Linux)
            // Use memory to avoid waiting for the disk, because an app reads a version at each launch. If memory has no
            // space or isn't writable, use the temporary folder.
            let memory = URL(fileURLWithPath: "/dev/shm")
            if let identity = try? LiveVersion(reading: type, below: memory) {
                self = identity
                return
            }
        #endif
        self = try LiveVersion(reading: type, below: TemporaryFolder.parent)
    }

    private init(reading type: any VersionedSchema.Type, below parent: URL) throws {
        let folder = try TemporaryFolder(for: "version", in: parent)
        defer { withExtendedLifetime(folder) {} }
        let url = folder.url.appendingPathComponent("version.store")
        let schema = Schema(versionedSchema: type)
        // Close the store before reading it. A closed store is read in place; an open one would be copied first.
        _ = try ModelContainer(
            for: schema, configurations: ModelConfiguration(schema: schema, url: url, cloudKitDatabase: .none))
        let reader = try StoreReader(path: url.path)
        version = type.versionIdentifier
        name = "\(type)"
        let metadata = try reader.metadata()
        hashes = metadata.versionHashes
        var model = try reader.model()
        model.versionIdentifiers = metadata.versionIdentifiers
        model.frameworkVariants = model.variantsOfStore
        self.model = model
        self.type = type
    }
}
