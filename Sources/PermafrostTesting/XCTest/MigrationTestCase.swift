#if canImport(XCTest)
    import Permafrost
    import SwiftData
    import XCTest

    /// A protocol for an `XCTestCase` whose migrations run in processes of their own. Its assertions have the names and
    /// parameters of the global ones, which can't find the running test of XCTest, and migrate in the test's own process.
    ///
    /// ```swift
    /// final class MigrationTests: XCTestCase, MigrationTestCase {
    ///     func testEveryPairOfVersions() {
    ///         assertMigrationMatrix(plan: PostsMigrationPlan.self)
    ///     }
    /// }
    /// ```
    ///
    /// A Swift Testing suite doesn't need it.
    public protocol MigrationTestCase: XCTestCase {}

    extension MigrationTestCase {
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
    }
#endif
