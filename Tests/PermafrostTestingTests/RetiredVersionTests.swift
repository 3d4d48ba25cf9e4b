import PermafrostTestSupport
import SwiftData
import Testing

@testable import Permafrost
@testable import PermafrostTesting
@testable import PostsExample

/// The posts' plan after its first version was retired.
private enum ShorterPlan: SchemaMigrationPlan, RetiringMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { Array(PostsMigrationPlan.schemas.dropFirst()) }
    static var stages: [MigrationStage] { Array(PostsMigrationPlan.stages.dropFirst()) }
    static var retired: [Retired] {
        [
            Retired(
                "1.0.0",
                hashes: [
                    "acb55c029f78e8729946ce73355ca0e5d3c7f429bacad8284c42b23e440e258b"
                ], lastRelease: "2.3")
        ]
    }
}

/// Tests of versions that an app no longer migrates.
@Suite struct RetiredVersionTests {
    private static let group = "PostsMigrationPlan"

    @Test func aRetiredVersionIsRejected() throws {
        assertRetired("1.0.0", plan: ShorterPlan.self, group: Self.group)
        let error = try verifyRetired("1.0.0", plan: ShorterPlan.self, group: Self.group)
        #expect(error?.cause == .version(.retired(ShorterPlan.retired[0])))
        #expect(try verifyRetired("4.0.0", plan: ShorterPlan.self, group: Self.group) == nil)
    }

    @Test(arguments: [
        ("4.0.0", "ShorterPlan opens it"), ("9.0.0", "can't be opened"),
    ])
    func anotherVersionFails(_ version: String, _ words: String) {
        withKnownIssue {
            assertRetired(version, plan: ShorterPlan.self, group: Self.group)
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains(words) }
        }
    }

    @Test func theMatrixSkipsIt() throws {
        let matrix = try MigrationMatrix(plan: ShorterPlan.self, group: Self.group)
        #expect(matrix.pairs.map(\.description) == ["2.0.0 → 3.0.0", "2.0.0 → 4.0.0", "3.0.0 → 4.0.0"])
    }
}
