import Foundation
import Permafrost
import SwiftData

/// Fails if a frozen version of a plan, migrated by a jump to a later one, ends otherwise than step by step; see
/// ``MigrationMatrix``.
///
/// - Parameters:
///   - plan: the app's plan.
///   - group: the group of its fixtures; nil for the one named after the plan.
///   - excluded: properties and entities whose values the plan makes anew each time: `Post.id`, `Post`.
///   - fileID: the test's file as the compiler names it, where a failure is shown.
///   - file: its path, where the search for the fixture tree starts.
///   - line: the line of a failure.
///   - column: its column.
public func assertMigrationMatrix(
    plan: any SchemaMigrationPlan.Type, group: String? = nil, excluding excluded: String...,
    fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let location = TestLocation(fileID: fileID, file: file, line: line, column: column)
    assertMatrix(plan, group, excluded, RunningTest.ofSwiftTesting, at: location)
}

/// Migrates every pair of a ``MigrationMatrix``, each in a process of its own where that can be.
///
/// - Throws: ``FixtureError``, ``MigrationTestError``.
public func verifyMigrationMatrix(
    plan: any SchemaMigrationPlan.Type, group: String? = nil, excluding excluded: [String] = [],
    file: String = #filePath
) throws -> MatrixReport {
    try MatrixRun(plan: plan, group: group, excluded: excluded, test: RunningTest.ofSwiftTesting).report(file: file)
}

func assertMatrix(
    _ plan: any SchemaMigrationPlan.Type, _ group: String?, _ excluded: [String], _ test: RunningTest?,
    at location: TestLocation
) {
    do {
        let run = MatrixRun(plan: plan, group: group, excluded: excluded, test: test)
        let report = try run.report(file: location.path)
        if !report.isEqual {
            TestFailure.record("\(report)", at: location)
        } else if let note = report.note {
            TestFailure.warn(note, at: location)
        }
    } catch {
        TestFailure.record("\(plan): \(ErrorText(error).text)", at: location)
    }
}
