import Foundation
import SwiftData

/// Code that a plan runs before its first or after its last stage.
public typealias MigrationHook = @Sendable (MigrationHookContext) throws -> Void

/// The argument of a ``MigrationHook``: the store, its version, and the version it is brought to.
public struct MigrationHookContext: Sendable {
    /// The store's file.
    public let storeURL: URL
    /// The version that the store was of when the migration began, by its hashes.
    public let source: Schema.Version
    /// The version that the store is brought to.
    public let destination: Schema.Version
    /// The same as ``source``.
    public var sourceVersion: Schema.Version { source }
    /// The same as ``destination``.
    public var destinationVersion: Schema.Version { destination }
    /// The migrated store; nil before the migration.
    public let container: ModelContainer?
}
