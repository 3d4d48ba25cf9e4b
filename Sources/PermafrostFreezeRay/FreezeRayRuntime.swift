import Foundation
@_exported import Permafrost
@_exported import PermafrostFreezing
import SwiftData

/// Replacements for FreezeRay's functions. A project's tests compile after `import FreezeRay` is replaced with
/// `import PermafrostFreezeRay`. The module also exports `Permafrost`.
///
/// ```swift
/// try FreezeRayRuntime.checkDrift(schema: PostsSchemaV1.self, version: "1.0.0")
/// try FreezeRayRuntime.testAllMigrations(migrationPlan: PostsMigrationPlan.self)
/// ```
///
/// In new tests, use `assertNoDrift` and `assertDataPreserved` of `PermafrostTesting`. `assertDataPreserved` also
/// compares the rows.
public enum FreezeRayRuntime {
    /// Creates the fixture of a version from its types in the running process.
    ///
    /// - Parameters:
    ///   - schema: the version's type.
    ///   - version: the name of the frozen version.
    ///   - outputDirectory: the fixture tree; nil for `FreezeRay/Fixtures` in the working directory.
    /// - Throws: `FixtureError` if the fixture already exists or can't be written, if the name can't be a folder's
    ///   name, or if the `SOURCE_DATE_EPOCH` environment variable isn't a number of seconds; SwiftData's error if it
    ///   can't make a container from the types.
    public static func freeze<S: VersionedSchema>(
        schema: S.Type, version: String, outputDirectory: URL? = nil
    ) throws {
        let tree = outputDirectory ?? URL(fileURLWithPath: "FreezeRay/Fixtures", isDirectory: true)
        try FrozenSchema<S>.freeze(as: version, into: tree)
    }

    /// Throws an error if the live types of a version differ from its fixture.
    ///
    /// - Parameters:
    ///   - schema: the version's type.
    ///   - version: the name of the frozen version.
    ///   - file: the path of the test's source file, where the search for the fixture tree starts.
    /// - Throws: `SchemaDriftError` with the differences; `FixtureError` if the fixture is missing, ambiguous or
    ///   damaged, or if the name can't be a folder's name; SwiftData's error if it can't make a container from the
    ///   types.
    public static func checkDrift<S: VersionedSchema>(
        schema: S.Type, version: String, file: String = #filePath
    ) throws {
        let diff = try FrozenSchema<S>.checkDrift(as: version, file: file)
        if !diff.passed { throw SchemaDriftError(diff: diff) }
    }

    /// Throws an error if a copy of a version's fixture can't be migrated to another version.
    ///
    /// - Parameters:
    ///   - from: the frozen version to migrate from. Its fixture is found by the name in `@FreezeSchema(version:)`. If
    ///     the type doesn't have that attribute, the fixture is found by the version identifier.
    ///   - to: the version to migrate to. The plan must list it.
    ///   - migrationPlan: the app's plan.
    ///   - file: the path of the test's source file, where the search for the fixture tree starts.
    /// - Throws: `MigrationError` if the migration fails; `FixtureError` if the fixture is missing, ambiguous or
    ///   damaged.
    public static func testMigration<From: VersionedSchema, To: VersionedSchema, Plan: SchemaMigrationPlan>(
        from: From.Type, to: To.Type, migrationPlan: Plan.Type, file: String = #filePath
    ) throws {
        let name = (from as? any FreezableSchema.Type)?.frozenVersion ?? "\(from.versionIdentifier)"
        let store = try FrozenSchema<From>.store(as: name, file: file)
        let report = try SafeModelContainer.dryRun(for: to, plan: MigrationPlan(migrationPlan), storeURL: store)
        if let error = report.error { throw error }
    }

    /// Throws an error if a copy of an older version's fixture can't be migrated to the plan's last version. A version
    /// without a fixture is skipped. If the plan lists older versions, at least one of them must have a fixture.
    ///
    /// - Parameters:
    ///   - migrationPlan: the app's plan.
    ///   - file: the path of the test's source file, where the search for the fixture tree starts.
    /// - Throws: `MigrationError` if a migration fails; `FixtureError` if a fixture is ambiguous or damaged, or if no
    ///   older version has a fixture.
    public static func testAllMigrations<Plan: SchemaMigrationPlan>(
        migrationPlan: Plan.Type, file: String = #filePath
    ) throws {
        guard let last = migrationPlan.schemas.last else { return }
        func test<From: VersionedSchema>(_ from: From.Type) throws {
            func test<To: VersionedSchema>(_ to: To.Type) throws {
                try testMigration(from: from, to: to, migrationPlan: migrationPlan, file: file)
            }
            try test(last)
        }
        var missing: FixtureError?
        var tested = 0
        for version in migrationPlan.schemas.dropLast() {
            do {
                try test(version)
                tested += 1
            } catch let error as FixtureError {
                guard case .missing = error else { throw error }
                missing = error
            }
        }
        if tested == 0, let missing { throw missing }
    }
}
