import PermafrostModel

/// The declaration of a Core Data store with a CloudKit setting: `usedWithCloudKit` in a model file, or code that
/// creates an `NSPersistentCloudKitContainer`.
package struct CoreDataStoreDeclaration: Sendable, Hashable, Codable {
    /// The name of the model's bundle, or nil if it isn't known.
    package var model: String?
    /// The ``DeclaredVersion/name`` of the version whose file has the setting. Nil for an
    /// `NSPersistentCloudKitContainer`, because the container uses the model's current version.
    package var schema: String?
    /// The model's configurations whose entities the store contains. Empty for all entities.
    package var configurations: [String]
    package var request: CloudKitRequest
    package var location: SourceLocation
    /// The entitlements of the targets that can open the store.
    package var entitlements = Entitlements()

    package init(
        model: String?, schema: String? = nil, configurations: [String],
        request: CloudKitRequest, location: SourceLocation
    ) {
        self.model = model
        self.schema = schema
        self.configurations = configurations
        self.request = request
        self.location = location
    }
}

/// The file of a Core Data store that code loads.
package struct CoreDataPlace: Sendable, Hashable, Codable {
    /// The folder and the file's name, such as `Application Support/App.sqlite`.
    package var path: String
    package var location: SourceLocation
}
