import Foundation
import Permafrost
import SwiftData

/// Fails if a migration that is interrupted at some point, and continued by the next launch, doesn't end in the same
/// data as an uninterrupted migration. Use it for every plan with code of its own: hooks, or operations such as
/// `CustomOperation`.
///
/// ```swift
/// @Test func survivesInterruption() throws {
///     try assertSurvivesInterruption(Fixture("1.0.0"), plan: PostsMigrationPlan.self)
/// }
/// ```
///
/// The migration runs with `SafeModelContainer` in separate processes, which run only this test. Each process kills
/// itself at one point: at an operation or a hook, after a batch of rows, before the safe container changes a file, or,
/// on Linux, before SQLite changes a file. Another process then opens the store again. The store, and the files that
/// the plan's code wrote next to it, must have the same content as after the uninterrupted migration. Other effects,
/// such as values in `UserDefaults`, aren't compared.
///
/// In addition, the plan's own code runs twice in one migration, the second time with its own saved changes. This can
/// happen to an app where no backup is restored: with `.none`, with `.backupOnly`, for a store that CloudKit mirrors,
/// or with `ModelContainer`. A failure names the code, the values that differ, and the fix.
///
/// > Important: The processes repeat the test up to this call, so don't create anything outside of temporary folders
/// > before it. In a test with arguments, each call needs a different plan or version.
///
/// - Parameters:
///   - fixture: the store to migrate. Copies are migrated.
///   - plan: the app's plan. The store is migrated to its last version.
///   - safety: the safety setting that the app passes to `SafeModelContainer`.
///   - choice: the points to try. By default, 24 points of all kinds.
///   - missing: the result if no process can be started. By default, the test fails.
///   - excluded: properties and entities whose values differ in each migration, such as `Post.id` or `Post`.
///   - fileID: the test's `#fileID`, for the location of a failure.
///   - file: the path of the test's file.
///   - line: the line of a failure.
///   - column: the column of a failure.
public func assertSurvivesInterruption(
    _ fixture: Fixture, plan: any SchemaMigrationPlan.Type, safety: MigrationSafety = .backupAndRollback,
    at choice: InterruptionChoice = .sample(), withoutProcesses missing: InterruptionChoice.MissingProcesses = .fail,
    excluding excluded: String..., fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
) {
    let location = TestLocation(fileID: fileID, file: file, line: line, column: column)
    InterruptionRun(
        fixture: fixture, plan: MigrationPlan(plan), safety: safety, choice: choice, excluded: excluded,
        test: RunningTest.ofSwiftTesting, location: location
    ).assert(missing)
}

/// Fails if an interrupted migration with a `MigrationPlan` doesn't end in the same data as an uninterrupted one. See
/// the function that accepts the app's plan type for details. A process finds the plan by its last version and the
/// location of the call.
///
/// ```swift
/// @Test func survivesInterruption() throws {
///     try assertSurvivesInterruption(Fixture("1.0.0"), plan: PostsMigrationPlan.plan, at: .sample(60))
/// }
/// ```
///
/// - Parameters:
///   - fixture: the store to migrate. Copies are migrated.
///   - plan: the plan. The store is migrated to its last version, and its hooks run.
///   - safety: the safety setting that the app passes to `SafeModelContainer`.
///   - choice: the points to try. By default, 24 points of all kinds.
///   - missing: the result if no process can be started. By default, the test fails.
///   - excluded: properties and entities whose values differ in each migration, such as `Post.id` or `Post`.
///   - fileID: the test's `#fileID`, for the location of a failure.
///   - file: the path of the test's file.
///   - line: the line of a failure.
///   - column: the column of a failure.
public func assertSurvivesInterruption(
    _ fixture: Fixture, plan: MigrationPlan, safety: MigrationSafety = .backupAndRollback,
    at choice: InterruptionChoice = .sample(), withoutProcesses missing: InterruptionChoice.MissingProcesses = .fail,
    excluding excluded: String..., fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
) {
    let location = TestLocation(fileID: fileID, file: file, line: line, column: column)
    InterruptionRun(
        fixture: fixture, plan: plan, safety: safety, choice: choice, excluded: excluded,
        test: RunningTest.ofSwiftTesting, location: location
    ).assert(missing)
}

/// Interrupts a migration at many points, and compares the results with the result of an uninterrupted migration. Use
/// it instead of the assertion to examine the points and the results; see ``InterruptionReport`` for an example.
///
/// - Parameters:
///   - fixture: the store to migrate. Copies are migrated.
///   - plan: the app's plan. The store is migrated to its last version.
///   - safety: the safety setting that the app passes to `SafeModelContainer`.
///   - choice: the points to try. By default, 24 points of all kinds.
///   - excluded: properties and entities whose values differ in each migration, such as `Post.id` or `Post`.
///   - fileID: the test's `#fileID`. The processes find the call by its location.
///   - file: the path of the test's file.
///   - line: the line of the call.
///   - column: the column of the call.
/// - Returns: the points that were tried, and the failures.
/// - Throws: an error if the fixture can't be copied, or if a temporary file can't be created.
public func verifySurvivesInterruption(
    _ fixture: Fixture, plan: any SchemaMigrationPlan.Type, safety: MigrationSafety = .backupAndRollback,
    at choice: InterruptionChoice = .sample(), excluding excluded: [String] = [], fileID: StaticString = #fileID,
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) throws -> InterruptionReport {
    try verifySurvivesInterruption(
        fixture, plan: MigrationPlan(plan), safety: safety, at: choice, excluding: excluded, fileID: fileID, file: file,
        line: line, column: column)
}

/// Interrupts a migration with a `MigrationPlan` at many points. See the function that accepts the app's plan type for
/// details.
///
/// - Parameters:
///   - fixture: the store to migrate. Copies are migrated.
///   - plan: the plan. The store is migrated to its last version, and its hooks run.
///   - safety: the safety setting that the app passes to `SafeModelContainer`.
///   - choice: the points to try. By default, 24 points of all kinds.
///   - excluded: properties and entities whose values differ in each migration, such as `Post.id` or `Post`.
///   - fileID: the test's `#fileID`. The processes find the call by its location.
///   - file: the path of the test's file.
///   - line: the line of the call.
///   - column: the column of the call.
/// - Returns: the points that were tried, and the failures.
/// - Throws: an error if the fixture can't be copied, or if a temporary file can't be created.
public func verifySurvivesInterruption(
    _ fixture: Fixture, plan: MigrationPlan, safety: MigrationSafety = .backupAndRollback,
    at choice: InterruptionChoice = .sample(), excluding excluded: [String] = [], fileID: StaticString = #fileID,
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) throws -> InterruptionReport {
    try InterruptionRun(
        fixture: fixture, plan: plan, safety: safety, choice: choice, excluded: excluded,
        test: RunningTest.ofSwiftTesting,
        location: TestLocation(fileID: fileID, file: file, line: line, column: column)
    ).report()
}

extension InterruptionRun {
    /// Records a failure if an interruption changes the result, or if no process was killed and `missing` requires one.
    func assert(_ missing: InterruptionChoice.MissingProcesses) {
        do {
            let report = try report()
            guard !report.passed else { return }
            if missing == .skip, report.problem == nil, report.failures.isEmpty, report.limitation != nil {
                TestFailure.warn("Skipped: \(report)", at: location)
            } else {
                TestFailure.record("\(report)", at: location)
            }
        } catch {
            TestFailure.record("\(plan.title): \(ErrorText(error).text)", at: location)
        }
    }
}
