import Foundation
import PermafrostStore
import SwiftData

/// A migration that was carried out on a copy of a store: the container that it ended in, the store before and after,
/// and the time it took.
public struct Migration: Sendable {
    /// The container over the migrated store.
    public let container: ModelContainer
    /// The store as it was.
    public let before: MigratedStore
    /// The store that was migrated.
    public let after: MigratedStore
    /// How long opening the container took, migration included.
    public let duration: Duration
    /// The versions that the store was opened as, one after the other.
    let versions: [any VersionedSchema.Type]
    /// The plan; nil for inference alone.
    let plan: (any SchemaMigrationPlan.Type)?
    /// The last of them.
    let last: any VersionedSchema.Type
    /// The copies of the store.
    let rehearsal: StoreRehearsal

    /// What the migration was from and to: `1.0.0 → 3.0.0`.
    public var description: String { "\(before.version) → \(after.version)" }

    init(
        container: ModelContainer, _ rehearsal: StoreRehearsal, from version: String, duration: Duration,
        through versions: [any VersionedSchema.Type], to last: any VersionedSchema.Type,
        plan: (any SchemaMigrationPlan.Type)?
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

/// Migrates a copy of a fixture's store to a version of a plan, as an app of that version would when it opens it.
///
/// The fixture itself stays as it is. For a version that is not the plan's last, the part of the plan counts that leads
/// there.
///
/// - Note: On Apple's platforms two versions of one entity in one process can disturb each other, and a failed open is not
///   repeatable. Run the tests of migrations one by one there (`--no-parallel`, or a serialized suite); see
///   ``MigrationMatrix`` for a process of its own for each.
/// - Throws: ``MigrationTestError``.
public func migrate<S: VersionedSchema, P: SchemaMigrationPlan>(
    _ fixture: Fixture, to schema: S.Type, plan: P.Type
) throws -> Migration {
    try migrate(fixture, through: [schema], plan: plan)
}

/// Migrates a copy of a fixture's store to a version by inference alone, as a container without a plan does.
///
/// - Throws: ``MigrationTestError``.
public func migrate<S: VersionedSchema>(_ fixture: Fixture, to schema: S.Type) throws -> Migration {
    try migrate(fixture, through: [schema], plan: nil)
}

/// Migrates a copy of a fixture's store to each of the versions in turn, as the apps of these versions would, one release
/// after the other.
///
/// - Parameters:
///   - fixture: the store; a copy of it is migrated.
///   - versions: the versions, in order; each is opened and closed before the next.
///   - plan: the app's plan; nil for inference alone.
/// - Throws: ``MigrationTestError``.
public func migrate(
    _ fixture: Fixture, through versions: [any VersionedSchema.Type], plan: (any SchemaMigrationPlan.Type)?
) throws -> Migration {
    guard let last = versions.last else { throw MigrationTestError.noVersions }
    for version in versions {
        guard let plan, !plan.schemas.contains(where: { $0 == version }) else { continue }
        throw MigrationTestError.versionNotInPlan(
            version: "\(version)", plan: "\(plan)", listed: plan.schemas.map { "\($0)" })
    }
    let rehearsal = try StoreRehearsal(of: fixture.url)
    let (outcome, duration) = rehearsal.migrate { copy in
        func opened(as version: any VersionedSchema.Type) throws -> ModelContainer {
            do { return try open(copy, as: version, plan: plan) } catch {
                throw MigrationTestError.failed(from: fixture.version, to: "\(version)", reason: ErrorText(error).text)
            }
        }
        for version in versions.dropLast() { _ = try opened(as: version) }
        return try opened(as: last)
    }
    let container = try outcome.get()
    // Moves what is only in the -wal into the store, so that whoever reads the store need not copy it; what cannot be
    // moved is read from there.
    try? SQLiteConnection(path: rehearsal.after.path, mode: .create).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return Migration(
        container: container, rehearsal, from: fixture.version, duration: duration, through: versions, to: last,
        plan: plan)
}

/// Opens a store as an app of a version does.
private func open(
    _ url: URL, as version: any VersionedSchema.Type, plan: (any SchemaMigrationPlan.Type)?
) throws -> ModelContainer {
    func truncated<P: SchemaMigrationPlan, S: VersionedSchema>(
        _ plan: P.Type, _ version: S.Type
    ) -> any SchemaMigrationPlan.Type {
        // The app's own plan wherever it will do.
        plan.schemas.last.map { $0 == version } == true ? plan : Migration.TruncatedPlan<P, S>.self
    }
    func opened<S: VersionedSchema>(_ version: S.Type) -> (any SchemaMigrationPlan.Type)? {
        plan.map { truncated($0, version) }
    }
    let schema = Schema(versionedSchema: version)
    return try ModelContainer(
        for: schema, migrationPlan: opened(version),
        configurations: ModelConfiguration(schema: schema, url: url, cloudKitDatabase: .none))
}

/// A reason that a migration could not be tried, or did not end.
public enum MigrationTestError: Error, Sendable, Hashable {
    /// The plan does not list the version; those that it lists.
    case versionNotInPlan(version: String, plan: String, listed: [String])
    /// The list of versions to go through is empty.
    case noVersions
    /// SwiftData could not open or migrate the store: its error, and the error of Core Data below it.
    case failed(from: String, to: String, reason: String)
}

extension MigrationTestError: ErrorText.WordedError {
    /// The problem, and what to do next.
    public var description: String {
        switch self {
        case .versionNotInPlan(let version, let plan, let listed):
            """
            \(plan) does not list \(version), only \(listed.joined(separator: ", ")). A version that shipped stays in the \
            plan: add it to schemas, with a stage that leads there
            """
        case .noVersions: "there is no version to migrate to: the list is empty"
        case .failed(let from, let to, let reason):
            """
            the store of \(from) does not migrate to \(to): \(reason). Every user whose store is at \(from) meets this \
            when the app opens it
            """
        }
    }
}

extension Migration {
    /// A plan that ends with one of another plan's versions.
    ///
    /// A container's schema must be its plan's last version, so a store is brought to an intermediate version by the part of
    /// the plan that leads there. Both are identified by type alone: nothing is shared between migrations, and any number may run at
    /// the same time where SwiftData allows it.
    enum TruncatedPlan<Plan: SchemaMigrationPlan, Last: VersionedSchema>: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] {
            let all = Plan.schemas
            let last = all.firstIndex { $0 == Last.self } ?? all.count - 1
            return Array(all.prefix(last + 1))
        }

        static var stages: [MigrationStage] {
            let beyond = Plan.schemas.dropFirst(schemas.count)
            return Plan.stages.filter { stage in
                switch stage {
                case .lightweight(_, let to): !beyond.contains { $0 == to }
                case .custom(_, let to, _, _): !beyond.contains { $0 == to }
                // SwiftData knows what the stage does, and says what is wrong with it if it leads further.
                @unknown default: true
                }
            }
        }
    }
}
