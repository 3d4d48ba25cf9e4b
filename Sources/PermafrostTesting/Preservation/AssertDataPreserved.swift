import Permafrost
import PermafrostStore

/// Fails if a migration lost or changed anything that the test does not declare.
///
/// Both stores are read by SQL with the models that they carry, independently of the runtime that migrated: the rows of
/// every entity, every value of every property that both models have (renames followed, by original names and over every
/// version of the plan), composites element by element, large values with their files, every reference between rows, and
/// new properties, which must be at a declared default. Rows are the same where their primary key is.
///
///     assertDataPreserved(
///         migration, expecting: .removed("Post.subtitle", because: "nobody used it"),
///         .added("Post.slug", because: "the stage makes it of the title"))
///
/// - Parameters:
///   - migration: the migration, carried out.
///   - changes: what the migration does on purpose. What turns out not to be so fails, too.
///   - fileID: the test's file as the compiler names it, where a failure is shown.
///   - file: the test's path.
///   - line: the line of a failure.
///   - column: its column.
public func assertDataPreserved(
    _ migration: Migration, expecting changes: ExpectedChange..., fileID: StaticString = #fileID,
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    assertPreserved(
        migration, changes, at: TestLocation(fileID: fileID, file: file, line: line, column: column))
}

/// Compares the stores before and after a migration, as ``assertDataPreserved(_:expecting:fileID:file:line:column:)`` does.
///
/// - Throws: `StoreError` if a store cannot be read, SwiftData's error if no container can be made of a version
///   between.
public func verifyDataPreserved(
    _ migration: Migration, expecting changes: [ExpectedChange] = []
) throws -> PreservationReport {
    try migration.check(expecting: changes).run()
}

func assertPreserved(_ migration: Migration, _ changes: [ExpectedChange], at location: TestLocation) {
    do {
        let report = try verifyDataPreserved(migration, expecting: changes)
        if !report.isPreserved { TestFailure.record("\(report)", at: location) }
    } catch {
        TestFailure.record(
            "the stores of \(migration.description) cannot be compared: \(ErrorText(error).text)", at: location)
    }
}

/// What a migration did to the data of a store, beyond what the test declares.
public typealias PreservationReport = PermafrostStore.PreservationReport
/// Something that a migration changes on purpose, with the reason. Everything else must come through as it was.
public typealias ExpectedChange = PermafrostStore.ExpectedChange

extension Migration {
    /// The comparison of the stores before and after, against what a test declares of the migration.
    ///
    /// - Throws: `StoreError` if a store cannot be read, SwiftData's error if no container can be made of a version between,
    ///   `MigrationError` if the plan does not lead there.
    func check(expecting changes: [ExpectedChange]) throws -> PreservationCheck {
        try rehearsal.check(
            rehearsal.expectation(
                subject: description, through: versions, plan: plan.map { MigrationPlan($0) }, changes: changes))
    }
}
