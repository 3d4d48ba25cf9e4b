import Foundation
import Permafrost
import PermafrostFixtures
import PermafrostStore
import SwiftData

/// The migrations from each frozen version of a plan to each later version, which are run in two ways: directly, for a
/// user who skipped releases, and step by step, for a user who installed all of them. Both must produce the same
/// content. Users' stores that were added to a version are also migrated.
///
/// Most tests only need the assertion:
///
/// ```swift
/// @Test func everyPairOfVersions() {
///     assertMigrationMatrix(plan: PostsMigrationPlan.self)
/// }
/// ```
///
/// ## Processes
/// On Apple's platforms, a process can't reopen a store after a failed attempt, and two versions of the same entity
/// interfere with each other. So on Linux and macOS, `swift test` migrates each pair in a separate process, which runs
/// only the test that verifies the matrix.
///
/// On Apple's platforms, a process can't reopen a store after a failed attempt, and two versions of the same entity
/// interfere with each other. Therefore, on Linux and macOS, `swift test` migrates each pair in a separate process,
/// which runs only the test that verifies the matrix.
public struct MigrationMatrix: Sendable {
    /// An earlier and a later version of the plan.
    public struct Pair: Sendable, Hashable, Codable, CustomStringConvertible {
        /// The name of the earlier version, which is frozen.
        public let from: String
        /// The name of the later version, or its version identifier if it isn't frozen.
        public let to: String

        /// The pair in messages, such as `1.0.0 → 3.0.0`.
        public var description: String { "\(from) → \(to)" }
    }

    /// The result of migrating one pair directly and step by step.
    public struct Outcome: Sendable, Hashable, Codable {
        /// The migrated pair.
        public let pair: Pair
        /// The reason that a migration failed, or the differences between the two results. Nil if both migrations end
        /// in equal content.
        public let problem: String?
        /// The number of rows that were compared; 0 if a migration failed.
        public let rows: Int
    }

    /// The name of the group that contains the plan's fixtures.
    public let group: String
    /// The pairs, sorted by the earlier version and then by the later one, in the order of the plan.
    public let pairs: [Pair]

    private let plan: any SchemaMigrationPlan.Type
    private let versions: [Version]

    private struct Version {
        var schema: any VersionedSchema.Type
        var frozen: FrozenVersion?

        var name: String { frozen?.version.description ?? schema.versionIdentifier.description }
    }

    /// Creates the matrix of a plan. This reads the fixtures, but doesn't migrate them yet.
    ///
    /// - Parameters:
    ///   - plan: the app's plan.
    ///   - group: the group of the plan's fixtures; nil for the group named after the plan.
    ///   - file: the path where the search for the fixture tree starts.
    /// - Throws: ``FixtureError`` if no version of the plan is frozen; ``MigrationTestError`` if a frozen version isn't
    ///   in the plan.
    public init(plan: any SchemaMigrationPlan.Type, group: String? = nil, file: String = #filePath) throws {
        let group = group ?? String(describing: plan)
        let retired = Set(MigrationPlan(plan).retired.map(\.version))
        // A retired version isn't migrated. Its own test expects the error.
        let frozen = try FixtureSearch(file: file).versions(ofGroup: group).filter {
            !retired.contains($0.version.description)
        }
        let schemas = plan.schemas
        let versions = schemas.map { schema in
            Version(schema: schema, frozen: frozen.first { Self.declares(schema, $0) })
        }
        if let unknown = frozen.first(where: { frozen in !schemas.contains { Self.declares($0, frozen) } }) {
            throw MigrationTestError.versionNotInPlan(
                version: unknown.schema ?? "\(unknown.version)", plan: "\(plan)", listed: schemas.map { "\($0)" })
        }
        self.group = group
        self.plan = plan
        self.versions = versions
        pairs = versions.indices.filter { versions[$0].frozen != nil }.flatMap { from in
            versions[(from + 1)...].map { Pair(from: versions[from].name, to: $0.name) }
        }
    }

    /// The pair of the oldest frozen version and the latest version; nil if there are no pairs. Used on Apple's platforms.
    var widest: Pair? { pairs.first.flatMap { first in pairs.last { $0.from == first.from } } }

    /// Returns whether a type declares a frozen version. Compares the type's name or, if the fixture doesn't record a
    /// name, the version number.
    private static func declares(_ schema: any VersionedSchema.Type, _ frozen: FrozenVersion) -> Bool {
        guard let name = frozen.schema else {
            return schema.versionIdentifier.description == frozen.version.description
        }
        return name == String(describing: schema) || name.hasSuffix("." + String(describing: schema))
    }

    /// Migrates a pair directly and step by step in this process, and compares the results.
    ///
    /// > Note: On Apple's platforms, verify only one pair per process.
    ///
    /// - Parameters:
    ///   - pair: the versions to migrate between.
    ///   - excluded: properties and entities whose values differ in each migration, such as `Post.id` or `Post`.
    /// - Returns: the result. If a migration fails, the result's ``Outcome/problem`` contains the error.
    public func verify(_ pair: Pair, excluding excluded: [String] = []) -> Outcome {
        compare(pair, excluding: excluded) { _, _ in nil }.outcome
    }

    /// Migrates a pair directly and step by step in this process, and compares the results.
    ///
    /// - Parameters:
    ///   - excluded: properties and entities whose values differ in each migration.
    ///   - copy: copies the stores for the failure's attachments. Called only if the results differ. Its errors are
    ///     ignored.
    func compare(
        _ pair: Pair, excluding excluded: [String],
        evidence copy: ([(role: String, url: URL)], DifferencePage) throws -> StoreEvidence?
    ) -> (outcome: Outcome, evidence: StoreEvidence?) {
        do {
            return try migrateBothWays(pair, excluded, copy)
        } catch {
            return (Outcome(pair: pair, problem: ErrorText(error).text, rows: 0), nil)
        }
    }

    private func migrateBothWays(
        _ pair: Pair, _ excluded: [String],
        _ copy: ([(role: String, url: URL)], DifferencePage) throws -> StoreEvidence?
    ) throws -> (Outcome, StoreEvidence?) {
        guard let from = versions.firstIndex(where: { $0.name == pair.from && $0.frozen != nil }),
            let to = versions.firstIndex(where: { $0.name == pair.to }), from < to, let frozen = versions[from].frozen
        else {
            throw MigrationTestError.versionNotInPlan(
                version: "\(pair)", plan: "\(plan)", listed: pairs.map(\.description))
        }
        let schemas = versions[(from + 1)...to].map(\.schema)
        var rows = 0
        // Users' stores contain cases that the sample rows don't have.
        let fixtures = try [Fixture(frozen)] + NamedStore.all(of: frozen.fixture).map { try Fixture($0) }
        for fixture in fixtures {
            let (outcome, evidence) = try migrateBothWays(fixture, schemas, pair, excluded, copy)
            rows += outcome.rows
            if outcome.problem != nil { return (outcome, evidence) }
        }
        return (Outcome(pair: pair, problem: nil, rows: rows), nil)
    }

    private func migrateBothWays(
        _ fixture: Fixture, _ steps: [any VersionedSchema.Type], _ pair: Pair, _ excluded: [String],
        _ copy: ([(role: String, url: URL)], DifferencePage) throws -> StoreEvidence?
    ) throws -> (Outcome, StoreEvidence?) {
        let stepwise = try migrate(fixture, through: steps, plan: plan)
        let jump = try migrate(fixture, through: Array(steps.suffix(1)), plan: plan)
        let expected = excluded.map { path in ExpectedChange.changed(path, because: "evaluated each time") }
        let report = try PreservationCheck(
            comparing: jump.after.url.path, with: stepwise.after.url.path, expecting: expected, subject: "\(pair)"
        ).run()
        guard !report.passed else { return (Outcome(pair: pair, problem: nil, rows: report.rows), nil) }
        // A store that can't be copied doesn't change the result.
        let evidence = try? copy(
            [
                ("before", jump.before.url), ("direct", jump.after.url), ("step-by-step", stepwise.after.url),
            ], DifferencePage(report, columns: ("Direct", "Step by step")))
        return (Outcome(pair: pair, problem: Self.text(report, pair), rows: report.rows), evidence)
    }

    private static func text(_ report: DataDiff, _ pair: Pair) -> String {
        let lines = report.differences.prefix(10).map { "    \($0)" }
        let more = report.count > 10 ? ["    … and \(report.count - 10) more"] : []
        let heading =
            "the direct and the step-by-step migration have different results (was: direct, is now: step by step)"
        return ([heading] + lines + more).joined(separator: "\n")
    }
}

/// Fails if a direct and a step-by-step migration between two versions of a plan end in different content, if a
/// migration fails, or if the matrix has no pairs. See ``MigrationMatrix`` for the pairs and for the limitations in
/// Xcode.
///
/// ```swift
/// @Test func everyPairOfVersions() {
///     assertMigrationMatrix(plan: PostsMigrationPlan.self, excluding: "Post.slug")
/// }
/// ```
///
/// - Parameters:
///   - plan: the app's plan.
///   - group: the group of the plan's fixtures; nil for the group named after the plan.
///   - excluded: properties and entities whose values differ in each migration, such as `Post.id` or `Post`.
///   - fileID: the test's `#fileID`, for the location of a failure.
///   - file: the path of the test's file, where the search for the fixture tree starts.
///   - line: the line of a failure.
///   - column: the column of a failure.
public func assertMigrationMatrix(
    plan: any SchemaMigrationPlan.Type, group: String? = nil, excluding excluded: String...,
    fileID: StaticString = #fileID, file: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) {
    let location = TestLocation(fileID: fileID, file: file, line: line, column: column)
    assertMatrix(plan, group, excluded, RunningTest.ofSwiftTesting, at: location)
}

/// Migrates every pair of a ``MigrationMatrix``, each in a separate process. If that isn't possible, migrates the pairs
/// that the test's own process can migrate. Use this function instead of the assertion to examine the results; see
/// ``MatrixReport`` for an example.
///
/// - Parameters:
///   - plan: the app's plan.
///   - group: the group of the plan's fixtures; nil for the group named after the plan.
///   - excluded: properties and entities whose values differ in each migration, such as `Post.id` or `Post`.
///   - file: the path where the search for the fixture tree starts.
/// - Returns: the result of each pair that was migrated.
/// - Throws: ``FixtureError`` if no version of the plan is frozen; ``MigrationTestError`` if a frozen version isn't in
///   the plan; another error if a temporary file can't be created.
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
        let (report, evidence) = try run.reportWithEvidence(file: location.path)
        if !report.passed {
            TestFailure.record("\(report)", showing: { evidence }, at: location)
        } else if let note = report.note {
            TestFailure.warn(note, at: location)
        }
    } catch {
        TestFailure.record("\(plan): \(ErrorText(error).text)", at: location)
    }
}
