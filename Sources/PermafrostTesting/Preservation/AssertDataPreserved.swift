import Permafrost
import PermafrostStore

/// Fails if a migration lost or changed data, except for the changes that the test expects. Use it in the test of every
/// migration.
///
/// ```swift
/// let migration = try migrate(Fixture("1.0.0"), to: PostsSchemaV4.self, plan: PostsMigrationPlan.self)
/// assertDataPreserved(
///     migration, expecting: .added("Post.publishedAt", because: "an old post was published when it was created"),
///     .added("Post.slug", because: "the stage makes it from the title"))
/// ```
///
/// Both stores are read with SQL and with the models that they contain, independently of the runtime that migrated
/// them. The assertion compares:
/// - the rows of every entity, matched by primary key;
/// - every value of every property that both models have. Renamed properties are matched by their original names
///   through every version of the plan;
/// - the elements of composites, and the files of large values;
/// - every reference between rows;
/// - the values of new properties, which must equal the declared default. If that default differs each time or isn't
///   known, any value except nil is accepted.
///
/// > Important: The assertion also fails if an expected change doesn't match the models in the two stores, for example
/// > if a property that is expected to be removed still exists. However, it doesn't check whether the values of a
/// > changed property differ.
///
/// - Parameters:
///   - migration: the completed migration.
///   - changes: the intentional changes, each with its reason.
///   - fileID: the test's `#fileID`, for the location of a failure.
///   - file: the path of the test's file.
///   - line: the line of a failure.
///   - column: the column of a failure.
public func assertDataPreserved(
    _ migration: Migration, expecting changes: ExpectedChange..., fileID: StaticString = #fileID,
    file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    assertPreserved(
        migration, changes, at: TestLocation(fileID: fileID, file: file, line: line, column: column))
}

/// Compares the stores before and after a migration. Use it instead of
/// ``assertDataPreserved(_:expecting:fileID:file:line:column:)`` to examine the differences.
///
/// ```swift
/// let migration = try migrate(Fixture("1.0.0"), to: PostsSchemaV4.self, plan: PostsMigrationPlan.self)
/// let report = try verifyDataPreserved(migration)
/// for difference in report.differences { print(difference) }
/// ```
///
/// - Parameters:
///   - migration: the completed migration.
///   - changes: the intentional changes, each with its reason.
/// - Returns: the differences, and the number of rows, values and links that were compared.
/// - Throws: `StoreError` if a store can't be read; SwiftData's error if it can't make a container from an intermediate
///   version; `MigrationError` if the plan doesn't migrate from one version to the next.
public func verifyDataPreserved(
    _ migration: Migration, expecting changes: [ExpectedChange] = []
) throws -> DataDiff {
    try migration.check(expecting: changes).run()
}

func assertPreserved(_ migration: Migration, _ changes: [ExpectedChange], at location: TestLocation) {
    do {
        let report = try verifyDataPreserved(migration, expecting: changes)
        if !report.isPreserved { TestFailure.record("\(report)", at: location) }
    } catch {
        TestFailure.record(
            "the stores of \(migration.description) can't be compared: \(ErrorText(error).text)", at: location)
    }
}

/// A comparison of a store's data before and after a migration, with every difference that the test doesn't expect. See
/// ``verifyDataPreserved(_:expecting:)``.
public typealias DataDiff = PermafrostStore.DataDiff
/// A change to the data that a migration makes intentionally, with the reason. An assertion that receives the change
/// fails if any other data changed.
public typealias ExpectedChange = PermafrostStore.ExpectedChange

extension Migration {
    /// Returns a check that compares the stores before and after the migration. Its result omits the changes that a
    /// test expects.
    ///
    /// - Throws: `StoreError` if a store can't be read; SwiftData's error if it can't make a container from an
    ///   intermediate version; `MigrationError` if the plan doesn't migrate from one version to the next.
    func check(expecting changes: [ExpectedChange]) throws -> PreservationCheck {
        try rehearsal.check(
            rehearsal.expectation(
                subject: description, through: versions, plan: plan, changes: changes))
    }
}
