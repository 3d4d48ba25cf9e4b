import Foundation
import Permafrost
import PermafrostStore
import SwiftData

/// Every frozen version of a plan with every later version, each migrated twice: by a jump, as a user who skipped releases
/// does, and step by step, as one who took them all. Both must end in equal content.
///
///     assertMigrationMatrix(plan: AppMigrationPlan.self)
///
/// A failed open cannot be repeated in the same process on Apple's platforms, and two versions of one entity disturb each
/// other there. So `swift test` on Linux and macOS runs each pair in a process of its own: the test's bundle, with this one test.
///
/// In a simulator, on a device, and in tests that Xcode or `xcodebuild` runs, no process can be started for one test. There a
/// run does one pair: the one that the environment variable `PERMAFROST_MATRIX_PAIR` names (`Group/1.0.0/3.0.0`), else oldest to
/// newest. The report says so (``MatrixReport/limitation``, ``MatrixReport/skipped``), and so does the assertion: with a warning
/// in Swift Testing, and in the system's log in XCTest.
public struct MigrationMatrix: Sendable {
    /// Two versions of the plan.
    public struct Pair: Sendable, Hashable, Codable, CustomStringConvertible {
        /// The frozen version's name.
        public let from: String
        /// The later version: its name where it is frozen, else its identifier.
        public let to: String

        /// `1.0.0 → 3.0.0`
        public var description: String { "\(from) → \(to)" }
    }

    /// What came of one pair.
    public struct Outcome: Sendable, Hashable, Codable {
        /// The pair.
        public let pair: Pair
        /// What is wrong; nil if both ways end in equal content.
        public let problem: String?
        /// The rows that both ways ended with.
        public let rows: Int
    }

    /// The group's name.
    public let group: String
    /// The pairs, by the older version and then by the later one.
    public let pairs: [Pair]

    private let plan: any SchemaMigrationPlan.Type
    private let versions: [Version]

    /// A version of the plan.
    private struct Version {
        var schema: any VersionedSchema.Type
        var frozen: FrozenVersion?

        var name: String { frozen?.version.description ?? schema.versionIdentifier.description }
    }

    /// The matrix of a plan.
    ///
    /// - Parameters:
    ///   - plan: the app's plan.
    ///   - group: the group of its fixtures; nil for the one named after the plan.
    ///   - file: where the search for the fixture tree starts.
    /// - Throws: ``FixtureError`` if no version of the plan is frozen, ``MigrationTestError`` if a frozen version is not
    ///   in the plan.
    public init(plan: any SchemaMigrationPlan.Type, group: String? = nil, file: String = #filePath) throws {
        let group = group ?? String(describing: plan)
        let search = FixtureSearch(file: file)
        let frozen = search.versions(ofGroup: group)
        guard let first = frozen.first else {
            throw FixtureError.missing(version: "any version", group: group, trees: search.trees, known: [])
        }
        let schemas = plan.schemas
        let versions = schemas.map { schema in
            Version(schema: schema, frozen: frozen.first { Self.declares(schema, $0) })
        }
        if let unknown = frozen.first(where: { frozen in !schemas.contains { Self.declares($0, frozen) } }) {
            throw MigrationTestError.versionNotInPlan(
                version: unknown.schema ?? "\(first.version)", plan: "\(plan)", listed: schemas.map { "\($0)" })
        }
        self.group = group
        self.plan = plan
        self.versions = versions
        pairs = versions.indices.filter { versions[$0].frozen != nil }.flatMap { from in
            versions[(from + 1)...].map { Pair(from: versions[from].name, to: $0.name) }
        }
    }

    /// From the oldest frozen version to the newest one; nil if nothing is left to migrate.
    var widest: Pair? { pairs.first.flatMap { first in pairs.last { $0.from == first.from } } }

    /// Whether a type is the one that declared a frozen version: by its name, or by its version where the fixture names
    /// no type.
    private static func declares(_ schema: any VersionedSchema.Type, _ frozen: FrozenVersion) -> Bool {
        guard let name = frozen.schema else {
            return schema.versionIdentifier.description == frozen.version.description
        }
        return name == String(describing: schema) || name.hasSuffix("." + String(describing: schema))
    }

    /// Migrates both ways, in this process, and compares.
    ///
    /// - Parameters:
    ///   - pair: the versions to migrate between.
    ///   - excluded: properties and entities whose values the plan makes anew each time: `Post.id`, `Post`.
    public func verify(_ pair: Pair, excluding excluded: [String] = []) -> Outcome {
        do {
            return try migrateBothWays(pair, excluded)
        } catch {
            return Outcome(pair: pair, problem: ErrorText(error).text, rows: 0)
        }
    }

    private func migrateBothWays(_ pair: Pair, _ excluded: [String]) throws -> Outcome {
        guard let from = versions.firstIndex(where: { $0.name == pair.from && $0.frozen != nil }),
            let to = versions.firstIndex(where: { $0.name == pair.to }), from < to, let frozen = versions[from].frozen
        else {
            throw MigrationTestError.versionNotInPlan(
                version: "\(pair)", plan: "\(plan)", listed: pairs.map(\.description))
        }
        let fixture = try Fixture(frozen)
        let steps = versions[(from + 1)...to].map(\.schema)
        let stepwise = try migrate(fixture, through: steps, plan: plan)
        let jump = try migrate(fixture, through: [versions[to].schema], plan: plan)
        let expected = excluded.map { path in ExpectedChange.changed(path, because: "made anew each time") }
        let report = try PreservationCheck(
            comparing: jump.after.url.path, with: stepwise.after.url.path, expecting: expected, subject: "\(pair)"
        ).run()
        let problem = report.isPreserved ? nil : Self.text(report, pair)
        return Outcome(pair: pair, problem: problem, rows: report.rows)
    }

    private static func text(_ report: PreservationReport, _ pair: Pair) -> String {
        let lines = report.differences.prefix(10).map { "    \($0)" }
        let more = report.count > 10 ? ["    … and \(report.count - 10) more"] : []
        return (["by a jump it ends otherwise than step by step (was: the jump, is: the steps)"] + lines + more)
            .joined(separator: "\n")
    }
}

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
