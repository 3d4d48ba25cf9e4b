import PermafrostTesting
import SwiftData
import Testing

@testable import CartographerExample
@testable import PostsExample
@testable import TripsExample
@testable import UsersExample

/// A version of an example with its fixture.
struct FrozenExample: Sendable, CustomTestStringConvertible {
    var plan: any SchemaMigrationPlan.Type
    var schema: any VersionedSchema.Type

    var version: String { schema.versionIdentifier.description }
    var group: String { "\(plan)" }
    var testDescription: String { "\(group) \(version)" }

    static var plans: [any SchemaMigrationPlan.Type] {
        var plans: [any SchemaMigrationPlan.Type] = [
            UsersMigrationPlan.self, PostsMigrationPlan.self, CartographerMigrationPlan.self,
        ]
        // Its second version uses features that are new in these releases.
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) { plans.append(TripsMigrationPlan.self) }
        return plans
    }
    static let all = plans.flatMap { plan in plan.schemas.map { FrozenExample(plan: plan, schema: $0) } }
}

/// A migration of an example between any two of its versions, with its intended changes.
struct MigratedExample: Sendable, CustomTestStringConvertible {
    var from: FrozenExample
    var to: FrozenExample

    var testDescription: String { "\(from.group) \(from.version) to \(to.version)" }

    static let all = FrozenExample.plans.flatMap { plan in
        let versions = FrozenExample.all.filter { $0.plan == plan }
        return versions.indices.flatMap { from in
            versions[(from + 1)...].map { MigratedExample(from: versions[from], to: $0) }
        }
    }

    var expected: [ExpectedChange] {
        guard from.group == "PostsMigrationPlan" else {
            return from.group == "CartographerMigrationPlan"
                ? [
                    .renamed("Location.group", to: "Location.groups", because: "a location is in any number of groups"),
                    .renamed("Path.group", to: "Path.groups", because: "a path is in any number of groups"),
                ] : []
        }
        var expected: [ExpectedChange] = []
        if to.version == "4.0.0" {
            expected += [
                .added("Post.slug", because: "made of the title"),
                .added("Post.publishedAt", because: "the date of creation"),
            ]
        }
        if from.version == "2.0.0" {
            expected += [
                .added("Author", because: "one of each name"), .added("Post.author", because: "made of the name"),
                to.version == "3.0.0"
                    ? .changed("Post.authorName", because: "its author stands for it")
                    : .removed("Post.authorName", because: "its author stands for it"),
            ]
        }
        if from.version == "3.0.0" {
            expected.append(.removed("Post.legacyAuthorName", because: "nothing reads it any more"))
            expected.append(.added("Author", because: "one of each name that 3.0.0 left"))
        }
        return expected
    }
}

@Suite struct ExampleTests {
    @Test(arguments: FrozenExample.all)
    func nothingHasDrifted(_ example: FrozenExample) throws {
        func verify<S: VersionedSchema>(_ schema: S.Type) throws -> FixtureDiff {
            try verifyNoDrift(of: schema, frozenAs: example.version, group: example.group)
        }
        let report = try verify(example.schema)
        #expect(report.passed, "\(report)")
    }

    @Test(arguments: MigratedExample.all)
    func everythingIsPreserved(_ example: MigratedExample) throws {
        let migration = try migrate(
            Fixture(example.from.version, group: example.from.group), through: [example.to.schema],
            plan: example.to.plan)
        let report = try verifyDataPreserved(migration, expecting: example.expected)
        #expect(report.passed, "\(report)")
        #expect(report.rows > 0)
        let counts = try migration.before.rowCounts()
        #expect(try migration.after.rowCounts().filter { counts[$0.key] != nil } == counts)
    }

    /// Changes that a test doesn't declare are reported.
    @Test func undeclaredChangesFail() throws {
        let migration = try migrate(
            Fixture("2.0.0", group: "PostsMigrationPlan"), to: PostsSchemaV4.self, plan: PostsMigrationPlan.self)
        let report = try verifyDataPreserved(migration)
        let kinds = Dictionary(grouping: report.differences, by: \.kind).mapValues { Set($0.map(\.path)) }
        #expect(kinds[.removal] == ["Post.authorName"])
        #expect(kinds[.notAtDefault] == ["Post.slug", "Post.publishedAt"])
        #expect(kinds[.newRow] == ["Author"])
    }
}

@Suite struct ExpectationTests {
    private func differences(_ changes: ExpectedChange...) throws -> [DataDiff.Difference] {
        let migration = try migrate(
            Fixture("2.0.0", group: "PostsMigrationPlan"), to: PostsSchemaV4.self, plan: PostsMigrationPlan.self)
        return try verifyDataPreserved(migration, expecting: changes).differences
    }

    /// An expected change of an entity's rows doesn't cover changes of the entity's properties.
    @Test func expectedChangesOfRowsDoNotCoverProperties() throws {
        let found = try differences(
            .added("Author", because: "one of each name"), .added("Post", because: "none"),
            .removed("Post", because: "none"))
        let paths = Set(found.map { "\($0.kind) \($0.path)" })
        #expect(paths.isSuperset(of: ["removal Post.authorName", "notAtDefault Post.slug"]))
        #expect(paths.contains("newLink Author.posts") || paths.contains("newLink Post.author"))
    }

    @Test(arguments: [
        ExpectedChange.removed("Post.nothing", because: ""), .removed("Post.title", because: ""),
        .added("Post.title", because: ""), .added("Nobody", because: ""), .changed("Post.slug", because: ""),
        .renamed("Post.title", to: "Post.nothing", because: ""),
    ])
    func untrueExpectationsAreReported(_ change: ExpectedChange) throws {
        #expect(try differences(change).contains { $0.kind == .untrueExpectation && $0.path == change.path })
    }
}
