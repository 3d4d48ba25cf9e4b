import Foundation
import PermafrostModel
import PermafrostTestSupport
import Testing

@testable import PermafrostFixtures
@testable import PermafrostStore

/// Users' stores in the fixture of a version.
@Suite struct NamedStoreTests {
    private let folder: ScratchFolder
    private let fixture: FixtureFolder
    private let freezer = Freezer(toolVersion: "1")
    private let writer = NamedStoreWriter(toolVersion: "1", date: "2026-01-01T00:00:00Z")

    init() throws {
        folder = try ScratchFolder()
        fixture = FixtureFolder(
            version: try VersionName("1.0.0"), tree: folder.path("Fixtures"), folder: "1.0.0")
        try freezer.freeze(Samples.request("1.0.0"), as: fixture)
    }

    private func add(_ name: String, replacing: Bool = false) throws -> NamedStore {
        let store = NamedStore(try VersionName(name), of: fixture)
        let reader = try StoreAnonymizer.open(fixture.storePath)
        _ = try writer.write(StoreAnonymizer(reader, .init()), as: store, replacing: replacing)
        return store
    }

    @Test func aStoreIsPartOfItsVersion() throws {
        let store = try add("user")
        #expect(try NamedStore.all(of: fixture) == [store])
        #expect(
            try folder.files(below: "Fixtures/1.0.0/stores").keys.sorted() == [
                "user/.gitattributes", "user/export_metadata.txt", "user/user.sha256", "user/user.sqlite",
            ])
        #expect(FrozenVersion(fixture).damage == [])
        // The tree still has one fixture, and no group.
        let contents = try FixtureTree(directory: fixture.tree).contents()
        #expect(contents.fixtures == [fixture] && contents.refused == [])
        #expect(try StoreReader(path: store.storePath).model() == StoreReader(path: fixture.storePath).model())
    }

    @Test func anExistingStoreIsReplacedOnlyOnDemand() throws {
        let store = try add("user")
        let before = try FileAccess.read(store.storePath)
        #expect(throws: FreezeError.storeExists(name: "user", path: store.path)) { try add("user") }
        #expect(try FileAccess.read(store.storePath) == before)
        _ = try add("user", replacing: true)
        // Every copy has its own key.
        #expect(try FileAccess.read(store.storePath) != before)
        #expect(try FileAccess.list(fixture.path(of: "stores")) == ["user"])
    }

    @Test func aFailedCopyLeavesNothing() throws {
        let store = NamedStore(try VersionName("user"), of: fixture)
        let source = folder.path("foreign.store")
        try FileManager.default.copyItem(atPath: fixture.storePath, toPath: source)
        let table = try #require(
            try StoreReader(path: source).tableNames().first { $0.hasPrefix("Z") && !$0.hasPrefix("Z_") })
        try SQLiteConnection(path: source, mode: .create).execute(
            "CREATE INDEX Z_Secret ON \(table) (Z_PK) WHERE Z_PK <> 7")
        let reader = try StoreAnonymizer.open(source)
        #expect(throws: AnonymizationError.unknownStatement(name: "Z_Secret")) {
            try writer.write(StoreAnonymizer(reader, .init()), as: store, replacing: false)
        }
        #expect(!FileManager.default.fileExists(atPath: fixture.path(of: "stores")))
        #expect(FrozenVersion(fixture).damage == [])
    }

    @Test func damageIsFound() throws {
        let store = try add("user")
        let file = "stores/user/user.sqlite"
        var bytes = try FileAccess.read(store.storePath)
        bytes[bytes.count - 1] ^= 1
        try Data(bytes).write(to: URL(filePath: store.storePath))
        let damage = FrozenVersion(fixture).damage
        #expect(damage.map(\.file) == [file])
        guard case .checksumMismatch? = damage.first else {
            Issue.record("\(damage)")
            return
        }
        try FileManager.default.removeItem(atPath: store.storePath)
        #expect(FrozenVersion(fixture).damage == [.missing(file: file)])
        try folder.write("0000", to: "Fixtures/1.0.0/stores/user/user.sha256")
        #expect(FrozenVersion(fixture).damage == [.malformedChecksums(file: "stores/user/user.sha256")])
        let outside = String(repeating: "0", count: 64) + "  ../../../../secret\n"
        try folder.write(outside, to: "Fixtures/1.0.0/stores/user/user.sha256")
        #expect(FrozenVersion(fixture).damage == [.malformedChecksums(file: "stores/user/user.sha256")])
    }

    /// A checkout can contain links to folders outside of it.
    @Test(arguments: ["stores/user", "stores"])
    func linksAreDamage(_ linked: String) throws {
        _ = try add("user")
        let other = folder.path("elsewhere")
        try FileManager.default.moveItem(atPath: fixture.path(of: linked), toPath: other)
        try FileManager.default.createSymbolicLink(
            atPath: fixture.path(of: linked), withDestinationPath: other)
        #expect(FrozenVersion(fixture).damage == [.symbolicLink(file: linked)])
    }

    /// A checkout can contain a link in place of a folder of large values. Nothing in the link's target is read.
    @Test(arguments: [
        ("stores/user/user.sqlite", "stores/user/.user_SUPPORT"),
        ("stores/user/user.sqlite", "stores/user/.user_SUPPORT/_EXTERNAL_DATA"),
        ("App-1_0_0.sqlite", ".App-1_0_0_SUPPORT"), ("App-1_0_0.sqlite", ".App-1_0_0_SUPPORT/_EXTERNAL_DATA"),
    ])
    func linkedFoldersOfLargeValuesAreDamage(_ store: String, _ linked: String) throws {
        _ = try add("user")
        let name = UUID().uuidString
        try folder.write("secret", to: "elsewhere/\(name)")
        try folder.write("secret", to: "elsewhere/_EXTERNAL_DATA/\(name)")
        let path = fixture.path(of: linked)
        try FileManager.default.createDirectory(atPath: path.parentPath, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder.path("elsewhere"))
        if store.hasPrefix("stores/") {
            // If the link were followed, this digest would match the file in the link's target.
            let list = fixture.path(of: "stores/user/user.sha256")
            let digest = Digest.hex(Digest.sha256(Array("secret".utf8)))
            let lines = try String(contentsOfFile: list, encoding: .utf8)
            try Data((lines + "\(digest)  .user_SUPPORT/_EXTERNAL_DATA/\(name)\n").utf8)
                .write(to: URL(filePath: list))
        }
        #expect(FrozenVersion(fixture).damage == [.symbolicLink(file: linked)])
    }

    /// A list of checksums can't contain large values of a store with a different name.
    @Test func valuesOfAnotherStoreAreNotListed() throws {
        let store = try add("user")
        let list = fixture.path(of: "stores/user/user.sha256")
        let lines = try String(contentsOfFile: list, encoding: .utf8)
        let other = String(repeating: "0", count: 64) + "  .other_SUPPORT/_EXTERNAL_DATA/\(UUID().uuidString)\n"
        try Data((lines + other).utf8).write(to: URL(filePath: list))
        #expect(FrozenVersion(fixture).damage == [.malformedChecksums(file: store.folder + "/user.sha256")])
    }

    @Test func freezingAgainKeepsTheStores() throws {
        let store = try add("user")
        let before = try folder.files(below: "Fixtures/1.0.0/stores")
        try freezer.freeze(Samples.request("1.0.0"), as: fixture, replacing: true)
        #expect(try folder.files(below: "Fixtures/1.0.0/stores") == before)
        #expect(try NamedStore.all(of: fixture) == [store])
        #expect(try FileAccess.list(fixture.tree) == ["1.0.0"])
    }
}
