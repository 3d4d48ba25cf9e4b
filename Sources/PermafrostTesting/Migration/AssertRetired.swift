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
/// A copy of the store is opened with `SafeModelContainer`, as an app with the plan's last version opens it.
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
        let error = try verifyRetired(version, plan: plan, group: group, file: location.path)
        guard let problem = retirementProblem(error, of: version, plan) else { return }
        TestFailure.record("the \(version) store isn't rejected as retired: \(problem)", at: location)
    } catch {
        TestFailure.record("\(version) can't be opened: \(ErrorText(error).text)", at: location)
    }
}

/// Opens a copy of a frozen version's store as an app with the plan's last version opens it. Use it instead of
/// ``assertRetired(_:plan:group:fileID:file:line:column:)`` to examine the error.
///
/// ```swift
/// let error = try verifyRetired("1.0.0", plan: PostsMigrationPlan.self)
/// print(error?.cause as Any)
/// ```
///
/// - Parameters:
///   - version: the name that the version was frozen under, such as `1.0.0`.
///   - plan: the app's plan.
///   - group: the group of the plan's fixtures; nil for the group named after the plan.
///   - file: the path where the search for the fixture tree starts.
/// - Returns: the error that `SafeModelContainer` throws, or nil if it opens the store.
/// - Throws: ``FixtureError`` if the fixture is missing or damaged; ``MigrationTestError`` if the plan lists no versions.
public func verifyRetired(
    _ version: String, plan: any SchemaMigrationPlan.Type, group: String? = nil, file: String = #filePath
) throws -> MigrationError? {
    let fixture = try Fixture(version, group: group ?? String(describing: plan), file: file)
    guard let last = plan.schemas.last else { throw MigrationTestError.noVersions }
    do throws(MigrationError) {
        _ = try SafeModelContainer.make(for: last, plan: plan, storeURL: fixture.url)
        return nil
    } catch {
        return error
    }
}

/// Returns the reason that an error doesn't mean that a version is retired, or nil if it does.
private func retirementProblem(
    _ error: MigrationError?, of version: String, _ plan: any SchemaMigrationPlan.Type
) -> String? {
    guard let error else { return "\(plan) opens it. Remove the version from the plan's retired versions" }
    guard case .version(.retired(let retired)) = error.cause else { return ErrorText(error).text }
    return retired.version == version
        ? nil : "it is rejected as \(retired.version). Correct the hashes of the plan's retired versions"
}
