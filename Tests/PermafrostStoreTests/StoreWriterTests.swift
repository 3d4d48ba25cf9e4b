import Foundation
import PermafrostModel
import PermafrostTestSupport
import Testing

@testable import PermafrostFixtures
@testable import PermafrostStore

@Suite("Written stores")
struct StoreWriterTests {
    private static let seed: [UInt8] = [1, 2, 3]

    private static func write(
        _ model: SchemaModel, rows: Int = 8, in folder: ScratchFolder, as name: String = "a.sqlite"
    ) throws -> String {
        let path = folder.path(name)
        try StoreWriter(model: model, seed: seed, rowsPerEntity: rows).write(to: path)
        return path
    }

    @Test("A written store is valid, and has the expected contents", arguments: SampleModels.all, [0, 1, 3, 8, 40])
    func roundTrip(sample: SampleModel, rows: Int) throws {
        let folder = try ScratchFolder()
        let path = try Self.write(sample.model, rows: rows, in: folder)
        let reader = try StoreReader(path: path)
        #expect(try reader.rows("PRAGMA integrity_check") == [[.text("ok")]])
        #expect(try reader.model() == sample.model.archived)
        let layout = StoreLayout(model: sample.model)
        #expect(try reader.statements() == layout.statements)
        let metadata = try reader.metadata()
        #expect(metadata.versionHashes == sample.model.versionHashes)
        #expect(metadata.versionHashesDigest == sample.model.versionHashesDigest)
        #expect(metadata.versionChecksum == sample.model.versionChecksum)
        #expect(metadata.versionIdentifiers == sample.model.versionIdentifiers)
        #expect(metadata.frameworkVersion == 1518)
        #expect(metadata.maximumFrameworkVersion == 1518)
        #expect(
            metadata.storeUUID.wholeMatch(of: /[0-9A-F]{8}-[0-9A-F]{4}-4[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}/)
                != nil)
        var keys = try reader.primaryKeys()
        for index in keys.indices {
            let table = layout.tables.first { $0.rootEntity == keys[index].name }
            let counted = try table.map { try reader.rows("SELECT IFNULL(MAX(Z_PK), 0) FROM \($0.name)") }
            #expect(counted ?? [[.integer(0)]] == [[.integer(Int64(keys[index].highestKey))]])
            keys[index].highestKey = 0
        }
        #expect(keys == layout.primaryKeys)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["a.sqlite"])
    }

    @Test("The file has the header of a store without a -wal")
    func header() throws {
        let folder = try ScratchFolder()
        let bytes = [UInt8](
            try Data(contentsOf: URL(fileURLWithPath: try Self.write(SampleModels.scalars.model, in: folder))))
        func word(_ offset: Int) -> Int { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) } }
        #expect(Int(bytes[16]) << 8 | Int(bytes[17]) == 4096)
        #expect(bytes[18...20] == [1, 1, 0])
        #expect(word(44) == 4)  // schema format
        #expect(word(52) > 0)  // auto-vacuum
        #expect(word(56) == 1)  // UTF-8
        #expect(word(60) == 0)  // user version
        #expect(word(64) == 1)  // incremental
        #expect(word(68) == 0)  // application
    }

    @Test("The same input gives the same bytes", arguments: SampleModels.all)
    func determinism(sample: SampleModel) throws {
        let folder = try ScratchFolder()
        let first = try Data(contentsOf: URL(fileURLWithPath: try Self.write(sample.model, in: folder, as: "a")))
        let second = try Data(contentsOf: URL(fileURLWithPath: try Self.write(sample.model, in: folder, as: "b")))
        #expect(first == second)
        try StoreWriter(model: sample.model, seed: [9], rowsPerEntity: 8).write(to: folder.path("c"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path("c"))) != first)
        try StoreWriter(model: sample.model, seed: Self.seed).write(to: folder.path("d"), durability: .full)
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path("d"))) == first)
    }

    /// SQLite stores the settings on every platform, but the last two affect only Darwin. 3 is `EXTRA`.
    @Test("Durable commits sync the journal's folder, and the storage device on Darwin")
    func durableCommits() throws {
        let folder = try ScratchFolder()
        let connection = try SQLiteConnection(path: folder.path("a"), mode: .create)
        let settings = ["synchronous", "fullfsync", "checkpoint_fullfsync"]
        func values() throws -> [[[SQLiteValue]]] { try settings.map { try connection.rows("PRAGMA \($0)") } }
        #expect(try values() != [[[.integer(3)]], [[.integer(1)]], [[.integer(1)]]])
        try connection.requireDurableCommits()
        withExtendedLifetime(folder) {}
        #expect(try values() == [[[.integer(3)]], [[.integer(1)]], [[.integer(1)]]])
    }

    @Test("An existing file isn't changed")
    func existing() throws {
        let folder = try ScratchFolder()
        let path = folder.path("a")
        try Data("precious".utf8).write(to: URL(fileURLWithPath: path))
        #expect(throws: StoreError.alreadyExists(path: path)) {
            try StoreWriter(model: SampleModels.scalars.model, seed: []).write(to: path)
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link"), withDestinationPath: folder.path("gone"))
        #expect(throws: StoreError.alreadyExists(path: folder.path("link"))) {
            try StoreWriter(model: SampleModels.scalars.model, seed: []).write(to: folder.path("link"))
        }
    }

    @Test("If the file can't be created, nothing is left behind")
    func unwritable() throws {
        let folder = try ScratchFolder()
        #expect(throws: StoreError.self) {
            try StoreWriter(model: SampleModels.scalars.model, seed: []).write(to: folder.path("missing/a"))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }
}
