/// The code that migrates the stores of a Core Data model.
package enum ModelMigration: Sendable, Hashable, Codable {
    /// Core Data migrates a store directly to the current version, with a mapping model or by inference. This is the
    /// default.
    case direct
    /// The app's code migrates a store from each version to the next one. The value is the location of that code.
    case stepwise(SourceLocation)
    /// The app's code migrates stores, or prevents Core Data from migrating them, and it isn't known which migrations
    /// run. The value is the location of that code.
    case unknown(SourceLocation)
}
