import Foundation
import PermafrostModel
import PermafrostTestSupport
import Testing

@testable import PermafrostFixtures
@testable import PermafrostStore

@Suite("Reading untrusted stores")
struct StoreReaderTests {
    /// Returns the names, bytes and times of a folder's files.
    private static func state(of folder: String) throws -> [String: [String]] {
        var state: [String: [String]] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            let path = folder + "/" + name
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            state[name] = [Digest.hex(Digest.sha256([UInt8](bytes))), "\(attributes[.modificationDate] ?? "")"]
        }
        return state
    }

    private static func readAll(_ path: String) throws -> Int {
        let reader = try StoreReader(path: path)
        _ = try reader.metadata()
        _ = try reader.model()
        _ = try reader.primaryKeys()
        return try reader.rowCounts().count
    }

    @Test("Nothing in a store's folder changes", Conformance.isPresent, arguments: Conformance.stores())
    func folderUnchanged(store: String) throws {
        let folder = try ScratchFolder()
        let files = FileManager.default
        try files.copyItem(atPath: Conformance.path(store), toPath: folder.path("App.store"))
        if files.fileExists(atPath: Conformance.path(store) + "-wal") {
            try files.copyItem(atPath: Conformance.path(store) + "-wal", toPath: folder.path("App.store-wal"))
        }
        let before = try Self.state(of: folder.url.path)
        #expect(try Self.readAll(folder.path("App.store")) > 0)
        #expect(try Self.state(of: folder.url.path) == before)
    }

    @Test("Rows that are only in a -wal are read, and the -wal doesn't change")
    func walOnly() throws {
        let (folder, temporary) = (try ScratchFolder(), try ScratchFolder())
        let path = folder.path("App store?#%.sqlite")
        try StoreWriter(model: SampleModels.relationships.model, seed: [1], rowsPerEntity: 2).write(to: path)
        let writer = try SQLiteConnection(path: path, mode: .create)
        try writer.execute(
            "PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0; INSERT INTO ZLABEL (Z_PK, ZNAME) VALUES (99, 'new')")
        // A copy made while the writer is open has the -wal, like a store from a device.
        let copied = folder.path("copy/App.store")
        try FileManager.default.createDirectory(atPath: folder.path("copy"), withIntermediateDirectories: false)
        try FileManager.default.copyItem(atPath: path, toPath: copied)
        try FileManager.default.copyItem(atPath: path + "-wal", toPath: copied + "-wal")
        let before = try Self.state(of: folder.path("copy"))
        do {
            let reader = try StoreReader(path: copied, temporaryFolder: temporary.url.path)
            #expect(try reader.rows("SELECT ZNAME FROM ZLABEL WHERE Z_PK = 99") == [[.text("new")]])
            #expect(try reader.rowCounts()["ZLABEL"] == 3)
            #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.url.path).count == 1)
        }
        #expect(try Self.state(of: folder.path("copy")) == before)
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.url.path).isEmpty)
    }

    @Test("A transaction that a crash interrupted is rolled back in a copy")
    func hotJournal() throws {
        let (folder, temporary) = (try ScratchFolder(), try ScratchFolder())
        let path = folder.path("App.store")
        try StoreWriter(model: SampleModels.relationships.model, seed: [1], rowsPerEntity: 40).write(to: path)
        let writer = try SQLiteConnection(path: path, mode: .create)
        // A cache of this size spills changed pages to the file before the transaction ends.
        try writer.execute("PRAGMA cache_size=1; BEGIN; UPDATE ZLABEL SET ZNAME = hex(zeroblob(3000))")
        try FileManager.default.createDirectory(atPath: folder.path("crashed"), withIntermediateDirectories: false)
        let copied = folder.path("crashed/App.store")
        try FileManager.default.copyItem(atPath: path, toPath: copied)
        try FileManager.default.copyItem(atPath: path + "-journal", toPath: copied + "-journal")
        try writer.execute("ROLLBACK")
        let before = try Self.state(of: folder.path("crashed"))
        let reader = try StoreReader(path: copied, temporaryFolder: temporary.url.path)
        #expect(try reader.rows("SELECT COUNT(*) FROM ZLABEL WHERE LENGTH(ZNAME) < 1000") == [[.integer(40)]])
        #expect(try reader.rows("PRAGMA integrity_check") == [[.text("ok")]])
        #expect(try Self.state(of: folder.path("crashed")) == before)
    }

    /// SQLite looks for the other file's name before it examines the rest of the journal.
    @Test("A journal that would delete another file is rejected, and the file is kept")
    func unsafeJournal() throws {
        let (folder, temporary) = (try ScratchFolder(), try ScratchFolder())
        let path = folder.path("App.store")
        try StoreWriter(model: SampleModels.relationships.model, seed: [1]).write(to: path)
        let mark: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
        try Data([UInt8](repeating: 1, count: 512) + mark).write(to: URL(fileURLWithPath: path + "-journal"))
        #expect(throws: StoreError.unsafeJournal(path: path)) {
            try StoreReader(path: path, temporaryFolder: temporary.url.path)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.url.path).isEmpty)
    }

    @Test("A journal of an ended transaction isn't rolled back, so the store isn't copied")
    func endedTransaction() throws {
        let folder = try ScratchFolder()
        let path = folder.path("App.store")
        try StoreWriter(model: SampleModels.relationships.model, seed: [1]).write(to: path)
        try SQLiteConnection(path: path, mode: .create).execute(
            "PRAGMA journal_mode=PERSIST; INSERT INTO ZLABEL (Z_PK, ZNAME) VALUES (99, 'new')")
        #expect(FileStatus.bytes(at: path + "-journal") > 0)
        let missing = folder.path("missing")
        let rows = try StoreReader(path: path, temporaryFolder: missing).rows(
            "SELECT ZNAME FROM ZLABEL WHERE Z_PK = 99")
        #expect(rows == [[.text("new")]])
        // A journal that can be rolled back needs a copy, which fails without the folder.
        try Data([UInt8](repeating: 1, count: 512)).write(to: URL(fileURLWithPath: path + "-journal"))
        #expect(throws: StoreError.self) { try StoreReader(path: path, temporaryFolder: missing) }
    }

    @Test("No query can write")
    func readOnly() throws {
        let folder = try ScratchFolder()
        try StoreWriter(model: SampleModels.scalars.model, seed: [1]).write(to: folder.path("a"))
        let reader = try StoreReader(path: folder.path("a"))
        #expect(throws: StoreError.self) { try reader.rows("DELETE FROM ZEVERYTHING") }
        #expect(throws: StoreError.self) { try reader.rows("ATTACH '\(folder.path("b"))' AS b") }
    }

    @Test("A file that isn't a store gives an error with the reason")
    func noStore() throws {
        let folder = try ScratchFolder()
        func write(_ name: String, _ bytes: [UInt8]) throws -> String {
            try Data(bytes).write(to: URL(fileURLWithPath: folder.path(name)))
            return folder.path(name)
        }
        func make(_ name: String, _ sql: String) throws -> String {
            try SQLiteConnection(path: folder.path(name), mode: .create).execute(sql)
            return folder.path(name)
        }
        func failure(_ body: () throws -> Void) -> StoreError? {
            do { try body() } catch { return error as? StoreError }
            return nil
        }
        let missing = folder.path("missing")
        guard case .unreadable(missing, _)? = failure({ _ = try StoreReader(path: missing) }) else {
            Issue.record("missing file")
            return
        }
        guard case .unreadable? = failure({ _ = try StoreReader(path: folder.url.path) }) else {
            Issue.record("folder")
            return
        }
        let empty = try write("empty", [])
        #expect(failure { _ = try StoreReader(path: empty) } == .empty(path: empty))
        let text = try write(
            "text", Array("not a database at all, but longer than a header is; more of it follows here.".utf8))
        guard case .notSQLite(text, let error)? = failure({ _ = try StoreReader(path: text) }) else {
            Issue.record("text")
            return
        }
        #expect(error.primaryCode == 26)
        let other = try make("other", "CREATE TABLE a (b)")
        #expect(failure { _ = try StoreReader(path: other).metadata() } == .noMetadata(path: other))
        #expect(failure { _ = try StoreReader(path: other).model() } == .noModelCache(path: other))
        let bare = try make(
            "bare",
            "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB); CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)"
        )
        #expect(failure { _ = try StoreReader(path: bare).metadata() } == .noMetadata(path: bare))
        #expect(failure { _ = try StoreReader(path: bare).model() } == .noModelCache(path: bare))
        let damaged = try make(
            "damaged",
            "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB); INSERT INTO Z_METADATA VALUES (1, 'x', x'00'); "
                + "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB); INSERT INTO Z_MODELCACHE VALUES (x'0102')")
        #expect(
            failure { _ = try StoreReader(path: damaged).metadata() }
                == .damagedMetadata(path: damaged, error: .notBinaryPropertyList))
        #expect(
            failure { _ = try StoreReader(path: damaged).model() }
                == .damagedModelCache(path: damaged, error: .notInflatable))
    }

    @Test("Truncated and altered stores give errors or values, and never trap", arguments: 0..<4)
    func damagedFiles(round: Int) throws {
        let folder = try ScratchFolder()
        try StoreWriter(model: SampleModels.relationships.model, seed: [UInt8(round)], rowsPerEntity: 2).write(
            to: folder.path("a"))
        let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.path("a"))))
        var generator = DigestGenerator(seed: [UInt8(round)], "damage")
        for attempt in 0..<60 {
            var bytes = whole
            if attempt.isMultiple(of: 3) { bytes = Array(bytes[..<Int(generator.next() % UInt64(bytes.count))]) }
            for _ in 0..<20 where !bytes.isEmpty {
                bytes[Int(generator.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: generator.next())
            }
            try Data(bytes).write(to: URL(fileURLWithPath: folder.path("b")))
            _ = try? Self.readAll(folder.path("b"))
        }
    }
}
