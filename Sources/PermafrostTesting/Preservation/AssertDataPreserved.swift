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
/// The losses that the plan's stages declare with `Drop` are accepted, too. An app with its own `SchemaMigrationPlan`
/// passes them to the assertion:
///
/// ```swift
/// let migration = try migrate(Fixture("3.0.0"), to: PostsSchemaV4.self, plan: PostsMigrationPlan.self)
/// assertDataPreserved(
///     migration, dropping: Drop(\PostsSchemaV3.Post.legacyAuthorName, because: "authors have replaced it"))
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
/// The attachments of a failure are the store before, the store after, and an HTML page with their difference. On
/// Linux, they are also in a folder whose path is in the message. Each test process shows at most ten stores, with at
/// most 100 MB in total.
///
/// > Important: The assertion also fails if an expected change or a declared loss doesn't match the models in the two
/// > stores, for example if a property that is expected to be removed still exists. However, it doesn't check whether
/// > the values of a changed property differ.
///
/// - Parameters:
///   - migration: the completed migration.
///   - changes: the intentional changes, each with its reason.
///   - losses: the properties and models that the migration deletes, with their names in the store before the
///     migration.
///   - fileID: the test's `#fileID`, for the location of a failure.
///   - file: the path of the test's file.
///   - line: the line of a failure.
///   - column: the column of a failure.
public func assertDataPreserved(
    _ migration: Migration, expecting changes: ExpectedChange..., dropping losses: Drop...,
    fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    assertPreserved(
        migration, changes, losses, at: TestLocation(fileID: fileID, file: file, line: line, column: column))
}

/// Compares the stores before and after a migration. Use it instead of
/// ``assertDataPreserved(_:expecting:dropping:fileID:file:line:column:)`` to examine the differences.
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
///   - losses: the properties and models that the migration deletes, with their names in the store before the migration.
/// - Returns: the differences, and the number of rows, values and links that were compared.
/// - Throws: `StoreError` if a store can't be read; SwiftData's error if it can't make a container from an intermediate
///   version; `MigrationError` if the plan doesn't migrate from one version to the next.
public func verifyDataPreserved(
    _ migration: Migration, expecting changes: [ExpectedChange] = [], dropping losses: [Drop] = []
) throws -> DataDiff {
    try migration.check(expecting: changes, dropping: losses).run()
}

func assertPreserved(
    _ migration: Migration, _ changes: [ExpectedChange], _ losses: [Drop], at location: TestLocation
) {
    do {
        let report = try verifyDataPreserved(migration, expecting: changes, dropping: losses)
        guard !report.passed else { return }
        TestFailure.record("\(report)", showing: { [try migration.evidence(of: DifferencePage(report))] }, at: location)
    } catch {
        TestFailure.record(
            "the stores of \(migration.description) can't be compared: \(ErrorText(error).text)", at: location)
    }
}

/// A comparison of a store's data before and after a migration, with every difference that the test doesn't expect. See
/// ``verifyDataPreserved(_:expecting:dropping:)``.
public typealias DataDiff = PermafrostStore.DataDiff
/// A change to the data that a migration makes intentionally, with the reason. Pass expected changes to an assertion,
/// which fails if any other data changed.
public typealias ExpectedChange = PermafrostStore.ExpectedChange
/// A declaration that a migration deletes a property or a model intentionally, with the reason.
public typealias Drop = Permafrost.Drop

extension Migration {
    /// Copies the stores before and after the migration, and writes the page, for a failure to show.
    ///
    /// - Parameter page: the page with the difference.
    /// - Throws: an error if a store can't be copied, or if the page can't be written.
    func evidence(of page: DifferencePage) throws -> StoreEvidence {
        try StoreEvidence(of: [("before", before.url), ("after", after.url)], page: page)
    }

    /// Returns a check that compares the stores before and after the migration. Its result omits the changes that a
    /// test expects.
    ///
    /// - Throws: `StoreError` if a store can't be read; SwiftData's error if it can't make a container from an
    ///   intermediate version; `MigrationError` if the plan doesn't migrate from one version to the next.
    func check(expecting changes: [ExpectedChange], dropping losses: [Drop] = []) throws -> PreservationCheck {
        try rehearsal.check(
            rehearsal.expectation(
                subject: description, through: versions, plan: plan, changes: changes, dropping: losses))
    }
}
