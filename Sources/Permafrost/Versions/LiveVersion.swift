import Foundation
import PermafrostModel
import PermafrostStore
import SwiftData

/// The identity of a version, as its stores carry it: its number, its hashes and its model.
///
/// Core Data computes the hashes, so they are read from a store. An empty store of the version is created in a
/// temporary folder and read, on every platform, only with SwiftData's public API. Types don't change while a process
/// runs, so each version is read once.
///
/// - Note: On Apple's platforms two versions of one entity in one process can disturb each other. So versions other
///   than the app's are read only if a store doesn't have the app's version.
package struct LiveVersion: Sendable {
    /// The version's number.
    package let version: Schema.Version
    /// The name of the version's type.
    package let name: String
    /// The version hashes of the version's entities.
    package let hashes: [String: [UInt8]]
    /// The model that the version's stores carry, with their version identifiers. An archive doesn't name the Swift
    /// types behind the storage; see ``PermafrostModel/SchemaModel/archived``.
    package let model: SchemaModel
    /// The version's type.
    package let type: any VersionedSchema.Type

    /// The attributes whose declared default differs each time, such as `UUID()`, as `Entity.property`. They are
    /// computed on each access, because an app that opens its store doesn't need them.
    package var dynamicDefaults: Set<String> { DynamicDefaults.of(type) }

    private static let known = Locked<[ObjectIdentifier: LiveVersion]>([:])

    /// Returns the identity of a version.
    ///
    /// - Throws: SwiftData's error if it can't make a container from the types.
    package static func of(_ type: any VersionedSchema.Type) throws -> LiveVersion {
        let key = ObjectIdentifier(type)
        if let identity = known.withLock({ $0[key] }) { return identity }
        let identity = try LiveVersion(reading: type)
        known.withLock { $0[key] = identity }
        return identity
    }

    private init(reading type: any VersionedSchema.Type) throws {
        #if os(Linux)
            // In memory, nothing waits for a disk, and an app reads a version each time it starts. If there isn't
            // enough space or permission, the temporary folder works.
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
        // A store that is closed is read in place; one that is open is copied first.
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
