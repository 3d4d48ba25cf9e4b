#if canImport(XCTest)
    import SwiftData
    import XCTest

    /// A protocol for an `XCTestCase` that migrates stores. It adds methods that call PermafrostTesting's functions
    /// with a common migration plan, so that tests don't need to repeat the plan.
    ///
    /// ```swift
    /// final class MigrationTests: XCTestCase, MigrationTestCase {
    ///     static let migrationPlan: (any SchemaMigrationPlan.Type)? = PostsMigrationPlan.self
    ///
    ///     func testFirstRelease() throws {
    ///         let migration = try migrate(store: fixture("1.0.0"), to: PostsSchemaV2.self)
    ///         assertDataPreserved(migration)
    ///     }
    /// }
    /// ```
    ///
    /// With Swift Testing, call the functions directly: see ``migrate(_:to:plan:)``.
    public protocol MigrationTestCase: XCTestCase {
        /// The app's plan. The default is nil: SwiftData migrates without a plan.
        static var migrationPlan: (any SchemaMigrationPlan.Type)? { get }
    }

    extension MigrationTestCase {
        /// The default: SwiftData migrates without a plan.
        public static var migrationPlan: (any SchemaMigrationPlan.Type)? { nil }

        /// Copies the store of a frozen version; see ``Fixture/init(_:group:file:)``.
        public func fixture(_ version: String, group: String? = nil, file: String = #filePath) throws -> Fixture {
            try Fixture(version, group: group, file: file)
        }

        /// Migrates a copy of a store to a version with ``migrationPlan``; see ``migrate(_:to:plan:)``.
        public func migrate(store: Fixture, to schema: any VersionedSchema.Type) throws -> Migration {
            try PermafrostTesting.migrate(store, through: [schema], plan: Self.migrationPlan)
        }

        /// Migrates a copy of a store to several versions in turn with ``migrationPlan``, one release after the other;
        /// see ``migrate(_:through:plan:)``.
        public func migrate(store: Fixture, through versions: [any VersionedSchema.Type]) throws -> Migration {
            try PermafrostTesting.migrate(store, through: versions, plan: Self.migrationPlan)
        }

        /// Fails if the live types of a version differ from its fixture; see the global function of the same name.
        public func assertNoDrift<S: VersionedSchema>(
            of schema: S.Type, frozenAs version: String, group: String? = nil, fileID: StaticString = #fileID,
            file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
        ) {
            PermafrostTesting.assertNoDrift(
                of: schema, frozenAs: version, group: group, fileID: fileID, file: file, line: line, column: column)
        }

        /// Fails if the store after a migration with ``migrationPlan`` differs from a snapshot; see
        /// ``assertMigrationSnapshot(of:through:plan:matches:excluding:record:fileID:file:line:column:)``.
        public func assertMigrationSnapshot(
            of fixture: Fixture, through versions: [any VersionedSchema.Type], matches name: String,
            excluding excluded: [String] = [], record recording: SnapshotRecording? = nil,
            fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
        ) {
            PermafrostTesting.assertMigrationSnapshot(
                of: fixture, through: versions, plan: Self.migrationPlan, matches: name, excluding: excluded,
                record: recording, fileID: fileID, file: file, line: line, column: column)
        }

        /// Fails if a direct migration over several versions of ``migrationPlan`` ends in different content than a
        /// step-by-step migration; see ``MigrationMatrix``.
        public func assertMigrationMatrix(
            group: String? = nil, excluding excluded: String..., fileID: StaticString = #fileID,
            file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
        ) {
            let location = TestLocation(fileID: fileID, file: file, line: line, column: column)
            guard let plan = Self.migrationPlan else {
                return TestFailure.record(
                    "\(type(of: self)) doesn't specify a migration plan. Implement migrationPlan", at: location)
            }
            let test = RunningTest.ofXCTest(
                type: String(reflecting: type(of: self)), name: name, bundle: Bundle(for: type(of: self)).bundlePath)
            assertMatrix(plan, group, excluded, test, at: location)
        }

        /// Fails if a migration lost or changed data, except for the changes that the test expects; see the global
        /// function of the same name.
        public func assertDataPreserved(
            _ migration: Migration, expecting changes: ExpectedChange..., fileID: StaticString = #fileID,
            file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
        ) {
            assertPreserved(
                migration, changes, at: TestLocation(fileID: fileID, file: file, line: line, column: column))
        }
    }
#endif
