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

/// The posts' plan with a last stage that traps in the way that an environment variable names.
private enum TrappingPlan: SchemaMigrationPlan {
    static let variable = "PERMAFROST_TEST_TRAP"
    static var schemas: [any VersionedSchema.Type] { PostsMigrationPlan.schemas }
    static var stages: [MigrationStage] {
        PostsMigrationPlan.stages.dropLast() + [
            .custom(
                fromVersion: PostsSchemaV3.self, toVersion: PostsSchemaV4.self, willMigrate: nil,
                didMigrate: { context in
                    let posts = try context.fetch(FetchDescriptor<PostsSchemaV4.Post>())
                    switch ProcessInfo.processInfo.environment[variable] {
                    case "overflow": posts[0].slug = "\(UInt8(posts.count) << 3 + UInt8(250) + UInt8(posts.count))"
                    case "index": posts[0].slug = posts[posts.count].title
                    case "message": fatalError("no slug")
                    default: break
                    }
                })
        ]
    }
}

@Suite(.enabled(if: TestRun.isWhole)) struct MatrixTests {
    #if os(Linux) || os(macOS)
        /// If the plan's code traps, the problem has the signal, the stage, and the error with its file and line, and
        /// no registers. Each kind runs in a process that runs this test.
        @Test(arguments: ["overflow", "index", "message"])
        func aTrapIsReportedWithItsPlace(_ kind: String) throws {
            let run = MatrixRun(
                plan: TrappingPlan.self, group: "PostsMigrationPlan", excluded: [], test: RunningTest.ofSwiftTesting)
            guard MatrixRequest(environment: run.environment) == nil else {
                // The process runs every kind of this test, and two threads must not trap at once.
                if run.environment[TrappingPlan.variable] == kind { _ = try run.report(file: #filePath) }
                return
            }
            let matrix = try MigrationMatrix(plan: TrappingPlan.self, group: "PostsMigrationPlan")
            let process = MatrixProcess(
                group: matrix.group,
                process: TestProcess(
                    test: try #require(run.test),
                    environment: run.environment.merging([TrappingPlan.variable: kind]) { $1 },
                    purpose: "one pair"))
            let pair = try #require(matrix.pairs.last)
            let problem = try #require(try process.run(pair).outcome.problem)
            #expect(problem.contains("was ended by signal "), "\(problem)")
            #expect(problem.contains(" in stage 3.0.0 → 4.0.0, didMigrate (operations)"), "\(problem)")
            // Swift prints no line for an overflow, and the standard library's own line for an index.
            #expect(problem.contains("Fatal error: ") || kind == "overflow", "\(problem)")
            #expect(problem.contains("MatrixTests.swift:") || kind != "message", "\(problem)")
            #expect(problem.split(separator: "\n").count < 5, "\(problem)")
        }
    #endif

    /// A crashed process's output, and the lines that a failure shows.
    @Test(arguments: [
        (
            """
            Test started.
            Swift/ContiguousArrayBuffer.swift:692: Fatal error: Index out of range
            *** Program crashed: Illegal instruction at 0x00007f68 ***
            0      0x00007f68 _assertionFailure(_:_:file:line:flags:) + 623 in libswiftCore.so
            1 [ra] 0x00005589 closure #1 in static AppPlan.stages.getter + 425 in App at /src/App/Plan.swift:3:101
            rax 0x1
            """,
            [
                "Swift/ContiguousArrayBuffer.swift:692: Fatal error: Index out of range",
                "at /src/App/Plan.swift:3:101",
            ]
        ),
        (
            """
            *** Swift runtime failure: arithmetic overflow ***
            0 [inlined] [system] 0x00005589 Swift runtime failure: arithmetic overflow in App at /<compiler-generated>
            1 0x00005589 closure #1 in static AppPlan.stages.getter + 123 in App at /src/App/Plan.swift:7:21
            2 [ra] 0x00005589 StageRun.perform(_:) + 12 in App at /src/Permafrost/StageRun.swift:40:9
            rax 0x0000000000000008  8
            """, ["Fatal error: arithmetic overflow", "at /src/App/Plan.swift:7:21"]
        ),
        (
            "App/Plan.swift:12: Fatal error: no slug\nrax 0x1", ["App/Plan.swift:12: Fatal error: no slug"]
        ),
        ("Could not cast value of type 'A' to 'B'.", ["Could not cast value of type 'A' to 'B'."]),
        ("one\ntwo", ["one", "two"]), ("", []),
    ])
    func aCrashIsReadFromTheOutput(_ output: String, _ lines: [String]) {
        #expect(CrashReport(output: output).lines == lines)
    }

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
        #expect(report.passed, "\(report)")
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
        #expect(report.passed, "\(report)")
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
        #expect(report.passed == passes, "\(report)")
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
        #expect(text.contains("PostsMigrationPlan: 1.0.0, 2.0.0, 3.0.0, 4.0.0; TripsMigrationPlan: "), "\(text)")
        #expect(text.contains("Freeze the versions of the plan: permafrost freeze --all, or in a package"), "\(text)")
        #expect(throws: MigrationTestError.self) {
            try MigrationMatrix(plan: UsersMigrationPlan.self, group: "PostsMigrationPlan")
        }
    }
}
