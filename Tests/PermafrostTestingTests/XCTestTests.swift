import SwiftData
import XCTest

@testable import CartographerExample
@testable import PermafrostTesting
@testable import PostsExample

/// PermafrostTesting in XCTest: the methods of ``MigrationTestCase``, and failures at the line of the assertion.
final class XCTestTests: XCTestCase, MigrationTestCase {
    private struct Failure: Equatable {
        var file: String
        var line: Int
        var text: String
    }

    private var caught: [Failure]?

    #if os(Linux)
        override func recordFailure(
            withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
        ) {
            guard caught != nil else {
                return super.recordFailure(
                    withDescription: description, inFile: filePath, atLine: lineNumber, expected: expected)
            }
            caught?.append(Failure(file: filePath, line: lineNumber, text: description))
        }

        func testFailuresHaveTheirSourceLocation() throws {
            caught = []
            assertNoDrift(of: Edited.Silent.self, frozenAs: "1.0.0", group: "PostsMigrationPlan")
            let line = #line - 1
            assertDataPreserved(
                try migrate(
                    Fixture("3.0.0", group: "PostsMigrationPlan"), to: PostsSchemaV4.self,
                    plan: PostsMigrationPlan.self))
            let failures = caught ?? []
            caught = nil
            XCTAssertEqual(failures.count, 2)
            XCTAssertEqual(failures.map(\.file), ["\(#filePath)", "\(#filePath)"])
            XCTAssertEqual(failures.first?.line, line)
            XCTAssertTrue(failures.first?.text.contains("[silent]") ?? false)
            XCTAssertTrue(failures.last?.text.contains("Post.legacyAuthorName was removed with its data") ?? false)
        }
    #endif

    func testStoresMigrate() throws {
        assertNoDrift(of: PostsSchemaV1.self, frozenAs: "1.0.0")
        let store = try Fixture("1.0.0", group: "PostsMigrationPlan")
        assertDataPreserved(try migrate(store, to: PostsSchemaV3.self, plan: PostsMigrationPlan.self))
        assertDataPreserved(
            try migrate(
                store, through: [PostsSchemaV2.self, PostsSchemaV3.self, PostsSchemaV4.self],
                plan: PostsMigrationPlan.self),
            expecting: .added("Post.slug", because: "made of the title"),
            .added("Post.publishedAt", because: "the date of creation"))
    }

    func testTheMatrixRunsInProcessesOfItsOwn() {
        assertMigrationMatrix(plan: PostsMigrationPlan.self)
    }

    func testAnInterruptionIsSurvived() throws {
        try assertSurvivesInterruption(
            Fixture("1.0.0", group: "PostsMigrationPlan"), plan: PostsMigrationPlan.self, at: .sample(2),
            withoutProcesses: .skip)
    }
}
