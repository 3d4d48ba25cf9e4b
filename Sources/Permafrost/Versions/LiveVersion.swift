import Foundation
import PermafrostModel
import PermafrostStore
import SwiftData

/// What a store of a version carries: its number, its hashes and its model.
///
/// Hashes are Core Data's, so they are asked of a store: an empty one of the version is made in a temporary folder and read,
/// on every platform, by SwiftData's public API alone. Types do not change while a process runs, so each version is asked
/// once.
///
/// - Note: On Apple's platforms two versions of one entity in one process can disturb each other: versions other than the
///   one that the app opens are asked only where a store is not of that one.
package struct LiveVersion: Sendable {
    /// The version's number.
    package let version: Schema.Version
    /// The name of its type.
    package let name: String
    /// The version hashes of its entities.
    package let hashes: [String: [UInt8]]
    /// The model that its stores carry, with their version identifiers. An archive names no Swift types behind the storage;
    /// see ``PermafrostModel/SchemaModel/archived``.
    package let model: SchemaModel
    /// Its type.
    package let type: any VersionedSchema.Type

    /// The attributes whose declared default differs each time it is made, such as `UUID()`: `Entity.property`. They are
    /// found out each time they are asked for, since an app that opens its store has no need of them.
    package var dynamicDefaults: Set<String> { DynamicDefaults.of(type) }

    private static let known = Locked<[ObjectIdentifier: LiveVersion]>([:])

    /// The identity of a version.
    ///
    /// - Throws: SwiftData's error if no container can be made of the types.
    package static func of(_ type: any VersionedSchema.Type) throws -> LiveVersion {
        let key = ObjectIdentifier(type)
        if let identity = known.withLock({ $0[key] }) { return identity }
        let identity = try LiveVersion(reading: type)
        known.withLock { $0[key] = identity }
        return identity
    }

    private init(reading type: any VersionedSchema.Type) throws {
        #if os(Linux)
            // In memory nothing waits for a disk: an app asks for a version each time it starts. Where that does not work,
            // for lack of space or of rights, the temporary folder does.
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
