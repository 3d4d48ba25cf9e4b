import Foundation
import PermafrostModel
import PermafrostTestSupport
import Testing

@testable import PermafrostFixtures
@testable import PermafrostStore

/// Every kind of damage to a fixture's files is found, whether it's accidental or intentional.
@Suite struct FixtureDamageTests {
    struct Damage: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let inflict: @Sendable (FixtureFolder, FixtureFolder) throws -> Void
        let isFound: @Sendable (FixtureDamage) -> Bool
    }

    static let damages: [Damage] =
        FixtureFileNames(version).all.map { file in
            Damage(testDescription: "\(file) is missing") { fixture, _ in
                try FileManager.default.removeItem(atPath: fixture.path(of: file))
            } isFound: {
                $0 == .missing(file: file)
            }
        }
        + FixtureFileNames(version).checked.flatMap { file in
            [
                Damage(testDescription: "\(file) is truncated") { fixture, _ in
                    try edit(fixture, file) { $0.removeLast(10) }
                } isFound: {
                    if case .checksumMismatch(file, _, _) = $0 { true } else { false }
                },
                Damage(testDescription: "\(file) is swapped with another version's") { fixture, other in
                    try edit(fixture, file) {
                        $0 = try Data(
                            contentsOf: URL(
                                filePath: other.path(
                                    of: other.files.all[
                                        other.files.all.firstIndex(of: file.replacing("1_0_0", with: "2_0_0"))!])))
                    }
                } isFound: {
                    if case .checksumMismatch(file, _, _) = $0 { true } else { false }
                },
                Damage(testDescription: "\(file) is a symbolic link") { fixture, _ in
                    let path = fixture.path(of: file)
                    try FileManager.default.moveItem(atPath: path, toPath: path + ".real")
                    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path + ".real")
                } isFound: {
                    $0 == .symbolicLink(file: file)
                },
            ]
        } + [
            Damage(testDescription: "the checksum file is nonsense") { fixture, _ in
                try edit(fixture, fixture.files.checksums) { $0 = Data("no  checksums\n".utf8) }
            } isFound: {
                if case .malformedChecksums = $0 { true } else { false }
            },
            Damage(testDescription: "the model is of a newer format, checksums adjusted") { fixture, _ in
                try edit(fixture, fixture.files.model) {
                    $0 = Data(
                        String(decoding: $0, as: UTF8.self).replacing(
                            "\"formatVersion\": 1", with: "\"formatVersion\": 9"
                        ).utf8)
                }
                try adjustChecksums(fixture)
            } isFound: {
                if case .unreadableModel(_, .newerFormat(found: 9, newest: 1)) = $0 { true } else { false }
            },
            Damage(testDescription: "the model is edited by hand, checksums adjusted") { fixture, _ in
                try edit(fixture, fixture.files.model) {
                    $0 = Data(String(decoding: $0, as: UTF8.self).replacing("\"title\"", with: "\"headline\"").utf8)
                }
                try adjustChecksums(fixture)
            } isFound: {
                if case .unreadableModel(_, .checksumMismatch) = $0 { true } else { false }
            },
            Damage(testDescription: "the store is another model's, checksums adjusted") { fixture, other in
                try edit(fixture, fixture.files.store) {
                    $0 = try Data(contentsOf: URL(filePath: other.path(of: other.files.store)))
                }
                try adjustChecksums(fixture)
            } isFound: {
                if case .storeOfAnotherModel(_, let entities) = $0 { entities == ["Post"] } else { false }
            },
            Damage(testDescription: "the store lost a table, checksums adjusted") { fixture, _ in
                let store = try SQLiteConnection(path: fixture.path(of: fixture.files.store), mode: .create)
                try store.execute("DROP TABLE ZUSER")
                try adjustChecksums(fixture)
            } isFound: {
                if case .ddlMismatch("App-1_0_0.sqlite", _, _) = $0 { true } else { false }
            },
            Damage(testDescription: "the store's model cache is gone, checksums adjusted") { fixture, _ in
                let store = try SQLiteConnection(path: fixture.path(of: fixture.files.store), mode: .create)
                try store.execute("DELETE FROM Z_MODELCACHE")
                try adjustChecksums(fixture)
            } isFound: {
                if case .unreadableStore = $0 { true } else { false }
            },
            Damage(testDescription: "the checksum file is a pipe") { fixture, _ in
                try FileManager.default.removeItem(atPath: fixture.path(of: fixture.files.checksums))
                mkfifo(fixture.path(of: fixture.files.checksums), 0o600)
            } isFound: {
                if case .unreadable("schema-1_0_0.sha256", _) = $0 { true } else { false }
            },
            Damage(testDescription: "the document lost its format version, and the checksum file is gone") {
                fixture, _ in
                try edit(fixture, fixture.files.model) {
                    $0 = Data(String(decoding: $0, as: UTF8.self).replacing("\"formatVersion\": 1,", with: "").utf8)
                }
                try FileManager.default.removeItem(atPath: fixture.path(of: fixture.files.checksums))
            } isFound: {
                $0 == .missing(file: "schema-1_0_0.sha256")
            },
            Damage(testDescription: "the store is no store, checksums adjusted") { fixture, _ in
                try edit(fixture, fixture.files.store) { $0 = Data("SQLite format 4".utf8) }
                try adjustChecksums(fixture)
            } isFound: {
                if case .unreadableStore = $0 { true } else { false }
            },
            Damage(testDescription: "the DDL is edited, checksums adjusted") { fixture, _ in
                try edit(fixture, fixture.files.ddl) { $0.append(contentsOf: Data("-- more\n".utf8)) }
                try adjustChecksums(fixture)
            } isFound: {
                if case .ddlMismatch = $0 { true } else { false }
            },
        ]

    static let version = try! VersionName("1.0.0")

    static func edit(_ fixture: FixtureFolder, _ file: String, _ change: (inout Data) throws -> Void) throws {
        let url = URL(filePath: fixture.path(of: file))
        var data = try Data(contentsOf: url)
        try change(&data)
        try data.write(to: url)
    }

    static func adjustChecksums(_ fixture: FixtureFolder) throws {
        let lines = try fixture.files.checked.map { file in
            let bytes = try Data(contentsOf: URL(filePath: fixture.path(of: file)))
            return "\(Digest.hex(Digest.sha256(Array(bytes))))  \(file)\n"
        }
        try Data(lines.joined().utf8).write(to: URL(filePath: fixture.path(of: fixture.files.checksums)))
    }

    @Test(arguments: damages)
    func damageIsFoundAndOtherFixturesAreRead(_ damage: Damage) throws {
        let folder = try ScratchFolder()
        let tree = folder.path("Fixtures")
        let fixture = FixtureFolder(version: Self.version, tree: tree, folder: "1.0.0")
        let other = FixtureFolder(version: try VersionName("2.0.0"), tree: tree, folder: "2.0.0")
        let freezer = Freezer(toolVersion: "1")
        try freezer.freeze(Samples.request("1.0.0"), as: fixture)
        try freezer.freeze(Samples.request("2.0.0", model: Samples.model("heading")), as: other)
        #expect(FrozenVersion(fixture).damage.isEmpty)

        try damage.inflict(fixture, other)
        let found = FrozenVersion(fixture).damage
        #expect(found.contains(where: damage.isFound), "\(found)")
        #expect(FrozenVersion(other).damage.isEmpty)
    }

    @Test func aRenamedFolderIsFound() throws {
        let folder = try ScratchFolder()
        let tree = folder.path("Fixtures")
        try Freezer(toolVersion: "1").freeze(
            Samples.request("1.0.0"), as: FixtureFolder(version: Self.version, tree: tree, folder: "1.0.0"))
        try FileManager.default.moveItem(atPath: tree + "/1.0.0", toPath: tree + "/1-0.0")
        // `1.0.0` and `1_0_0` have the same file names, so only the document shows the difference.
        try FileManager.default.moveItem(atPath: tree + "/1-0.0", toPath: tree + "/1_0_0")
        let moved = try #require(try FixtureTree(directory: tree).contents().fixtures.first)
        #expect(FrozenVersion(moved).damage == [.otherVersion(found: "1.0.0")])
    }

    @Test func linksInTheTreeAreNotFollowed() throws {
        let folder = try ScratchFolder()
        try folder.write("", to: "elsewhere/1.0.0/App-1_0_0.sqlite")
        try folder.write("", to: "Fixtures/Group/2.0.0/App-2_0_0.sqlite")
        for path in ["Fixtures/1.0.0", "Fixtures/Group/1.0.0"] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path(path), withDestinationPath: folder.path("elsewhere/1.0.0"))
        }
        let contents = try FixtureTree(directory: folder.path("Fixtures")).contents()
        #expect(contents.refused == ["1.0.0", "Group/1.0.0"])
        #expect(contents.fixtures.map(\.folder) == ["Group/2.0.0"])
    }
}
