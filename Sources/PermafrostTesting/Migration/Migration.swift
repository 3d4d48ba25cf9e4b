import Foundation
import Permafrost
import PermafrostStore
import SwiftData

/// A completed migration of a store's copy: the container, the store before and after, and the duration. Use it to
/// check the migrated data with SwiftData, or pass it to an assertion.
///
/// ```swift
/// let migration = try migrate(Fixture("1.0.0"), to: PostsSchemaV4.self, plan: PostsMigrationPlan.self)
/// let posts = try ModelContext(migration.container).fetch(FetchDescriptor<PostsSchemaV4.Post>())
/// ```
///
/// > Important: The stores are deleted when the last copy of the value and the ``container`` are released.
public struct Migration: Sendable {
    /// A container with the migrated store.
    public let container: ModelContainer
    /// The store before the migration. It is a copy that stays unchanged.
    public let before: MigratedStore
    /// The store after the migration.
    public let after: MigratedStore
    /// The total time to open the store with each version of the migration in turn.
    public let duration: Duration
    /// The versions that the store was opened with, one after the other.
    let versions: [any VersionedSchema.Type]
    /// The plan; nil if SwiftData migrated without one.
    let plan: MigrationPlan?
    /// The version that the store was migrated to.
    let last: any VersionedSchema.Type
    /// The copies of the store before and after the migration.
    let rehearsal: StoreRehearsal

    /// The copies of the store, without the container.
    var stores: Stores { Stores(rehearsal: rehearsal) }

    /// Copies of a migration's store from before and after the migration, without the container. Their folder is
    /// deleted when the last ``Migration`` or `Stores` that refers to it is released.
    struct Stores: Sendable {
        fileprivate let rehearsal: StoreRehearsal
    }

    /// The versions of the migration, such as `1.0.0 → 3.0.0`.
    public var description: String { "\(before.version) → \(after.version)" }

    init(
        container: ModelContainer, _ rehearsal: StoreRehearsal, from version: String, duration: Duration,
        through versions: [any VersionedSchema.Type], to last: any VersionedSchema.Type,
        plan: MigrationPlan?
    ) {
        self.container = container
        self.rehearsal = rehearsal
        before = MigratedStore(url: rehearsal.before, version: version)
        after = MigratedStore(url: rehearsal.after, version: last.versionIdentifier.description)
        self.duration = duration
        self.versions = versions
        self.last = last
        self.plan = plan
    }
}

/// Migrates a copy of a fixture's store to a version of a plan, as an app with that version migrates a user's store.
///
/// ```swift
/// let migration = try migrate(Fixture("1.0.0"), to: PostsSchemaV4.self, plan: PostsMigrationPlan.self)
/// ```
///
/// The fixture itself doesn't change. If the version isn't the plan's last one, only the part of the plan that ends
/// with it is used. The plan's hooks don't run. Without a plan, SwiftData must infer the complete migration.
///
/// > Note: On Apple's platforms, two versions of one entity in one process can interfere with each other, and opening a
/// > store can't be repeated after a failure. Run migration tests one by one there (`--no-parallel`, or a serialized
/// > suite). ``MigrationMatrix`` runs each migration in a separate process.
///
/// - Parameters:
///   - fixture: the store to migrate. A copy is migrated.
///   - version: the version to migrate to.
///   - plan: the app's plan, which must list the version; nil to migrate without one.
/// - Returns: the migration, with the store before and after.
/// - Throws: ``MigrationTestError`` if the plan doesn't list the version, or if the migration fails; another error if
///   the fixture's store can't be copied.
public func migrate(
    _ fixture: Fixture, to version: any VersionedSchema.Type, plan: (any SchemaMigrationPlan.Type)? = nil
) throws -> Migration {
    try migrate(fixture, through: [version], plan: plan)
}

/// Migrates a copy of a fixture's store to a version of a `MigrationPlan`. In all other respects, this function works
/// like the one that accepts the app's plan type.
///
/// ```swift
/// let migration = try migrate(Fixture("1.0.0"), to: PostsSchemaV4.self, plan: PostsMigrationPlan.plan)
/// ```
public func migrate(_ fixture: Fixture, to version: any VersionedSchema.Type, plan: MigrationPlan) throws -> Migration {
    try CopyMigration(fixture: fixture, versions: [version], plan: plan).run()
}

/// Migrates a copy of a fixture's store to several versions in turn, like the store of a user who installs one release
/// after the other.
///
/// ```swift
/// let migration = try migrate(
///     Fixture("1.0.0"), through: [PostsSchemaV2.self, PostsSchemaV4.self], plan: PostsMigrationPlan.self)
/// ```
///
/// - Parameters:
///   - fixture: the store to migrate. A copy is migrated.
///   - versions: the versions, in order. The store is opened with each version in turn, and closed before the next.
///   - plan: the app's plan; nil to migrate without one.
/// - Returns: the migration, with the store before the first and after the last version.
/// - Throws: ``MigrationTestError`` if the plan doesn't list a version, if the list is empty, or if a migration fails.
///   Another error if the fixture's store can't be copied.
public func migrate(
    _ fixture: Fixture, through versions: [any VersionedSchema.Type], plan: (any SchemaMigrationPlan.Type)? = nil
) throws -> Migration {
    try CopyMigration(fixture: fixture, versions: versions, plan: plan.map { MigrationPlan($0) }).run()
}

/// A migration of a copy of a fixture's store to several versions in turn.
private struct CopyMigration {
    let fixture: Fixture
    let versions: [any VersionedSchema.Type]
    let plan: MigrationPlan?

    /// Copies the fixture's store, and opens the copy with each version in turn.
    func run() throws -> Migration {
        guard let last = versions.last else { throw MigrationTestError.noVersions }
        for version in versions {
            guard let plan, !plan.schemas.contains(where: { $0 == version }) else { continue }
            throw MigrationTestError.versionNotInPlan(
                version: "\(version)", plan: plan.title, listed: plan.schemas.map { "\($0)" })
        }
        let rehearsal = try StoreRehearsal(of: fixture.url)
        let (outcome, duration) = rehearsal.migrate { copy in
            for version in versions.dropLast() { _ = try opened(copy, as: version) }
            return try opened(copy, as: last)
        }
        let container = try outcome.get()
        // Move the contents of the `-wal` into the store, so that readers don't need to copy it. If this fails, they can
        // still read the `-wal`.
        try? SQLiteConnection(path: rehearsal.after.path, mode: .create).execute("PRAGMA wal_checkpoint(TRUNCATE)")
        let migration = Migration(
            container: container, rehearsal, from: fixture.version, duration: duration, through: versions, to: last,
            plan: plan)
        MigratedStores.keep(migration)
        return migration
    }

    private func opened(_ store: URL, as version: any VersionedSchema.Type) throws -> ModelContainer {
        do {
            guard let plan else {
                let schema = Schema(versionedSchema: version)
                return try ModelContainer(
                    for: schema,
                    configurations: ModelConfiguration(schema: schema, url: store, cloudKitDatabase: .none))
            }
            return try plan.open(store, as: version) { [position = MigrationPosition.current] in position?.record($0) }
        } catch {
            throw MigrationTestError.failed(from: fixture.version, to: "\(version)", reason: ErrorText(error).text)
        }
    }
}

/// An error that is thrown if a migration can't start or fails. A test can rethrow it, because its description contains
/// the problem and, if it is known, the fix.
public enum MigrationTestError: Error, Sendable, Hashable {
    /// The plan doesn't list the version. `listed` contains the versions that it lists.
    case versionNotInPlan(version: String, plan: String, listed: [String])
    /// The list of versions to migrate through is empty.
    case noVersions
    /// SwiftData couldn't open or migrate the store. The reason contains SwiftData's error, and Core Data's underlying
    /// error.
    case failed(from: String, to: String, reason: String)
}

extension MigrationTestError: WordedError {
    /// A description of the problem and, if it is known, the fix.
    public var description: String {
        switch self {
        case .versionNotInPlan(let version, let plan, let listed):
            """
            \(plan) doesn't list \(version), only \(listed.joined(separator: ", ")). Keep every version that shipped in the \
            plan: add it to schemas, with a stage that migrates to it
            """
        case .noVersions: "there is no version to migrate to, because the list is empty. List at least one version"
        case .failed(let from, let to, let reason):
            """
            a \(from) store doesn't migrate to \(to): \(reason). This affects all users with a \(from) store when \
            the app opens it
            """
        }
    }
}
