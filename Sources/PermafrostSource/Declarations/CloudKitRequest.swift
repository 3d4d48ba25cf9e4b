import PermafrostModel

/// The CloudKit setting of a store, from its configuration, container or model file.
package struct CloudKitRequest: Sendable, Hashable, Codable {
    /// A value of `cloudKitDatabase`, or the equivalent setting of a Core Data store.
    package enum Database: String, Sendable, Hashable, Codable {
        /// The target's entitlements determine whether the store syncs. This is the default.
        case automatic
        /// The store doesn't sync.
        case none
        /// The store syncs, because the code or the model file specifies it, for example with `.private(…)`.
        case explicit
        /// The value can't be read from source.
        case unknown
    }

    /// The possible settings. There are several if the setting depends on a condition at run time.
    package var databases: Set<Database>
    /// The argument for `cloudKitDatabase` as written, or `usedWithCloudKit` for a model file. Nil for a Core Data
    /// container, if the source doesn't specify a database, or if the configuration can't be read.
    package var written: String?
    /// The location of the setting. This is the configuration, the model file, or the call that creates a Core Data
    /// container. Nil if the container has no configuration, or if the configuration can't be read.
    package var location: SourceLocation?

    package init(databases: Set<Database> = [.automatic], written: String? = nil, location: SourceLocation? = nil) {
        self.databases = databases
        self.written = written
        self.location = location
    }

    /// Returns the combined setting of two alternative configurations. The location and the written argument come from
    /// the first configuration that may sync.
    func either(_ other: CloudKitRequest) -> CloudKitRequest {
        var result = databases == [.none] ? other : self
        result.databases = databases.union(other.databases)
        return result
    }

    /// The setting of a configuration that can't be read.
    package static let unknown = CloudKitRequest(databases: [.unknown])
}
