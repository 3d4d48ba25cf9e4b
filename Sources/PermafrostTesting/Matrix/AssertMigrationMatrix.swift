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
    try verifyMatrix(plan, group, excluded, RunningTest.ofSwiftTesting, file: file)
}

func assertMatrix(
    _ plan: any SchemaMigrationPlan.Type, _ group: String?, _ excluded: [String], _ test: RunningTest?,
    at location: TestLocation
) {
    do {
        let report = try verifyMatrix(plan, group, excluded, test, file: location.path)
        if !report.isEqual { TestFailure.record("\(report)", at: location) }
    } catch {
        TestFailure.record("\(plan): \(ErrorText(error).text)", at: location)
    }
}

func verifyMatrix(
    _ plan: any SchemaMigrationPlan.Type, _ group: String?, _ excluded: [String], _ test: RunningTest?, file: String
) throws -> MatrixReport {
    let matrix = try MigrationMatrix(plan: plan, group: group, file: file)
    if let request = MatrixRequest(environment: ProcessInfo.processInfo.environment) {
        // One pair of one matrix was asked for; a test with several leaves the others alone.
        guard let pair = matrix.pairs.first(where: { request.names($0, of: matrix.group) }) else {
            let skipped = matrix.pairs.prefix(1).map { MigrationMatrix.Outcome(pair: $0, problem: nil, rows: 0) }
            return MatrixReport(group: matrix.group, outcomes: skipped, isIsolated: true)
        }
        let outcome = matrix.verify(pair, excluding: excluded)
        try request.answer(outcome)
        return MatrixReport(group: matrix.group, outcomes: [outcome], isIsolated: true)
    }
    #if os(Linux) || os(macOS)
        if let test {
            let outcomes = try matrix.pairs.map { try MatrixProcess(test: test, group: matrix.group).run($0) }
            return MatrixReport(group: matrix.group, outcomes: outcomes, isIsolated: true)
        }
    #endif
    #if os(Linux)
        let pairs = matrix.pairs
    #else
        let pairs = Array([matrix.widest].compactMap { $0 })
    #endif
    let outcomes = pairs.map { matrix.verify($0, excluding: excluded) }
    return MatrixReport(group: matrix.group, outcomes: outcomes, isIsolated: false)
}
