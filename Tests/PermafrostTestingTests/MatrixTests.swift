import Foundation
import PermafrostTestSupport
import SwiftData
import Testing

@testable import CartographerExample
@testable import PermafrostTesting
@testable import PostsExample
@testable import UsersExample

/// The posts' plan with a last stage whose result differs in each migration.
private enum ForgetfulPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { PostsMigrationPlan.schemas }
    static var stages: [MigrationStage] {
        let isLast = ProcessInfo.processInfo.environment["NEVER"] == nil
        return PostsMigrationPlan.stages.dropLast() + [
            .custom(
                fromVersion: PostsSchemaV3.self, toVersion: PostsSchemaV4.self, willMigrate: nil,
                didMigrate: { context in
                    guard isLast else { return }
                    for post in try context.fetch(FetchDescriptor<PostsSchemaV4.Post>()) {
                        // The direct and the step-by-step migration get different slugs.
                        post.slug = UUID().uuidString
                    }
                    try context.save()
                })
        ]
    }
}

@Suite(.enabled(if: TestRun.isWhole)) struct MatrixTests {
    @Test func everyPairOfVersionsIsIncluded() throws {
        let matrix = try MigrationMatrix(plan: PostsMigrationPlan.self)
        #expect(
            matrix.pairs.map(\.description) == [
                "1.0.0 → 2.0.0", "1.0.0 → 3.0.0", "1.0.0 → 4.0.0", "2.0.0 → 3.0.0", "2.0.0 → 4.0.0", "3.0.0 → 4.0.0",
            ])
    }

    /// Each migration runs in its own process: this bundle, with this test.
    @Test func bothRoutesEndInEqualStores() throws {
        assertMigrationMatrix(plan: CartographerMigrationPlan.self)
        let report = try verifyMigrationMatrix(plan: PostsMigrationPlan.self)
        #expect(report.isEqual, "\(report)")
        #expect(report.isIsolated)
    }

    /// Xcode's agent can't run one test by arguments, so no process is started. The test's own arguments would make it
    /// end at once.
    @Test func underXcodeThePairsAreMigratedInProcess() throws {
        let test = RunningTest(arguments: ["--no-such-argument"])
        let run = MatrixRun(
            plan: PostsMigrationPlan.self, group: nil, excluded: [], test: test,
            environment: ["XCTestConfigurationFilePath": "/Tests.xctestconfiguration", "PATH": "/usr/bin:/bin"])
        let report = try run.report(file: #filePath)
        #expect(report.isEqual, "\(report)")
        #expect(!report.isIsolated)
        #expect(report.limitation?.contains("Xcode started this process") == true, "\(report)")
        #expect(report.outcomes.count + report.skipped.count == 6)
        #expect(
            "\(report)".contains("the test's own process migrated \(report.outcomes.count) of 6 pairs"), "\(report)")
    }

    /// A person can ask for one pair. A mistyped pair must not pass.
    @Test(arguments: [
        ("PostsMigrationPlan/1.0.0/9.0.0", false), ("PostsMigrationPlan/3.0.0/4.0.0", true), ("OtherPlan/1/2", true),
    ])
    func aMistypedPairFails(_ pair: String, _ passes: Bool) throws {
        let run = MatrixRun(
            plan: PostsMigrationPlan.self, group: nil, excluded: [], test: nil,
            environment: ["PERMAFROST_MATRIX_PAIR": pair])
        let report = try run.report(file: #filePath)
        #expect(report.isEqual == passes, "\(report)")
        if !passes { #expect("\(report)".contains("Set it to one of: PostsMigrationPlan/1.0.0/2.0.0, "), "\(report)") }
    }

    @Test(
        "A program that can't be started, or runs something else, isn't a failure of the plan",
        arguments: [
            ("/no/such/program", [], "can't be started for one pair"), ("/bin/sh", ["-c", "exit 3"], "(status 3)"),
            ("/bin/sh", ["-c", "sleep 60"], "didn't reach the test within 0 seconds"),
        ])
    func anotherProgram(program: String, arguments: [String], reason: String) throws {
        let matrix = try MigrationMatrix(plan: PostsMigrationPlan.self)
        let process = MatrixProcess(
            group: matrix.group,
            process: TestProcess(
                test: RunningTest(arguments: arguments), environment: ["PATH": "/usr/bin:/bin"], purpose: "one pair",
                executable: URL(fileURLWithPath: program), startLimit: 0.5))
        let error = try #require(throws: TestProcess.CannotRun.self) { try process.run(#require(matrix.pairs.first)) }
        #expect(error.reason.contains(reason), "\(error.reason)")
        #expect(error.reason.contains(program), "\(error.reason)")
    }

    /// If the process ends after it reached the test, the migration has failed. It isn't tried again in the test's own
    /// process.
    @Test func aMigrationThatEndsItsProcessFails() throws {
        let matrix = try MigrationMatrix(plan: PostsMigrationPlan.self)
        let process = MatrixProcess(
            group: matrix.group,
            process: TestProcess(
                test: RunningTest(arguments: [
                    "-c", "touch \"$\(MatrixRequest.answerVariable).begun\"; echo hit; exit 4",
                ]), environment: ["PATH": "/usr/bin:/bin"], purpose: "one pair",
                executable: URL(fileURLWithPath: "/bin/sh")))
        let outcome = try process.run(#require(matrix.pairs.first)).outcome
        #expect(outcome.problem?.contains("ended without a result (status 4)") == true)
        #expect(outcome.problem?.contains("hit") == true)
    }

    @Test func aProcessDoesNotInheritAnOuterRun() throws {
        let inherited = TestProcess.inherited([
            "XCTestConfigurationFilePath": "a", "XCTestBundlePath": "b", "XCTestSessionIdentifier": "c",
            "XCInjectBundleInto": "d", "DYLD_INSERT_LIBRARIES": "/x/libXCTestBundleInject.dylib",
            "DYLD_FRAMEWORK_PATH": "/x", "HOME": "/h",
        ])
        #expect(inherited == ["DYLD_FRAMEWORK_PATH": "/x", "HOME": "/h"])
        let sanitized = TestProcess.inherited([
            "DYLD_INSERT_LIBRARIES": "/x/libMainThreadChecker.dylib:/y/libclang_rt.tsan_osx_dynamic.dylib"
        ])
        #expect(sanitized == ["DYLD_INSERT_LIBRARIES": "/y/libclang_rt.tsan_osx_dynamic.dylib"])
    }

    @Test func routesWithDifferentResultsAreReported() throws {
        let matrix = try MigrationMatrix(plan: ForgetfulPlan.self, group: "PostsMigrationPlan")
        let pair = try #require(matrix.pairs.last)
        let problem = try #require(matrix.verify(pair).problem)
        #expect(problem.contains("Post.slug of row 1 was"))
        let excluded = matrix.verify(pair, excluding: ["Post.slug"])
        #expect(excluded.problem == nil)
        #expect(excluded.rows > 0)
    }

    /// The processes of the pairs hand over the stores, and the pairs of this process have them, too.
    @Test(arguments: [false, true]) func storesOfPairsThatDifferAreShown(inProcess: Bool) throws {
        var run = MatrixRun(
            plan: ForgetfulPlan.self, group: "PostsMigrationPlan", excluded: [], test: RunningTest.ofSwiftTesting)
        if inProcess { run.environment["XCTestConfigurationFilePath"] = "/Tests.xctestconfiguration" }
        let (report, evidence) = try run.reportWithEvidence(file: #filePath)
        #expect(
            report.outcomes.filter { $0.problem != nil }.map(\.pair.to) == ["4.0.0", "4.0.0", "4.0.0"], "\(report)")
        #expect(evidence.count == 3)
        for evidence in evidence {
            #expect(evidence.stores.map(\.role).sorted() == ["before", "direct", "step-by-step"])
            #expect(try String(contentsOf: evidence.page, encoding: .utf8).contains("Step by step"))
            for store in evidence.stores {
                #expect(try MigratedStore(url: store.file, version: store.role).rowCounts()["Post"] == 8)
            }
        }
    }

    @Test func aPlanWithoutFixturesFails() {
        let error = #expect(throws: FixtureError.self) { try MigrationMatrix(plan: ForgetfulPlan.self) }
        let text = error.map { "\($0)" } ?? ""
        #expect(text.contains("there is no fixture of ForgetfulPlan in "), "\(text)")
        #expect(text.contains("Freeze the versions of the plan: permafrost freeze --all, or in a package"), "\(text)")
        #expect(throws: MigrationTestError.self) {
            try MigrationMatrix(plan: UsersMigrationPlan.self, group: "PostsMigrationPlan")
        }
    }
}
