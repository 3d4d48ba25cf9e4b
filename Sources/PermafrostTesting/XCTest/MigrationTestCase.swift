#if canImport(XCTest)
    import Permafrost
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
    /// In a Swift Testing suite, call the global functions with the same names.
    public protocol MigrationTestCase: XCTestCase {
        /// The app's plan. If this is nil, which is the default, SwiftData migrates without a plan.
        static var migrationPlan: (any SchemaMigrationPlan.Type)? { get }
    }

    extension MigrationTestCase {
        /// The default implementation, which returns nil. SwiftData then migrates without a plan.
        public static var migrationPlan: (any SchemaMigrationPlan.Type)? { nil }

        /// Copies the store of a frozen version; see ``Fixture/init(_:group:file:)``.
        public func fixture(_ version: String, group: String? = nil, file: String = #filePath) throws -> Fixture {
            try Fixture(version, group: group, file: file)
        }

        /// Uses ``migrationPlan`` to migrate a copy of a store to a version; see ``migrate(_:through:plan:)``.
        public func migrate(store: Fixture, to schema: any VersionedSchema.Type) throws -> Migration {
            try PermafrostTesting.migrate(store, through: [schema], plan: Self.migrationPlan)
        }

        /// Uses ``migrationPlan`` to migrate a copy of a store to several versions in turn; see
        /// ``migrate(_:through:plan:)``.
        public func migrate(store: Fixture, through versions: [any VersionedSchema.Type]) throws -> Migration {
            try PermafrostTesting.migrate(store, through: versions, plan: Self.migrationPlan)
        }

        // The free functions of these names aren't visible in a type with methods of these names, so each form is here.

        /// Creates a store of a schema version, and calls a closure that inserts its rows; see ``fixture(schema:_:)``.
        public func fixture<S: VersionedSchema>(
            schema version: S.Type, _ fill: (ModelContext) throws -> Void
        ) throws -> Fixture {
            try PermafrostTesting.fixture(schema: version, fill)
        }

        /// Migrates a copy of a store to a version of a plan; see the global function with the same parameters.
        public func migrate<S: VersionedSchema, P: SchemaMigrationPlan>(
            _ fixture: Fixture, to schema: S.Type, plan: P.Type
        ) throws -> Migration {
            try PermafrostTesting.migrate(fixture, to: schema, plan: plan)
        }

        /// Migrates a copy of a store to a version of a `MigrationPlan`; see the global function with the same
        /// parameters.
        public func migrate(
            _ fixture: Fixture, to version: any VersionedSchema.Type, plan: MigrationPlan
        ) throws -> Migration {
            try PermafrostTesting.migrate(fixture, to: version, plan: plan)
        }

        /// Migrates a copy of a store to a version, without a plan; see ``migrate(_:to:)``.
        public func migrate<S: VersionedSchema>(_ fixture: Fixture, to schema: S.Type) throws -> Migration {
            try PermafrostTesting.migrate(fixture, to: schema)
        }

        /// Migrates a copy of a store to several versions in turn; see ``migrate(_:through:plan:)``.
        public func migrate(
            _ fixture: Fixture, through versions: [any VersionedSchema.Type], plan: (any SchemaMigrationPlan.Type)?
        ) throws -> Migration {
            try PermafrostTesting.migrate(fixture, through: versions, plan: plan)
        }

        /// Migrates a copy of a store to a version of a `MigrationPlan`, and returns the container.
        public func migrate(
            store: Fixture, to version: any VersionedSchema.Type, plan: MigrationPlan
        ) async throws -> ModelContainer {
            try await PermafrostTesting.migrate(store: store, to: version, plan: plan)
        }

        /// Migrates a copy of a store to a version of a plan, and returns the container.
        public func migrate(
            store: Fixture, to version: any VersionedSchema.Type, plan: any SchemaMigrationPlan.Type
        ) async throws -> ModelContainer {
            try await PermafrostTesting.migrate(store: store, to: version, plan: plan)
        }

        /// Migrates a copy of a store through all stages of a `MigrationPlan` up to a version, and returns the
        /// container. This method does the same as the one with a `to:` argument.
        public func migrate(
            store: Fixture, through version: any VersionedSchema.Type, plan: MigrationPlan
        ) async throws -> ModelContainer {
            try await PermafrostTesting.migrate(store: store, to: version, plan: plan)
        }

        /// Migrates a copy of a store through all stages of a plan up to a version, and returns the container. This
        /// method does the same as the one with a `to:` argument.
        public func migrate(
            store: Fixture, through version: any VersionedSchema.Type, plan: any SchemaMigrationPlan.Type
        ) async throws -> ModelContainer {
            try await PermafrostTesting.migrate(store: store, to: version, plan: plan)
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

        /// Fails if the store after a migration differs from a snapshot; see the global function with the same
        /// parameters.
        public func assertMigrationSnapshot(
            of fixture: Fixture, through versions: [any VersionedSchema.Type],
            plan: (any SchemaMigrationPlan.Type)?, matches name: String, excluding excluded: [String] = [],
            record recording: SnapshotRecording? = nil, fileID: StaticString = #fileID,
            file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
        ) {
            PermafrostTesting.assertMigrationSnapshot(
                of: fixture, through: versions, plan: plan, matches: name, excluding: excluded, record: recording,
                fileID: fileID, file: file, line: line, column: column)
        }

        /// Migrates a copy of a store to a version of a `MigrationPlan`, and fails if the result differs from a
        /// snapshot; see the global function with the same parameters.
        public func assertMigrationSnapshot(
            fixture: Fixture, through version: any VersionedSchema.Type, plan: MigrationPlan, matches name: String,
            excluding excluded: [String] = [], record recording: SnapshotRecording? = nil,
            fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
        ) async throws {
            try await PermafrostTesting.assertMigrationSnapshot(
                fixture: fixture, through: version, plan: plan, matches: name, excluding: excluded, record: recording,
                fileID: fileID, file: file, line: line, column: column)
        }

        /// Migrates a copy of a store to a version of a plan, and fails if the result differs from a snapshot; see the
        /// global function with the same parameters.
        public func assertMigrationSnapshot(
            fixture: Fixture, through version: any VersionedSchema.Type, plan: any SchemaMigrationPlan.Type,
            matches name: String, excluding excluded: [String] = [], record recording: SnapshotRecording? = nil,
            fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
        ) async throws {
            try await PermafrostTesting.assertMigrationSnapshot(
                fixture: fixture, through: version, plan: plan, matches: name, excluding: excluded, record: recording,
                fileID: fileID, file: file, line: line, column: column)
        }

        /// Fails if a store's content after a direct migration between two versions of a plan differs from its content
        /// after a step-by-step migration; see the global function of the same name.
        public func assertMigrationMatrix(
            plan: any SchemaMigrationPlan.Type, group: String? = nil, excluding excluded: String...,
            fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
        ) {
            assertMatrix(
                plan, group, excluded, runningTest,
                at: TestLocation(fileID: fileID, file: file, line: line, column: column))
        }

        /// Fails if a migration that is interrupted at some point, and continued by the next launch, ends in data that
        /// differs from the uninterrupted migration's; see the global function of the same name.
        public func assertSurvivesInterruption(
            _ fixture: Fixture, plan: any SchemaMigrationPlan.Type, safety: MigrationSafety = .backupAndRollback,
            at choice: InterruptionChoice = .sample(),
            withoutProcesses missing: InterruptionChoice.MissingProcesses = .fail, excluding excluded: String...,
            fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
        ) {
            InterruptionRun(
                fixture: fixture, plan: MigrationPlan(plan), safety: safety, choice: choice, excluded: excluded,
                test: runningTest, location: TestLocation(fileID: fileID, file: file, line: line, column: column)
            ).assert(missing)
        }

        /// Fails if an interrupted migration with a `MigrationPlan` ends in different data; see the global function of
        /// the same name.
        public func assertSurvivesInterruption(
            _ fixture: Fixture, plan: MigrationPlan, safety: MigrationSafety = .backupAndRollback,
            at choice: InterruptionChoice = .sample(),
            withoutProcesses missing: InterruptionChoice.MissingProcesses = .fail, excluding excluded: String...,
            fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
        ) {
            InterruptionRun(
                fixture: fixture, plan: plan, safety: safety, choice: choice, excluded: excluded, test: runningTest,
                location: TestLocation(fileID: fileID, file: file, line: line, column: column)
            ).assert(missing)
        }

        private var runningTest: RunningTest? {
            RunningTest.ofXCTest(
                type: String(reflecting: type(of: self)), name: name, bundle: Bundle(for: type(of: self)).bundlePath)
        }

        /// Fails if a store's content after a direct migration between two versions of ``migrationPlan`` differs from
        /// its content after a step-by-step migration, or if the plan is nil; see ``MigrationMatrix``.
        public func assertMigrationMatrix(
            group: String? = nil, excluding excluded: String..., fileID: StaticString = #fileID,
            file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
        ) {
            let location = TestLocation(fileID: fileID, file: file, line: line, column: column)
            guard let plan = Self.migrationPlan else {
                return TestFailure.record(
                    "\(type(of: self)) doesn't specify a migration plan. Implement migrationPlan", at: location)
            }
            assertMatrix(plan, group, excluded, runningTest, at: location)
        }

        /// Fails if a migration lost or changed data, except for the changes that the test expects; see the global
        /// function of the same name.
        public func assertDataPreserved(
            _ migration: Migration, expecting changes: ExpectedChange..., dropping losses: Drop...,
            fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
        ) {
            assertPreserved(
                migration, changes, losses, at: TestLocation(fileID: fileID, file: file, line: line, column: column))
        }
    }
#endif
