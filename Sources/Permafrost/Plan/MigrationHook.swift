import Foundation
import SwiftData

/// What a plan runs before its first and after its last stage.
public typealias MigrationHook = @Sendable (MigrationHookContext) throws -> Void

/// What a ``MigrationHook`` is told: the store, the version it is of, and the one it is brought to.
public struct MigrationHookContext: Sendable {
    /// The store's file.
    public let storeURL: URL
    /// The version that the store was of when the migration began, by its hashes.
    public let source: Schema.Version
    /// The version that the store is brought to.
    public let destination: Schema.Version
    /// The migrated store; nil before the migration.
    public let container: ModelContainer?
}
