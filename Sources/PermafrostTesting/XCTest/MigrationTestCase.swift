#if canImport(XCTest)
    import SwiftData
    import XCTest

    /// A mix-in for a test case that migrates stores: what this library offers, as methods, with the app's plan said once.
    ///
    ///     final class MigrationTests: XCTestCase, MigrationTestCase {
    ///         static let migrationPlan: (any SchemaMigrationPlan.Type)? = AppMigrationPlan.self
    ///
    ///         func testFirstRelease() throws {
    ///             assertDataPreserved(try migrate(store: fixture("1.0.0"), to: AppSchemaV3.self))
    ///         }
    ///     }
    public protocol MigrationTestCase: XCTestCase {
        /// The app's plan; nil for inference alone, which is what a test case has that does not say.
        static var migrationPlan: (any SchemaMigrationPlan.Type)? { get }
    }

    extension MigrationTestCase {
        /// Inference alone.
        public static var migrationPlan: (any SchemaMigrationPlan.Type)? { nil }

        /// The store of a frozen version; see ``Fixture/init(_:group:file:)``.
        public func fixture(_ version: String, group: String? = nil, file: String = #filePath) throws -> Fixture {
            try Fixture(version, group: group, file: file)
        }

        /// Migrates a copy of a store to a version by ``migrationPlan``; see ``migrate(_:to:plan:)``.
        public func migrate(store: Fixture, to schema: any VersionedSchema.Type) throws -> Migration {
            try PermafrostTesting.migrate(store, through: [schema], plan: Self.migrationPlan)
        }

        /// Migrates a copy of a store to each of the versions in turn by ``migrationPlan``, as one release after the other.
        public func migrate(store: Fixture, through versions: [any VersionedSchema.Type]) throws -> Migration {
            try PermafrostTesting.migrate(store, through: versions, plan: Self.migrationPlan)
        }

        /// Fails if the live types of a version are no longer those that were frozen.
        public func assertNoDrift<S: VersionedSchema>(
            of schema: S.Type, frozenAs version: String, group: String? = nil, fileID: StaticString = #fileID,
            file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
        ) {
            PermafrostTesting.assertNoDrift(
                of: schema, frozenAs: version, group: group, fileID: fileID, file: file, line: line, column: column)
        }

        /// Fails if the store that a migration by ``migrationPlan`` ends in is not the one of a snapshot; see
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

        /// Fails if a jump over several versions of ``migrationPlan`` ends otherwise than step by step; see
        /// ``MigrationMatrix``.
        public func assertMigrationMatrix(
            group: String? = nil, excluding excluded: String..., fileID: StaticString = #fileID,
            file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
        ) {
            let location = TestLocation(fileID: fileID, file: file, line: line, column: column)
            guard let plan = Self.migrationPlan else {
                return TestFailure.record("\(type(of: self)) names no migration plan", at: location)
            }
            let test = RunningTest.ofXCTest(
                type: String(reflecting: type(of: self)), name: name, bundle: Bundle(for: type(of: self)).bundlePath)
            assertMatrix(plan, group, excluded, test, at: location)
        }

        /// Fails if a migration lost or changed anything that the test does not declare.
        public func assertDataPreserved(
            _ migration: Migration, expecting changes: ExpectedChange..., fileID: StaticString = #fileID,
            file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
        ) {
            assertPreserved(
                migration, changes, at: TestLocation(fileID: fileID, file: file, line: line, column: column))
        }
    }
#endif
