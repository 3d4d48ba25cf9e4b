/// One version of an app's schema: its identifier and its models.
///
/// For every schema version that an existing store may have, declare a versioned schema with its own copies of the
/// classes. List all versions in a ``SchemaMigrationPlan``.
///
/// ```swift
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
/// ```
///
/// > Important: Don't change the classes of a version that has stores. Declare a new version instead: a store whose
/// > version isn't in the plan can't be migrated.
public protocol VersionedSchema: SendableMetatype {
    /// The version's classes. Classes that they refer to or inherit from are included.
    static var models: [any PersistentModel.Type] { get }
    /// The version's identifier, which is recorded in stores.
    static var versionIdentifier: Schema.Version { get }
}
