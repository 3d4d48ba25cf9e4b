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
@testable import TripsExample

@Suite struct FixtureTests {
    /// Makes a tree with two frozen versions of posts, below the source file of a test.
    private func tree() throws -> (ScratchFolder, file: String) {
        let folder = try ScratchFolder()
        for version in ["1.0.0", "2.0.0"] {
            let frozen = try FixtureSearch(file: #filePath).fixture(version, group: "PostsMigrationPlan")
            try FileManager.default.createDirectory(
                atPath: folder.path("Fixtures"), withIntermediateDirectories: true)
            try FileManager.default.copyItem(
                atPath: frozen.fixture.path, toPath: folder.path("Fixtures/\(version)"))
        }
        return (folder, folder.path("Tests/AppTests/MigrationTests.swift"))
    }

    private func error(_ version: String, group: String? = nil, file: String) -> FixtureError? {
        do {
            _ = try PermafrostTesting.Fixture(version, group: group, file: file)
            return nil
        } catch {
            return error as? FixtureError
        }
    }

    @Test func isFoundAboveTheSourceFile() throws {
        let (folder, file) = try tree()
        // A folder with other files that happens to have this name.
        try folder.write("{}", to: "Tests/AppTests/Fixtures/response.json")
        let fixture = try PermafrostTesting.Fixture("1.0.0", file: file)
        #expect(fixture.version == "1.0.0")
        #expect(try StoreReader(path: fixture.url.path).metadata().versionIdentifiers == ["1.0.0"])
    }

    /// Adds an anonymized copy of a version's sample store to the version.
    private func addUser(to version: String, _ file: String) throws {
        let frozen = try FixtureSearch(file: file).fixture(version, group: nil)
        let reader = try StoreAnonymizer.open(frozen.fixture.storePath)
        _ = try NamedStoreWriter(toolVersion: "1", date: "2026-01-01T00:00:00Z").write(
            StoreAnonymizer(reader, declared: frozen.model, .init()),
            as: NamedStore(try VersionName("user"), of: frozen.fixture), replacing: false)
    }

    @Test func aUsersStoreMigratesLikeAnyFixture() throws {
        let (folder, file) = try tree()
        defer { withExtendedLifetime(folder) {} }
        try addUser(to: "1.0.0", file)
        let fixture = try PermafrostTesting.Fixture("1.0.0", store: "user", file: file)
        #expect(fixture.version == "1.0.0 (user)")
        func rows(_ migration: Migration) throws -> Int {
            try StoreReader(path: migration.after.url.path).rowCount(of: "ZPOST")
        }
        let sample = try migrate(
            PermafrostTesting.Fixture("1.0.0", file: file), to: PostsSchemaV4.self, plan: PostsMigrationPlan.self)
        let migration = try migrate(fixture, to: PostsSchemaV4.self, plan: PostsMigrationPlan.self)
        #expect(try rows(migration) == rows(sample))
        #expect(throws: FixtureError.missingStore("other", version: "1.0.0", known: ["user"])) {
            try PermafrostTesting.Fixture("1.0.0", store: "other", file: file)
        }
    }

    @Test func theMatrixMigratesUsersStores() throws {
        let (folder, file) = try tree()
        defer { withExtendedLifetime(folder) {} }
        func outcome() throws -> MigrationMatrix.Outcome {
            let matrix = try MigrationMatrix(plan: PostsMigrationPlan.self, file: file)
            return matrix.verify(try #require(matrix.pairs.first))
        }
        let before = try outcome()
        #expect(before.problem == nil)
        try addUser(to: "1.0.0", file)
        let after = try outcome()
        #expect(after.problem == nil)
        #expect(after.rows == 2 * before.rows)
    }

    @Test func theEnvironmentTakesPrecedence() throws {
        let (folder, _) = try tree()
        var search = FixtureSearch(file: "/nowhere/Tests.swift")
        search.environment = [FixtureSearch.variable: folder.path("Fixtures")]
        #expect(try search.fixture("2.0.0", group: nil).schema == "PostsSchemaV2")
        search.environment = [FixtureSearch.variable: folder.path("Elsewhere")]
        #expect(throws: FixtureError.noTree(searched: [folder.path("Elsewhere")])) {
            try search.fixture("2.0.0", group: nil)
        }
    }

    /// Tests of the first plan don't pass a group. They find the plan's fixtures, because these aren't in a group's
    /// folder.
    @Test func aSecondPlanDoesNotBreakTheTestsOfTheFirst() throws {
        let (folder, file) = try tree()
        let second = try FixtureSearch(file: #filePath).fixture("1.0.0", group: "UsersMigrationPlan")
        try FileManager.default.createDirectory(
            atPath: folder.path("Fixtures/UsersMigrationPlan"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: second.fixture.path, toPath: folder.path("Fixtures/UsersMigrationPlan/1.0.0"))
        let search = FixtureSearch(file: file)
        #expect(try search.fixture("1.0.0", group: nil).group == "PostsMigrationPlan")
        #expect(try search.fixture("1.0.0", group: nil, schema: second.schema).group == "UsersMigrationPlan")
        #expect(try search.fixture("1.0.0", group: "UsersMigrationPlan").group == "UsersMigrationPlan")
        #expect(try verifyNoDrift(of: PostsSchemaV1.self, frozenAs: "1.0.0", file: file).passed)
        let fixture = try PermafrostTesting.Fixture("1.0.0", file: file)
        _ = try migrate(fixture, to: PostsSchemaV4.self, plan: PostsMigrationPlan.self)

        try FileManager.default.createDirectory(
            atPath: folder.path("Fixtures/PostsMigrationPlan"), withIntermediateDirectories: true)
        try FileManager.default.moveItem(
            atPath: folder.path("Fixtures/1.0.0"), toPath: folder.path("Fixtures/PostsMigrationPlan/1.0.0"))
        #expect(
            error("1.0.0", file: file)
                == .ambiguous(version: "1.0.0", groups: ["PostsMigrationPlan", "UsersMigrationPlan"]))
    }

    /// The limits of each type, in a store of the frozen version. The frozen store has none of them.
    @Test func extremeRowsAreMadeOnRequest() throws {
        func dates(_ fixture: PermafrostTesting.Fixture) throws -> [Double] {
            try StoreReader(path: fixture.url.path).rows("SELECT ZCREATEDAT FROM ZPOST ORDER BY 1").compactMap {
                switch $0[0] {
                case .real(let seconds): seconds
                case .integer(let seconds): Double(seconds)
                default: nil
                }
            }
        }
        let version = "1.0.0"
        let extreme = try PermafrostTesting.Fixture(version, rows: .extreme, group: "PostsMigrationPlan")
        let frozen = try PermafrostTesting.Fixture(version, group: "PostsMigrationPlan")
        #expect(try dates(extreme).contains(Date.distantFuture.timeIntervalSinceReferenceDate))
        #expect(try dates(frozen).allSatisfy { (500_000_000..<800_000_000).contains($0) })
        #expect(
            try StoreReader(path: extreme.url.path).metadata().versionHashes
                == StoreReader(path: frozen.url.path).metadata().versionHashes)
        _ = try migrate(extreme, to: PostsSchemaV4.self, plan: PostsMigrationPlan.self)
    }

    /// An empty folder in the tree is one problem, and only of the version that it is named after.
    @Test func anEmptyFolderIsOneProblem() throws {
        let (folder, file) = try tree()
        try FileManager.default.createDirectory(
            atPath: folder.path("Fixtures/9.0.0"), withIntermediateDirectories: true)
        guard case .damaged("9.0.0", _, let problems, _)? = error("9.0.0", file: file) else {
            Issue.record("the folder isn't damaged")
            return
        }
        #expect(problems == ["\(folder.path("Fixtures/9.0.0")) has none of its files"])
        #expect(error("1.0.0", file: file) == nil)
        #expect(try MigrationMatrix(plan: PostsMigrationPlan.self, file: file).pairs.count == 5)
    }

    @Test func eachFixtureIsASeparateCopy() throws {
        let (folder, file) = try tree()
        let before = try folder.files()
        do {
            let fixture = try PermafrostTesting.Fixture("1.0.0", file: file)
            let other = try PermafrostTesting.Fixture("1.0.0", file: file)
            try Data("broken".utf8).write(to: fixture.url)
            #expect(try StoreReader(path: other.url.path).rowCounts()["ZPOST"] == 8)
        }
        #expect(try folder.files() == before)
    }

    @Test func aMissingFixtureIsReportedByName() throws {
        let (folder, file) = try tree()
        #expect(
            error("3.0.0", file: file)
                == .missing(
                    version: "3.0.0", group: nil, trees: [folder.path("Fixtures")], known: ["1.0.0", "2.0.0"]))
        #expect(error("../1.0.0", file: file) == .unsafeVersion("../1.0.0"))
        let text = error("3.0.0", file: file).map { "\($0)" } ?? ""
        #expect(
            text.hasSuffix(
                "permafrost freeze 3.0.0, or in a package swift package --allow-writing-to-package-directory freeze 3.0.0"
            ), "\(text)")
        // Each example group of this package has a frozen 1.0.0.
        guard case .ambiguous(_, let groups)? = error("1.0.0", file: #filePath) else {
            Issue.record("one of several groups was chosen")
            return
        }
        #expect(groups.contains("PostsMigrationPlan"))
    }

    /// On a device, the tree is in the test's bundle. The copy there may be older than the version.
    @Test func theErrorForABundleExplainsHowToAddFixtures() {
        let error = FixtureError.missing(
            version: "9.0.0", group: nil, trees: ["/Apps/AppTests.xctest/Fixtures"], known: ["1.0.0"])
        #expect("\(error)".contains("freeze 9.0.0. If the test runs without its sources"), "\(error)")
    }

    @Test func withoutATreeTheAdviceForTestsWithoutSourcesComesLast() {
        let text = "\(FixtureError.noTree(searched: ["/nowhere/Fixtures"]))"
        #expect(text.contains("Searched: /nowhere/Fixtures. If the test runs without its sources"), "\(text)")
        #expect(text.contains("resources: [.copy(\"../../Fixtures\")]") && text.contains("FixturesWithoutSources"))
        let inSources = FixtureError.missing(version: "3.0.0", group: nil, trees: ["/App/Fixtures"], known: [])
        #expect("\(inSources)".hasSuffix("--allow-writing-to-package-directory freeze 3.0.0"))
    }

    @Test(arguments: ["App-1_0_0.sqlite", "schema-1_0_0.json", "schema-1_0_0.sql", "schema-1_0_0.sha256"])
    func aDeletedFileFails(_ name: String) throws {
        let (folder, file) = try tree()
        try FileManager.default.removeItem(atPath: folder.path("Fixtures/1.0.0/\(name)"))
        guard case .damaged("1.0.0", _, let problems, _)? = error("1.0.0", file: file) else {
            Issue.record("the damage was not noticed")
            return
        }
        #expect(problems.contains("\(name) is missing"))
        #expect(throws: FixtureError.self) {
            try verifyNoDrift(of: PostsSchemaV1.self, frozenAs: "1.0.0", file: file)
        }
        #expect(error("2.0.0", file: file) == nil)
    }

    @Test func aTamperedStoreFails() throws {
        let (folder, file) = try tree()
        let connection = try SQLiteConnection(path: folder.path("Fixtures/1.0.0/App-1_0_0.sqlite"), mode: .create)
        try connection.execute("UPDATE ZPOST SET ZTITLE = 'changed' WHERE Z_PK = 3")
        let text = error("1.0.0", file: file).map { "\($0)" } ?? ""
        #expect(text.contains("the 1.0.0 fixture is damaged: the SHA-256 of App-1_0_0.sqlite is"))
        #expect(text.contains("git checkout"))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test func aStoreIsMadeInATest() throws {
        let made = try fixture(schema: TripsSchemaV1.self) { context in
            let trip = TripsSchemaV1.Trip(
                name: "T", destination: "D", startDate: .distantPast, endDate: .distantFuture)
            trip.coverPhoto = Data(repeating: 7, count: 200_000)
            context.insert(trip)
        }
        // Rows in the -wal and large values in files are copied too.
        let copy = try PermafrostTesting.Fixture(storeAt: made.url)
        let migration = try migrate(copy, to: TripsSchemaV2.self, plan: TripsMigrationPlan.self)
        #expect(try migration.after.rowCounts()["Trip"] == 1)
        let trips = try ModelContext(migration.container).fetch(FetchDescriptor<TripsSchemaV2.Trip>())
        #expect(trips.map { $0.coverPhoto?.count } == [200_000])
        #expect(throws: FixtureError.self) { try PermafrostTesting.Fixture(storeAt: URL(fileURLWithPath: "/nowhere")) }
    }
}
