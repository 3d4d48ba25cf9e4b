import PermafrostTesting
import SwiftData
import Testing

@testable import CartographerExample
@testable import PostsExample
@testable import TripsExample
@testable import UsersExample

/// An example's version with its fixture.
struct FrozenExample: Sendable, CustomTestStringConvertible {
    var plan: any SchemaMigrationPlan.Type
    var schema: any VersionedSchema.Type

    var version: String { schema.versionIdentifier.description }
    var group: String { "\(plan)" }
    var testDescription: String { "\(group) \(version)" }

    static let plans: [any SchemaMigrationPlan.Type] = [
        UsersMigrationPlan.self, PostsMigrationPlan.self, TripsMigrationPlan.self, CartographerMigrationPlan.self,
    ]
    static let all = plans.flatMap { plan in plan.schemas.map { FrozenExample(plan: plan, schema: $0) } }
}

/// A migration of an example between any two of its versions, with what it changes on purpose.
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
        func verify<S: VersionedSchema>(_ schema: S.Type) throws -> DriftReport {
            try verifyNoDrift(of: schema, frozenAs: example.version, group: example.group)
        }
        let report = try verify(example.schema)
        #expect(!report.hasDrifted, "\(report)")
    }

    @Test(arguments: MigratedExample.all)
    func everythingIsKept(_ example: MigratedExample) throws {
        let migration = try migrate(
            Fixture(example.from.version, group: example.from.group), through: [example.to.schema],
            plan: example.to.plan)
        let report = try verifyDataPreserved(migration, expecting: example.expected)
        #expect(report.isPreserved, "\(report)")
        #expect(report.rows > 0)
        let counts = try migration.before.rowCounts()
        #expect(try migration.after.rowCounts().filter { counts[$0.key] != nil } == counts)
    }

    /// What a test does not declare is told.
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
