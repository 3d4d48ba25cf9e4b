/// The versions of a schema, and the stages that migrate a store from one version to the next.
///
/// Declare a plan when you change the models of an app whose users already have stores. Pass the plan to a container
/// together with the last version's schema. With an older version's schema, stores are migrated only to that version.
///
/// ```swift
/// import Foundation
/// import SwiftData
///
/// enum TripsSchemaV1: VersionedSchema {
///     static let versionIdentifier = Schema.Version(1, 0, 0)
///     static var models: [any PersistentModel.Type] { [Trip.self] }
///
///     @Model final class Trip {
///         var name: String
///         init(name: String) { self.name = name }
///     }
/// }
///
/// enum TripsSchemaV2: VersionedSchema {
///     static let versionIdentifier = Schema.Version(2, 0, 0)
///     static var models: [any PersistentModel.Type] { [Trip.self] }
///
///     @Model final class Trip {
///         var name: String
///         var slug: String = ""
///         init(name: String) { self.name = name }
///     }
/// }
///
/// enum TripsMigrationPlan: SchemaMigrationPlan {
///     static var schemas: [any VersionedSchema.Type] { [TripsSchemaV1.self, TripsSchemaV2.self] }
///     static var stages: [MigrationStage] { [fillSlugs] }
///
///     static let fillSlugs = MigrationStage.custom(
///         fromVersion: TripsSchemaV1.self, toVersion: TripsSchemaV2.self, willMigrate: nil,
///         didMigrate: { context in
///             for trip in try context.fetch(FetchDescriptor<TripsSchemaV2.Trip>()) {
///                 trip.slug = trip.name.lowercased()
///             }
///             try context.save()
///         })
/// }
///
/// func openTrips() throws -> ModelContainer {
///     try ModelContainer(
///         for: Schema(versionedSchema: TripsSchemaV2.self), migrationPlan: TripsMigrationPlan.self)
/// }
/// ```
///
/// If all stages that a store needs are lightweight, the store is migrated directly from its version to the last one.
/// SwiftData must be able to infer that change. If at least one of these stages is custom, even without closures, the
/// container runs all of them one by one.
///
/// > Warning: If two of a plan's versions have equal hashes, the plan is rejected when a store must be migrated:
/// > ``ModelContainer`` throws `SwiftDataError.loadIssueModelContainer`. On Apple's platforms, the process ends.
public protocol SchemaMigrationPlan: SendableMetatype {
    /// The versions, oldest first. The last one must have the container's schema.
    static var schemas: [any VersionedSchema.Type] { get }
    /// The stages, in the order of the versions.
    static var stages: [MigrationStage] { get }
}

/// A stage of a ``SchemaMigrationPlan``: the migration from one version to a later one.
///
/// Use ``lightweight(fromVersion:toVersion:)`` if the change can be inferred from the two versions, and
/// ``custom(fromVersion:toVersion:willMigrate:didMigrate:)`` if values must be computed.
public enum MigrationStage: Sendable {
    /// A stage that can be inferred from the two versions. Properties and entities can be added, removed or renamed.
    ///
    /// A new property that isn't optional needs a default. If a change can't be inferred, such as a change of a
    /// property's type, the container throws `SwiftDataError.loadIssueModelContainer`.
    case lightweight(fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type)
    /// A stage with closures that run before and after the schema change. `willMigrate` uses the old version's classes,
    /// and `didMigrate` uses the new version's classes.
    ///
    /// > Important: Call ``ModelContext/save()`` in each closure. Unsaved changes are lost.
    ///
    /// > Warning: The closures run while the container is being created: on the calling thread, inside the migration's
    /// > transaction and with the store locked for other writers. If a closure throws, the store is left unchanged, and
    /// > the container throws `SwiftDataError.loadIssueModelContainer`. The failure reason of the error's cause
    /// > describes the closure's error.
    @preconcurrency case custom(
        fromVersion: any VersionedSchema.Type, toVersion: any VersionedSchema.Type,
        willMigrate: (@Sendable (ModelContext) throws -> Void)?,
        didMigrate: (@Sendable (ModelContext) throws -> Void)?)
}
