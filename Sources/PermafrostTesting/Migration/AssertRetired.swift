import Foundation
import Permafrost
import PermafrostStore
import SwiftData

/// Fails if a plan doesn't reject the store of a frozen version as retired. Use it in a test of every version that the
/// app no longer migrates. `permafrost scaffold` writes this test.
///
/// ```swift
/// @Test func isRetired() {
///     assertRetired("1.0.0", plan: PostsMigrationPlan.self)
/// }
/// ```
///
/// A copy of the store is opened with ``SafeModelContainer``, as an app with the plan's last version opens it.
///
/// - Parameters:
///   - version: the name that the version was frozen under, such as `1.0.0`.
///   - plan: the app's plan.
///   - group: the group of the plan's fixtures; nil for the group named after the plan.
///   - fileID: the test's `#fileID`, for the location of a failure.
///   - file: the path of the test's file, where the search for the fixture tree starts.
///   - line: the line of a failure.
///   - column: the column of a failure.
public func assertRetired(
    _ version: String, plan: any SchemaMigrationPlan.Type, group: String? = nil, fileID: StaticString = #fileID,
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let location = TestLocation(fileID: fileID, file: file, line: line, column: column)
    do {
        let fixture = try Fixture(version, group: group ?? String(describing: plan), file: location.path)
        guard let problem = try retirementProblem(of: fixture, plan) else { return }
        TestFailure.record("the \(version) store isn't rejected as retired: \(problem)", at: location)
    } catch {
        TestFailure.record("\(version) can't be opened: \(ErrorText(error).text)", at: location)
    }
}

/// Returns the reason that a plan doesn't reject a fixture's store as retired, or nil if it does.
func retirementProblem(of fixture: Fixture, _ plan: any SchemaMigrationPlan.Type) throws -> String? {
    guard let last = plan.schemas.last else { return "\(plan) lists no versions" }
    do {
        _ = try SafeModelContainer.make(for: last, plan: plan, storeURL: fixture.url)
        return "\(plan) opens it. Remove the version from the plan's retired versions"
    } catch {
        if case .version(.retired(let retired)) = error.cause {
            return retired.version == fixture.version
                ? nil : "it is rejected as \(retired.version). Correct the hashes of the plan's retired versions"
        }
        return ErrorText(error).text
    }
}
