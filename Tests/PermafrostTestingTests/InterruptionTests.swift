import Foundation
import Permafrost
import PermafrostTestSupport
import SwiftData
import Testing

@testable import CartographerExample
@testable import PermafrostTesting
@testable import PostsExample
@testable import TripsExample
@testable import UsersExample

#if os(Linux) || os(macOS)
    /// Processes that migrate the examples and a plan with planted faults are killed at many points.
    @Suite(.serialized, .enabled(if: TestRun.isWhole)) struct InterruptionTests {
        private typealias Kind = InterruptionReport.Point.Kind

        @Test func theExamplesSurvive() throws {
            for (plan, group) in [
                (CartographerMigrationPlan.self, "CartographerMigrationPlan"),
                (PostsMigrationPlan.self, "PostsMigrationPlan"), (UsersMigrationPlan.self, "UsersMigrationPlan"),
            ] as [(any SchemaMigrationPlan.Type, String)] {
                let report = try verifySurvivesInterruption(Fixture("1.0.0", group: group), plan: plan, at: .sample(6))
                Self.expectSurvived(report)
            }
            if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
                let fixture = try Fixture("1.0.0", group: "TripsMigrationPlan")
                Self.expectSurvived(
                    try verifySurvivesInterruption(fixture, plan: TripsMigrationPlan.self, at: .sample(6)))
            }
        }

        private static func expectSurvived(_ report: InterruptionReport) {
            #expect(report.passed, "\(report)")
            #expect(report.killed >= 4, "\(report)")
            #if os(Linux)
                #expect(report.points.contains { $0.kind == .sqliteCall }, "\(report)")
            #endif
            #expect(report.tried.contains { $0.kind == .fileCall }, "\(report)")
            print(report)
        }

        /// The rows are migrated in batches of 5,000.
        @Test func aMigrationIsKilledAfterBatches() throws {
            let store = try seed(schema: PostsSchemaV1.self, count: 6000)
            let report = try verifySurvivesInterruption(
                store, plan: PostsMigrationPlan.self, at: .sample(3, of: [.batch]))
            #expect(report.passed, "\(report)")
            #expect(report.killed >= 3)
            #expect(report.points.contains { $0.kind == .batch && $0.place.hasSuffix("5000 rows") }, "\(report)")
        }

        /// A stage's closure that adds to a value can't be repeated, and neither can one that adds to a file.
        @Test func aStageThatCountsTwiceIsFound() throws {
            let store = try CountedPlan.store()
            let report = try verifySurvivesInterruption(
                store, plan: CountedPlan.self, at: .sample(.max, of: [.operation, .repetition]))
            #expect(!report.passed)
            let repeated = try #require(report.failures.first { $0.point.kind == .repetition })
            #expect(repeated.point.place == "stage 1.0.0 → 2.0.0, didMigrate")
            #expect(repeated.problem.contains("Row.count of row 1 was 1 and is now 2"), "\(repeated.problem)")
            #expect(repeated.problem.contains("let it find the rows that it has finished"), "\(repeated.problem)")
            // The values in the store are rolled back with the transaction, unlike the file.
            let killed = report.failures.filter { $0.point.kind == .operation }
            #expect(killed.contains { $0.point.place == "stage 1.0.0 → 2.0.0, didMigrate has run" }, "\(report)")
            for failure in killed {
                #expect(failure.problem.contains("the file runs.txt next to the store has"), "\(failure.problem)")
                #expect(!failure.problem.contains("Row.count"), "\(failure.problem)")
                #expect(
                    failure.problem.contains("stage 1.0.0 → 2.0.0, didMigrate: ran before the kill and again."),
                    "\(failure.problem)")
            }
            print(report)
        }

        /// A hook that adds to a value runs again if the process ends before the end of the hook is recorded.
        @Test func aHookThatCountsTwiceIsFound() throws {
            let plan = MigrationPlan(
                schemas: [CountedV1.self, CountedV2.self],
                postMigration: { migrated in
                    guard let container = migrated.container else { return }
                    let context = ModelContext(container)
                    for row in try context.fetch(FetchDescriptor<CountedV2.Row>()) { row.count += 1 }
                    try context.save()
                },
                stages: { Stage(from: CountedV1.self, to: CountedV2.self) })
            let report = try verifySurvivesInterruption(
                CountedPlan.store(), plan: plan, at: .sample(.max, of: [.operation]))
            let failure = try #require(report.failures.first, "\(report)")
            #expect(report.failures.count == 1, "\(report)")
            #expect(failure.point.place == "postMigration has run")
            #expect(failure.problem.contains("Row.count of row 1 was 1 and is now 2"), "\(failure.problem)")
            #expect(failure.problem.contains("postMigration: ran before the kill and again."), "\(failure.problem)")
        }

        @Test("Without processes, errors stop the migration, and nothing passes", arguments: [true, false])
        func withoutProcesses(isSound: Bool) throws {
            var run = InterruptionRun(
                fixture: isSound ? try Fixture("1.0.0", group: "PostsMigrationPlan") : try CountedPlan.store(),
                plan: MigrationPlan(isSound ? PostsMigrationPlan.self : CountedPlan.self), safety: .backupAndRollback,
                choice: .sample(40), excluded: [], test: RunningTest(arguments: ["--no-such-argument"]),
                location: TestLocation())
            run.environment = ["XCTestConfigurationFilePath": "/Tests.xctestconfiguration", "PATH": "/usr/bin:/bin"]
            let report = try run.report()
            #expect(!report.passed)
            #expect(report.killed == 0)
            #expect(report.limitation?.contains("Xcode started this process") == true, "\(report)")
            #expect(report.failures.isEmpty == isSound, "\(report)")
            #expect(report.tried.count > 5, "\(report)")
            #expect(report.notTried.contains { $0.kind == .fileCall }, "\(report)")
            #expect("\(report)".contains("No process was killed: Xcode started this process"), "\(report)")
            withKnownIssue { run.assert(.fail) }
            if !isSound { withKnownIssue { run.assert(.skip) } }
        }

        /// The function runs outside of a test, or its program can't be started for one test.
        @Test func outsideOfATestTheCheckFails() throws {
            let run = InterruptionRun(
                fixture: try Fixture("1.0.0", group: "UsersMigrationPlan"),
                plan: MigrationPlan(UsersMigrationPlan.self),
                safety: .backupAndRollback, choice: .sample(4), excluded: [], test: nil, location: TestLocation())
            let report = try run.report()
            #expect(!report.passed)
            #expect(report.failures.isEmpty)
            #expect(report.limitation == "no test of Swift Testing or XCTest is running in this task")
        }

        /// A choice without a point where a process is killed fails with its reason, and still shows what it found.
        @Test func aChoiceOfOnlyRepetitionsFails() throws {
            let report = try verifySurvivesInterruption(
                CountedPlan.store(), plan: CountedPlan.self, at: .sample(2, of: [.repetition]))
            #expect(!report.passed)
            #expect(report.killed == 0)
            #expect(report.problem?.contains("only repetitions were chosen") == true, "\(report)")
            #expect("\(report)".contains("Row.count of row 1 was 1 and is now 2"), "\(report)")
            let none = try verifySurvivesInterruption(
                CountedPlan.store(), plan: CountedPlan.self, at: .sample(2, of: []))
            #expect(!none.passed)
            #expect(none.problem?.contains("has no points of the chosen kinds") == true, "\(none)")
        }

        /// The stage succeeds in the first two processes, which aren't interrupted, and fails in all later ones.
        @Test func aMigrationThatFailsBeforeItsPointIsReported() throws {
            let folder = try ScratchFolder()
            var run = InterruptionRun(
                fixture: try CountedPlan.store(), plan: MigrationPlan(FailingLaterPlan.self),
                safety: .backupAndRollback, choice: .sample(.max, of: [.operation]), excluded: [],
                test: RunningTest.ofSwiftTesting, location: TestLocation())
            // The other processes already have this variable.
            let variable = FailingLaterPlan.variable
            run.environment[variable] = run.environment[variable] ?? folder.path("runs.txt")
            let report = try run.report()
            #expect(!report.passed, "\(report)")
            let failed = report.failures.filter { $0.problem.contains("failed before it reached this point") }
            #expect(!failed.isEmpty, "\(report)")
            #expect(!report.notTried.contains { $0.kind == .operation }, "\(report)")
        }

        /// The first two processes reach the test and later ones don't, so the points aren't tried in this process instead.
        @Test func aProcessThatDoesNotStartLaterIsAProblem() throws {
            let variable = "PERMAFROST_TEST_STARTS"
            if let path = ProcessInfo.processInfo.environment[variable] {
                let starts = FileManager.default.contents(atPath: path) ?? Data()
                guard starts.count < 2 else { return }
                try (starts + Data("x".utf8)).write(to: URL(fileURLWithPath: path))
            }
            let folder = try ScratchFolder()
            var run = InterruptionRun(
                fixture: try Fixture("1.0.0", group: "UsersMigrationPlan"),
                plan: MigrationPlan(UsersMigrationPlan.self), safety: .backupAndRollback, choice: .sample(2),
                excluded: [], test: RunningTest.ofSwiftTesting, location: TestLocation())
            run.environment[variable] = run.environment[variable] ?? folder.path("starts.txt")
            let report = try run.report()
            #expect(report.limitation == nil, "\(report)")
            #expect(report.problem?.contains("wasn't tried: ") == true, "\(report)")
            #expect(report.problem?.contains("ended without running the test") == true, "\(report)")
            #expect(!report.passed)
        }

        @Test func aStoreOfTheLastVersionDoesNotPass() throws {
            let fixture = try Fixture("4.0.0", group: "PostsMigrationPlan")
            let report = try verifySurvivesInterruption(fixture, plan: PostsMigrationPlan.self, at: .sample(1))
            #expect(report.problem == "nothing is migrated: the store already has the plan's last version", "\(report)")
            #expect(!report.passed)
        }
    }
#endif

@Suite struct InterruptionChoiceTests {
    private let points = InterruptionReport.Point.Kind.allCases.flatMap { kind in
        (1...40).map { InterruptionReport.Point(kind: kind, number: $0, place: "") }
    }

    @Test(arguments: [
        (InterruptionChoice.sample(), [:], 24), (.sample(0), [:], 1), (.all, [:], 200),
        (.sample(9, of: [.batch]), [:], 9), (.sample(900, of: [.batch]), [:], 40),
        (.sample(), ["PERMAFROST_INTERRUPTIONS": "all"], 200), (.all, ["PERMAFROST_INTERRUPTIONS": "7"], 7),
        (.sample(5), ["PERMAFROST_INTERRUPTIONS": "many"], 5),
    ]) func theNumberOfPointsIsLimited(_ choice: InterruptionChoice, _ environment: [String: String], _ count: Int) {
        let chosen = choice.overridden(by: environment).points(of: points)
        #expect(chosen.count == count)
        #expect(chosen == choice.overridden(by: environment).points(of: points))
    }

    @Test func eachKindHasItsShareAndASeedItsPoints() {
        let chosen = InterruptionChoice.sample(20).points(of: points)
        #expect(InterruptionReport.Point.Kind.allCases.allSatisfy { kind in chosen.count { $0.kind == kind } == 4 })
        #expect(InterruptionChoice.sample(20, seed: 1).points(of: points) != chosen)
        let seeded = InterruptionChoice.sample(20).overridden(by: ["PERMAFROST_SEED": "1"])
        #expect(seeded == .sample(20, seed: 1))
    }
}

private enum CountedV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Row.self] }

    @Model final class Row {
        var name: String
        init(name: String) { self.name = name }
    }
}

private enum CountedV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Row.self] }

    @Model final class Row {
        var name: String
        var count: Int = 0
        init(name: String) { self.name = name }
    }
}

/// A plan whose stage fails from its third run on. It counts its runs in a file that an environment variable names.
private enum FailingLaterPlan: SchemaMigrationPlan {
    private struct Failure: Error {}

    static let variable = "PERMAFROST_TEST_RUNS"

    static var schemas: [any VersionedSchema.Type] { [CountedV1.self, CountedV2.self] }
    static var stages: [MigrationStage] {
        [
            .custom(
                fromVersion: CountedV1.self, toVersion: CountedV2.self, willMigrate: nil,
                didMigrate: { _ in
                    guard let path = ProcessInfo.processInfo.environment[variable] else { return }
                    let runs = FileManager.default.contents(atPath: path) ?? Data()
                    guard runs.count < 2 else { throw Failure() }
                    try (runs + Data("x".utf8)).write(to: URL(fileURLWithPath: path))
                })
        ]
    }
}

/// A plan whose stage adds to each row, and adds a line to a file next to the store.
private enum CountedPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [CountedV1.self, CountedV2.self] }
    static var stages: [MigrationStage] {
        [
            .custom(
                fromVersion: CountedV1.self, toVersion: CountedV2.self, willMigrate: nil,
                didMigrate: { context in
                    for row in try context.fetch(FetchDescriptor<CountedV2.Row>()) { row.count += 1 }
                    try context.save()
                    guard let store = context.container.configurations.first?.url else { return }
                    let file = store.deletingLastPathComponent().appendingPathComponent("runs.txt")
                    let runs = FileManager.default.contents(atPath: file.path) ?? Data()
                    try (runs + Data("run\n".utf8)).write(to: file)
                })
        ]
    }

    static func store() throws -> Fixture {
        try fixture(schema: CountedV1.self) { context in
            context.insert(CountedV1.Row(name: "first"))
            context.insert(CountedV1.Row(name: "second"))
        }
    }
}
