import SwiftData

/// A plan that no longer migrates some versions. Conform to this protocol if the plan lists its versions and stages
/// itself. For a plan that is a ``MigrationPlan`` value, pass the versions to
/// ``MigrationPlan/init(schemas:retired:preMigration:postMigration:stages:)``.
///
/// ```swift
/// enum NotesMigrationPlan: SchemaMigrationPlan, RetiringMigrationPlan {
///     static var schemas: [any VersionedSchema.Type] { [PostsSchemaV2.self] }
///     static var stages: [MigrationStage] { [] }
///     static var retired: [Retired] { [Retired("1.0.0", hashes: ["5fb0…d1"], lastRelease: "2.3")] }
/// }
/// ```
///
/// `permafrost check` prints the value for a frozen version that is no longer declared, and `permafrost lint` compares the
/// hashes with the version's fixture.
///
/// A version that is retired must not be in `schemas`. If it is, its stores are migrated like those of any other version,
/// and the value has no effect.
///
/// Test a retired version with the store of its fixture, which stays in the fixture tree:
///
/// ```
/// assertRetired("1.0.0", plan: NotesMigrationPlan.self)
/// ```
///
/// > Important: Only ``SafeModelContainer``, ``MigrationLaunch`` and ``ProgressiveMigration`` read this list. SwiftData
/// > doesn't know it: a container that the app makes itself fails with Core Data's error for an unknown version.
public protocol RetiringMigrationPlan: SchemaMigrationPlan {
    /// The versions that the plan no longer migrates.
    static var retired: [Retired] { get }
}

extension [Retired] {
    /// Returns the retired version of a store with the given hashes, or nil if none matches.
    ///
    /// If several match, returns the one with the fewest entities, because the others also have entities that the store
    /// lacks.
    func version(ofStoreWith hashes: [String: [UInt8]]) -> Retired? {
        filter { $0.matches(hashes) }.min { $0.hashes.count < $1.hashes.count }
    }
}
