import Foundation
import SwiftData

/// A closure that runs once per migration, before the first stage or after the last one. Use a hook for work that isn't
/// part of any stage, such as rebuilding a search index.
///
/// ```swift
/// let plan = MigrationPlan(
///     PostsMigrationPlan.self,
///     postMigration: { migrated in
///         guard let container = migrated.container else { return }
///         let count = try ModelContext(container).fetchCount(FetchDescriptor<PostsSchemaV4.Post>())
///         print("\(migrated.sourceVersion) → \(migrated.destinationVersion): \(count) posts")
///     })
/// ```
///
/// > Important: Don't open the store again in a hook. The store is being migrated, and opening it through
/// > ``SafeModelContainer`` throws ``MigrationError/Cause/Busy/migrationInProgress``.
///
/// See ``MigrationSafety`` for the state of the store after a hook throws, and for when an interrupted hook runs again.
public typealias MigrationHook = @Sendable (MigrationHookContext) throws -> Void

/// The information that a ``MigrationHook`` receives: the store's URL, its old and new version, and a container. Use
/// the versions to decide which work the hook must do.
public struct MigrationHookContext: Sendable {
    /// The URL of the store's file. In a ``ProgressiveMigration``, this is the original store, not the copy.
    public let storeURL: URL
    /// The version that the store had when the migration began, identified by its version hashes.
    public let sourceVersion: Schema.Version
    /// The version that the store migrates to.
    public let destinationVersion: Schema.Version
    /// A container with the migrated store or, in a ``ProgressiveMigration``, with the migrated copy. Nil in
    /// ``MigrationPlan/preMigration``.
    public let container: ModelContainer?
}
