import Foundation
import PermafrostModel
import PermafrostTestSupport
import Testing

@testable import PermafrostFixtures
@testable import PermafrostStore

/// Fixtures that were changed and made to look intact: with SQLite's files next to the store, or with corrected
/// checksums.
@Suite struct TamperedFixtureTests {
    struct Tampering: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let reason: String
        let tamper: @Sendable (FixtureFolder) throws -> Void

        init(_ description: String, _ reason: String, _ tamper: @escaping @Sendable (FixtureFolder) throws -> Void) {
            testDescription = description
            self.reason = reason
            self.tamper = tamper
        }
    }

    static let tamperings: [Tampering] = [
        Tampering("a -wal that changes a row", "App-1_0_0.sqlite-wal is next to the store") { fixture in
            let path = fixture.path(of: fixture.files.store)
            let copy = path + ".copy"
            try FileManager.default.copyItem(atPath: path, toPath: copy)
            do {
                let connection = try SQLiteConnection(path: copy, mode: .create)
                try connection.execute("PRAGMA journal_mode=WAL; UPDATE ZPOST SET ZTITLE = 'other' WHERE Z_PK = 1")
                try FileManager.default.copyItem(atPath: copy + "-wal", toPath: path + "-wal")
            }
            for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: copy + ending) }
        },
        Tampering("a stray -shm", "App-1_0_0.sqlite-shm is next to the store") { fixture in
            try Data(count: 32_768).write(to: URL(filePath: fixture.path(of: fixture.files.store) + "-shm"))
        },
        Tampering("a hot journal", "App-1_0_0.sqlite-journal is next to the store") { fixture in
            let magic: [UInt8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7]
            try Data(magic + [UInt8](repeating: 0, count: 504))
                .write(to: URL(filePath: fixture.path(of: fixture.files.store) + "-journal"))
        },
        Tampering("a row's byte, with the checksum file mended", "export_metadata.txt records") { fixture in
            try flip(in: fixture) { try #require($0.range(of: title(fixture))).lowerBound }
            try FixtureDamageTests.adjustChecksums(fixture)
        },
        Tampering("a row's byte, with both checksums mended", "Post.title of row") { fixture in
            try flip(in: fixture) { try #require($0.range(of: title(fixture))).lowerBound }
            try mendEverything(fixture)
        },
        Tampering("a page's header, with the checksum file mended", "export_metadata.txt records") { fixture in
            try flip(in: fixture) { _ in try rootPage(of: "ZPOST", fixture) + 4 }
            try FixtureDamageTests.adjustChecksums(fixture)
        },
        Tampering("a page's header, with both checksums mended", "App-1_0_0.sqlite") { fixture in
            try flip(in: fixture) { _ in try rootPage(of: "ZPOST", fixture) + 4 }
            try mendEverything(fixture)
        },
        Tampering("a key above the highest", "has a key that was never assigned") {
            try execute("UPDATE ZPOST SET Z_PK = 900 WHERE Z_PK = 1", $0)
        },
        Tampering("a row of another entity's number", "doesn't belong to any entity of the table") {
            try execute("UPDATE ZUSER SET Z_ENT = 77 WHERE Z_PK = 1", $0)
        },
        Tampering("a value of another type", "Post.id of row 1 has a value that isn't valid for the property's type") {
            try execute("UPDATE ZPOST SET ZID = 'text' WHERE Z_PK = 1", $0)
        },
        Tampering("a value that is missing", "Post.title of row 1 has no value") {
            try execute("UPDATE ZPOST SET ZTITLE = NULL WHERE Z_PK = 1", $0)
        },
        Tampering("a link to nowhere", "Post.author refers to row 900, which doesn't exist") {
            try execute("UPDATE ZPOST SET ZAUTHOR = 900 WHERE Z_PK = 1", $0)
        },
        Tampering("an index without its row", "SQLite's integrity check failed") {
            try execute(
                """
                PRAGMA writable_schema=ON; UPDATE sqlite_master SET rootpage =
                (SELECT rootpage FROM sqlite_master WHERE name = 'ZUSER') WHERE name = 'ZPOST'
                """, $0)
        },
    ]

    @Test(arguments: tamperings)
    func isRefusedWithItsReason(_ tampering: Tampering) throws {
        let folder = try ScratchFolder()
        let version = FixtureDamageTests.version
        let fixture = FixtureFolder(version: version, tree: folder.path("Fixtures"), folder: "1.0.0")
        try Freezer(toolVersion: "1").freeze(Samples.request("1.0.0"), as: fixture)
        #expect(FrozenVersion(fixture).damage == [])
        try tampering.tamper(fixture)
        let damage = FrozenVersion(fixture).damage.map { FixtureDamageMessage($0).sentence }
        #expect(damage.contains { $0.contains(tampering.reason) }, "\(damage)")
    }

    /// The recorded checksum reveals a change of any byte in the store. If every checksum is also adjusted, reading the
    /// store ends with a result or an error.
    @Test func everyChangedByteIsFound() throws {
        let folder = try ScratchFolder()
        let fixture = FixtureFolder(
            version: FixtureDamageTests.version, tree: folder.path("Fixtures"), folder: "1.0.0")
        try Freezer(toolVersion: "1").freeze(Samples.request("1.0.0"), as: fixture)
        let url = URL(filePath: fixture.path(of: fixture.files.store))
        let whole = try Data(contentsOf: url)
        for place in stride(from: 0, to: whole.count, by: 997) {
            try Self.flip(in: fixture) { _ in place }
            try FixtureDamageTests.adjustChecksums(fixture)
            #expect(!FrozenVersion(fixture).files.damage.isEmpty, "byte \(place)")
            try Self.mendEverything(fixture)
            #expect(FrozenVersion(fixture).files.damage.isEmpty)
            _ = FrozenVersion(fixture)
            try whole.write(to: url)
        }
    }

    private static func execute(_ sql: String, _ fixture: FixtureFolder) throws {
        do { try SQLiteConnection(path: fixture.path(of: fixture.files.store), mode: .create).execute(sql) }
        try mendEverything(fixture)
    }

    /// Returns the bytes of the first post's title.
    private static func title(_ fixture: FixtureFolder) throws -> Data {
        let rows = try StoreReader(path: fixture.path(of: fixture.files.store)).rows("SELECT ZTITLE FROM ZPOST LIMIT 1")
        guard case .text(let text)? = rows.first?.first else { throw CocoaError(.fileReadUnknown) }
        return Data(text.utf8)
    }

    private static func rootPage(of table: String, _ fixture: FixtureFolder) throws -> Int {
        let rows = try StoreReader(path: fixture.path(of: fixture.files.store))
            .rows("SELECT (rootpage - 1) * 4096 FROM sqlite_master WHERE name = '\(table)'")
        guard case .integer(let place)? = rows.first?.first else { throw CocoaError(.fileReadUnknown) }
        return Int(place)
    }

    private static func flip(in fixture: FixtureFolder, at place: (Data) throws -> Int) throws {
        try FixtureDamageTests.edit(fixture, fixture.files.store) { data in
            let place = try place(data)
            data[place] ^= 0xFF
        }
    }

    private static func mendEverything(_ fixture: FixtureFolder) throws {
        try FixtureDamageTests.adjustChecksums(fixture)
        let store = try Data(contentsOf: URL(filePath: fixture.path(of: fixture.files.store)))
        try FixtureDamageTests.edit(fixture, fixture.files.metadata) { data in
            let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").map { line in
                line.hasPrefix(FixtureFileNames.storeChecksumLabel)
                    ? FixtureFileNames.storeChecksumLabel + Digest.hex(Digest.sha256(Array(store)))
                    : String(line)
            }
            data = Data((lines.joined(separator: "\n") + "\n").utf8)
        }
    }
}
