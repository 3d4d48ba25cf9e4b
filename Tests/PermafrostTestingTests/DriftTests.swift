import Foundation
import Permafrost
import PermafrostFixtures
import PermafrostModel
import PermafrostStore
import PermafrostTestSupport
import SwiftData
import Testing

@testable import PermafrostTesting
@testable import PostsExample
@testable import UsersExample

@Suite struct DriftTests {
    @Test func everyDifferenceIsListedWithItsKind() throws {
        let report = try verifyNoDrift(of: Edited.Identity.self, frozenAs: "1.0.0", group: "PostsMigrationPlan")
        #expect(report.strongest == .identity)
        let subjects = Set(report.changes.map { "\($0.kind.rawValue) \($0.subject) \($0.change.aspect.rawValue)" })
        #expect(
            subjects == [
                "identity Post.title optionality", "identity Post.body type", "identity Post.createdAt removed",
                "identity Post.created added",
            ])
        let text = "\(report)"
        #expect(text.contains("[identity] Post.title changed from required to optional"))
        #expect(text.contains("134504"))
        #expect(text.contains("Revert Identity"))
    }

    @Test func aChangedDefaultIsSilentDrift() throws {
        let report = try verifyNoDrift(of: Edited.Silent.self, frozenAs: "1.0.0", group: "PostsMigrationPlan")
        #expect(report.changes.map(\.subject) == ["Post.tags"])
        #expect(report.changes.map(\.kind) == [.silent])
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test func aChangedIndexIsPhysicalDrift() throws {
        let report = try verifyNoDrift(of: Edited.Physical.self, frozenAs: "1.0.0", group: "PostsMigrationPlan")
        #expect(report.changes.map(\.kind) == [.physical])
    }

    @Test func aChangedVersionIdentifierIsReported() throws {
        let report = try verifyNoDrift(of: Edited.Renumbered.self, frozenAs: "1.0.0", group: "PostsMigrationPlan")
        #expect(report.changes.map(\.change.aspect) == [.versionIdentifier])
    }

    /// A type that the fixture tree names determines the group.
    @Test func theTypeDeterminesTheGroup() throws {
        #expect(try verifyNoDrift(of: PostsSchemaV1.self, frozenAs: "1.0.0").passed)
        #expect(try !verifyNoDrift(of: PostsSchemaV1.self, frozenAs: "2.0.0", group: "PostsMigrationPlan").passed)
    }

    @Test func aFreezeRayFixtureIsComparedByItsStore() throws {
        let folder = try ScratchFolder()
        let file = folder.path("Tests/AppTests.swift")
        let source = try FixtureSearch(file: #filePath).fixture("1.0.0", group: "UsersMigrationPlan")
        let target = folder.url.appendingPathComponent("FreezeRay/Fixtures/1.0.0")
        try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: source.fixture.path(of: source.fixture.files.store), toPath: target.path + "/App-1_0_0.sqlite")
        let sql = try String(
            contentsOfFile: source.fixture.path(of: source.fixture.files.ddl), encoding: .utf8)
        let checksum = Digest.hex(Digest.sha256(Array(sql.utf8)))
        try folder.write(checksum + "\n", to: "FreezeRay/Fixtures/1.0.0/schema-1_0_0.sha256")
        let report = try verifyNoDrift(of: UsersSchemaV1.self, frozenAs: "1.0.0", file: file)
        #expect(report.passed, "\(report)")
        #expect(try verifyNoDrift(of: PostsSchemaV1.self, frozenAs: "1.0.0", file: file).strongest == .identity)
    }

    // On Apple's platforms the framework makes the models of live types, without the Swift types that they come from.
    #if os(Linux)
        /// Shapes that no store records: the raw values of enums, and the contents of encoded values.
        @Test(arguments: [
            (RideShapes.Same.self as any VersionedSchema.Type, []),
            (
                RideShapes.Edited.self,
                [
                    "silent Ride.mode.drive changed from case drive = drive to case drive = car",
                    "silent Ride.modes.drive changed from case drive = drive to case drive = car",
                    "silent Ride.notes.kind.dated was removed (was case dated(at: Date))",
                    "silent Ride.notes.size was added (Int)",
                    "silent Ride.plan.mood.wild was removed (was case wild = 1)",
                ]
            ),
        ])
        func changesOfValuesThatNoStoreRecordsAreFound(_ edited: any VersionedSchema.Type, _ expected: [String]) throws
        {
            let folder = try ScratchFolder()
            let frozen = Schema.model(of: RideShapes.V1.self)
            let fixture = FixtureFolder(
                version: try VersionName("1.0.0"), tree: folder.path("Fixtures"), folder: "1.0.0")
            try Freezer(toolVersion: "1").freeze(
                FreezeRequest(
                    version: fixture.version, group: "Ride", schema: "V1", model: frozen, date: "2026-01-01T00:00:00Z"),
                as: fixture)
            let report = try FixtureDiff(
                of: edited, frozenAs: "1.0.0", group: nil, search: FixtureSearch(file: folder.path("Tests/Tests.swift"))
            )
            #expect(report.changes.map { "\($0.kind.rawValue) \($0.what)" }.sorted() == expected, "\(report)")
        }

        /// The comparison on Apple's platforms, where a type's structure can be read only from its values.
        @Test func removedRawValuesAreFound() {
            let frozen = Schema.model(of: RideShapes.V1.self)
            func gone(_ schema: any VersionedSchema.Type) -> [String] {
                LiveShapes.removedRawValues(of: schema, since: frozen).map { "\($0.subject) \($0.before ?? "")" }
                    .sorted()
            }
            #expect(gone(RideShapes.Same.self).isEmpty)
            #expect(
                gone(RideShapes.Edited.self) == [
                    "Ride.mode.drive case drive = drive", "Ride.modes.drive case drive = drive",
                ])
        }
    #endif
}
