import Dispatch
import Foundation
import Permafrost
import PermafrostModel
import PermafrostStore
import SwiftData

/// Migrates a copy of a fixture's store to a version of a plan, and returns the container. The migration doesn't block
/// the caller's thread. Use this function in an `async` test that needs only the migrated data. To compare the data
/// before and after, use ``migrate(_:to:plan:)-(_,_,MigrationPlan)``.
///
/// ```swift
/// let store = try fixture(schema: PostsSchemaV1.self) { context in
///     context.insert(PostsSchemaV1.Post(title: "Hello", body: "World"))
/// }
/// let container = try await migrate(store: store, to: PostsSchemaV4.self, plan: PostsMigrationPlan.plan)
/// let posts = try ModelContext(container).fetch(FetchDescriptor<PostsSchemaV4.Post>())
/// ```
///
/// The migrated copy exists at least as long as the container.
///
/// - Parameters:
///   - store: the store to migrate. A copy is migrated.
///   - version: the version to migrate to.
///   - plan: the plan. It must list the version. Its hooks don't run.
/// - Returns: a container with the migrated copy.
/// - Throws: ``MigrationTestError`` if the plan doesn't list the version, or if the migration fails; another error if
///   the store can't be copied.
public func migrate(
    store: Fixture, to version: any VersionedSchema.Type, plan: MigrationPlan
) async throws -> ModelContainer {
    try await MigratedContainers.container { try migrate(store, to: version, plan: plan) }
}

/// Migrates a copy of a fixture's store to a version of the app's plan, and returns the container. See the function
/// that accepts a `MigrationPlan` for details.
public func migrate(
    store: Fixture, to version: any VersionedSchema.Type, plan: any SchemaMigrationPlan.Type
) async throws -> ModelContainer {
    try await MigratedContainers.container { try migrate(store, through: [version], plan: plan) }
}

/// Migrates a copy of a fixture's store through all stages of a plan up to a version, and returns the container. The
/// same as the function with a `to:` argument.
public func migrate(
    store: Fixture, through version: any VersionedSchema.Type, plan: MigrationPlan
) async throws -> ModelContainer {
    try await migrate(store: store, to: version, plan: plan)
}

/// Migrates a copy of a fixture's store through all stages of the app's plan up to a version, and returns the
/// container. The same as the function with a `to:` argument.
public func migrate(
    store: Fixture, through version: any VersionedSchema.Type, plan: any SchemaMigrationPlan.Type
) async throws -> ModelContainer {
    try await migrate(store: store, to: version, plan: plan)
}

/// A registry that keeps each migrated store's folder at least as long as the store's container exists, so that a test
/// doesn't need to keep the ``Migration``.
enum MigratedContainers {
    private struct Entry {
        weak var container: ModelContainer?
        let migration: Migration.Stores
    }

    private static let entries = Locked<[Entry]>([])
    /// A value that is always true. Reading it the first time registers a function that deletes the remaining folders
    /// at the end of the process.
    private static let removesAtExit: Bool = {
        atexit { MigratedContainers.entries.withLock { $0 = [] } }
        return true
    }()

    /// Runs a migration on another thread and returns its container. Keeps the store at least as long as the container
    /// exists.
    static func container(_ migrate: @escaping @Sendable () throws -> Migration) async throws -> ModelContainer {
        let migration = try await onOtherThread(migrate)
        keep(migration)
        return migration.container
    }

    /// Runs a function on another thread, so that the caller's thread isn't blocked.
    static func onOtherThread<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global(qos: .userInitiated).async { continuation.resume(with: .init(catching: body)) }
        }
    }

    private static func keep(_ migration: Migration) {
        _ = removesAtExit
        entries.withLock { entries in
            entries.removeAll { $0.container == nil }
            entries.append(Entry(container: migration.container, migration: migration.stores))
        }
    }
}
