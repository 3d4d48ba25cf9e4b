import Foundation
import Permafrost
import PermafrostModel
import PermafrostStore
import PermafrostTestSupport
import SwiftData
import Testing

@testable import PermafrostTesting
@testable import PostsExample
@testable import TripsExample

/// Users' stores that Apple's framework has migrated once, as fixtures.
@Suite struct MigratedCacheTests {
    /// Copies a frozen store, changes it to the form of a migrated one, and makes a fixture of it.
    private func fixture(_ version: String, _ group: String) throws -> (
        folder: ScratchFolder, PermafrostTesting.Fixture
    ) {
        let frozen = try FixtureSearch(file: #filePath).fixture(version, group: group)
        let folder = try ScratchFolder()
        let copy = try ScratchStore(of: URL(fileURLWithPath: frozen.fixture.storePath), in: folder.url).url
        try MigratedCache.reduce(copy.path)
        return (folder, try PermafrostTesting.Fixture(storeAt: copy))
    }

    @Test @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func anEnumAndAStructAreMigratedWithAPlan() throws {
        let (folder, fixture) = try fixture("1.0.0", "TripsMigrationPlan")
        defer { withExtendedLifetime(folder) {} }
        let migration = try migrate(fixture, to: TripsSchemaV2.self, plan: TripsMigrationPlan.self)
        assertDataPreserved(migration)
        let original = try migrate(Self.frozen, to: TripsSchemaV2.self, plan: TripsMigrationPlan.self)
        #expect(try migration.before.rowCounts() == original.before.rowCounts())
        #expect(try migration.after.rowCounts() == original.after.rowCounts())
        // Without a plan, the destination describes what the model cache lacks.
        assertDataPreserved(try migrate(fixture, to: TripsSchemaV2.self))
    }

    private static var frozen: PermafrostTesting.Fixture {
        get throws { try PermafrostTesting.Fixture("1.0.0", group: "TripsMigrationPlan") }
    }

    @Test func aTransformableIsMigratedByCustomStages() throws {
        let (folder, fixture) = try fixture("1.0.0", "PostsMigrationPlan")
        defer { withExtendedLifetime(folder) {} }
        let original = try PermafrostTesting.Fixture("1.0.0", group: "PostsMigrationPlan")
        let reports = try [original, fixture].map { fixture in
            try verifyDataPreserved(
                migrate(fixture, to: PostsSchemaV4.self, plan: PostsMigrationPlan.self),
                expecting: [
                    .added("Post.publishedAt", because: "an old post was published when it was created"),
                    .added("Post.slug", because: "the stage makes it from the title"),
                ])
        }
        #expect(reports[0].differences.map(\.description) == reports[1].differences.map(\.description))
        #expect(reports[0].rows == reports[1].rows && reports[0].values == reports[1].values)
    }

    /// A snapshot shows an enum's value, and not the element that stores it.
    @Test func aSnapshotShowsTheValuesOfTheVersion() throws {
        let (folder, fixture) = try fixture("1.0.0", "TripsMigrationPlan")
        defer { withExtendedLifetime(folder) {} }
        let version = try LiveVersion.of(TripsSchemaV1.self).model
        let frozen = try Self.frozen
        defer { withExtendedLifetime(frozen) {} }
        let original = try StoreSnapshot(of: frozen.url.path)
        #expect(try StoreSnapshot(of: fixture.url.path).text != original.text)
        #expect(try StoreSnapshot(of: fixture.url.path, versions: [version]).text == original.text)
    }
}
