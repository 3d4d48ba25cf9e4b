import Foundation
import PermafrostModel
import PermafrostTestSupport
import Testing

@testable import PermafrostFixtures
@testable import PermafrostStore

@Suite struct FreezerTests {
    let folder: ScratchFolder
    let freezer = Freezer(toolVersion: "1.2.3")

    init() throws { folder = try ScratchFolder() }

    func fixture(_ version: String, _ folderName: String? = nil) throws -> FixtureFolder {
        FixtureFolder(version: try VersionName(version), tree: folder.path("Fixtures"), folder: folderName ?? version)
    }

    @Test(.enabled(if: TestRun.isWhole)) func aFixtureHasItsFilesAndTheyVerify() throws {
        let fixture = try fixture("2.0.0-beta.1")
        try freezer.freeze(Samples.request("2.0.0-beta.1"), as: fixture)
        let files = try folder.files()
        #expect(
            Set(files.keys)
                == Set(
                    [
                        "App-2_0_0-beta_1.sqlite", "schema-2_0_0-beta_1.json", "schema-2_0_0-beta_1.sql",
                        "schema-2_0_0-beta_1.sha256", "export_metadata.txt",
                    ].map { "Fixtures/2.0.0-beta.1/" + $0 }))
        let frozen = FrozenVersion(fixture)
        #expect(frozen.damage.isEmpty)
        #expect(frozen.model == Samples.model())
        #expect(frozen.group == "Blog")
        #expect(frozen.schema == "BlogSchemaV1")
        // An app can't start processes, and on macOS the program has a different name.
        #if os(Linux)
            let check = try CommandResult.running(
                ["sha256sum", "-c", fixture.files.checksums], in: URL(filePath: fixture.path))
            #expect(check.status == 0, "\(check)")
        #endif
        let metadata = String(decoding: files["Fixtures/2.0.0-beta.1/export_metadata.txt"] ?? Data(), as: UTF8.self)
        #expect(metadata.contains("Frozen at: 2026-01-01T00:00:00Z\nVersion: 2.0.0-beta.1\n"))
        #expect(metadata.contains("Permafrost 1.2.3"))
    }

    @Test func freezingTwiceGivesTheSameBytes() throws {
        try freezer.freeze(Samples.request("1.0.0"), as: fixture("1.0.0"))
        try freezer.freeze(Samples.request("1.0.0"), as: fixture("1.0.0", "Group/1.0.0"))
        let first = try folder.files(below: "Fixtures/1.0.0")
        #expect(first.count == 5)
        #expect(try folder.files(below: "Fixtures/Group/1.0.0") == first)
    }

    @Test func aFixtureContainsNothingAboutTheMachine() throws {
        try freezer.freeze(Samples.request("1.0.0"), as: fixture("1.0.0"))
        for (name, bytes) in try folder.files() {
            for secret in [folder.url.path, ProcessInfo.processInfo.hostName, NSHomeDirectory()] where secret.count > 4
            {
                #expect(bytes.range(of: Data(secret.utf8)) == nil, "\(secret) in \(name)")
            }
        }
    }

    @Test func aFrozenVersionIsNotOverwritten() throws {
        try freezer.freeze(Samples.request("1.0.0"), as: fixture("1.0.0"))
        let before = try folder.files()
        #expect(throws: FreezeError.alreadyFrozen(version: "1.0.0", path: try fixture("1.0.0").path)) {
            try freezer.freeze(Samples.request("1.0.0", model: Samples.model("heading")), as: fixture("1.0.0"))
        }
        #expect(try folder.files() == before)
    }

    @Test func replacingExchangesTheCompleteFolder() throws {
        let fixture = try fixture("1.0.0")
        try freezer.freeze(Samples.request("1.0.0"), as: fixture)
        try freezer.freeze(
            Samples.request("1.0.0", model: Samples.model("heading")), as: fixture, replacing: true)
        #expect(FrozenVersion(fixture).model == Samples.model("heading"))
        #expect(try folder.files().count == 5)
    }

    @Test(arguments: ["NOTES.md", ".DS_Store", "App.dmg/part", "App-1_0_0.sqlite/part"], [true, false])
    func otherFilesAreKept(_ name: String, _ isFixture: Bool) throws {
        let fixture = try fixture("1.0.0")
        if isFixture { try freezer.freeze(Samples.request("1.0.0"), as: fixture) }
        let top = name.split(separator: "/").first.map(String.init) ?? name
        if isFixture, FileManager.default.fileExists(atPath: fixture.path(of: top)) {
            try FileManager.default.removeItem(atPath: fixture.path(of: top))
        }
        try folder.write("mine", to: "Fixtures/1.0.0/" + name)
        let before = try folder.files()
        let error = #expect(throws: FreezeError.self) {
            try freezer.freeze(Samples.request("1.0.0", model: Samples.model("heading")), as: fixture, replacing: true)
        }
        guard case .foreignFiles(_, let names, isFixture)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(names == [top])
        #expect(try folder.files() == before)
    }

    @Test func anEmptyFolderIsFrozenInto() throws {
        try FileManager.default.createDirectory(
            atPath: folder.path("Fixtures/1.0.0"), withIntermediateDirectories: true)
        try freezer.freeze(Samples.request("1.0.0"), as: fixture("1.0.0"))
        #expect(try folder.files().count == 5)
    }

    @Test func aFileInTheWayIsKept() throws {
        try folder.write("a file", to: "Fixtures/1.0.0")
        #expect(throws: FreezeError.blocked(path: try fixture("1.0.0").path)) {
            try freezer.freeze(Samples.request("1.0.0"), as: fixture("1.0.0"), replacing: true)
        }
        #expect(try folder.files().keys.sorted() == ["Fixtures/1.0.0"])
    }

    @Test func aFailedFreezeLeavesNothing() throws {
        // A file at the path of a parent folder prevents even root from creating the fixture's folder.
        try folder.write("a file", to: "Fixtures")
        #expect(throws: FreezeError.self) { try freezer.freeze(Samples.request("1.0.0"), as: fixture("1.0.0")) }
        #expect(try folder.files().count == 1)
    }

    @Test func foldersThatTheToolDidNotWriteAreKept() throws {
        // A killed process leaves folders with such names, but a commit can also contain them.
        let name = UUID().uuidString
        try folder.write("mine", to: "Fixtures/.permafrost-\(name)/new-\(name)/App-1_0_0.sqlite")
        try folder.write("mine", to: "Fixtures/.permafrost-partial-0123456789abcdef-0123456789abcdef0123456789abcdef/x")
        let before = try folder.files()
        try freezer.freeze(Samples.request("1.0.0"), as: fixture("1.0.0"))
        #expect(try folder.files().filter { before[$0.key] != nil } == before)
    }
}
