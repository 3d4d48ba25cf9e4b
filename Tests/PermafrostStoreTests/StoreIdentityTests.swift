import Foundation
import PermafrostModel
import PermafrostTestSupport
import Testing

@testable import PermafrostFixtures
@testable import PermafrostStore

@Suite("Identifying a store before it is opened")
struct StoreIdentityTests {
    private static func makeStore(_ folder: ScratchFolder) throws -> String {
        let path = folder.path("App.store")
        try StoreWriter(model: SampleModels.relationships.model, seed: [1], rowsPerEntity: 2).write(to: path)
        return path
    }

    private static func setIdentifier(_ identifier: String, _ path: String) throws {
        let connection = try SQLiteConnection(path: path, mode: .create)
        try connection.prepare("UPDATE Z_METADATA SET Z_UUID = ?").run([.text(identifier)])
    }

    /// Cached metadata is used until the file changes, regardless of the file's modification date.
    @Test func metadataIsReadAgainAfterTheFileChanges() throws {
        let folder = try ScratchFolder()
        let path = try Self.makeStore(folder)
        // A file that has just been changed is read each time.
        for number in 0..<5 {
            try Self.setIdentifier("early \(number)", path)
            #expect(try StoreOpening(path: path).readMetadata().storeUUID == "early \(number)")
        }
        Thread.sleep(forTimeInterval: 2.2)
        for _ in 0..<2 { #expect(try StoreOpening(path: path).readMetadata().storeUUID == "early 4") }
        let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
        try Self.setIdentifier("later 0", path)
        try FileManager.default.setAttributes([.modificationDate: date as Any], ofItemAtPath: path)
        #expect(try StoreOpening(path: path).readMetadata().storeUUID == "later 0")
    }

    @Test func anotherFileInTheSamePlaceIsRead() throws {
        let (folder, other) = (try ScratchFolder(), try ScratchFolder())
        let (path, replacement) = (try Self.makeStore(folder), try Self.makeStore(other))
        try Self.setIdentifier("first", path)
        try Self.setIdentifier("other", replacement)
        Thread.sleep(forTimeInterval: 2.2)
        #expect(try StoreOpening(path: path).readMetadata().storeUUID == "first")
        #expect(try StoreOpening(path: replacement).readMetadata().storeUUID == "other")
        #expect(try StoreOpening(path: path).readMetadata().storeUUID == "first")
        #expect(rename(replacement, path) == 0)
        #expect(try StoreOpening(path: path).readMetadata().storeUUID == "other")
    }

    /// Changes to the metadata that are only in the -wal are read.
    @Test func metadataInAWALIsRead() throws {
        let folder = try ScratchFolder()
        let path = try Self.makeStore(folder)
        Thread.sleep(forTimeInterval: 2.2)
        #expect(try StoreOpening(path: path).readMetadata().storeUUID != "in the log")
        let writer = try SQLiteConnection(path: path, mode: .create)
        try writer.execute("PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0")
        try writer.prepare("UPDATE Z_METADATA SET Z_UUID = 'in the log'").run()
        #expect(try StoreOpening(path: path).readMetadata().storeUUID == "in the log")
    }

    /// SQLite puts a store's other files next to the link's target, not next to the link.
    @Test func aLinkToAStoreInUseIsReportedAsInUse() throws {
        let folder = try ScratchFolder()
        let path = try Self.makeStore(folder)
        let writer = try SQLiteConnection(path: path, mode: .create)
        try writer.execute("PRAGMA journal_mode=WAL; PRAGMA wal_autocheckpoint=0")
        try writer.prepare("UPDATE Z_METADATA SET Z_UUID = 'in the log'").run()
        try FileManager.default.createDirectory(atPath: folder.path("links"), withIntermediateDirectories: false)
        let link = folder.path("links/App.store")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        let identity = StoreOpening(path: link)
        #expect(identity.hasLog)
        #expect(try identity.readMetadata().storeUUID == "in the log")
        #expect(try identity.read { try $0.rows("SELECT Z_UUID FROM Z_METADATA") } == [[.text("in the log")]])
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("links")) == ["App.store"])
    }

    /// A connection waits for another connection's lock until its timeout is reached.
    @Test func aConnectionWaitsForALock() throws {
        let folder = try ScratchFolder()
        let path = folder.path("a.sqlite")
        let (first, second) = (
            try SQLiteConnection(path: path, mode: .create), try SQLiteConnection(path: path, mode: .create)
        )
        try first.execute("CREATE TABLE t (a); BEGIN IMMEDIATE")
        second.setBusyTimeout(milliseconds: 50)
        let start = ContinuousClock.now
        let error = #expect(throws: SQLiteError.self) { try second.execute("BEGIN IMMEDIATE") }
        #expect(error?.primaryCode == 5)
        #expect(ContinuousClock.now - start >= .milliseconds(50))
        try first.execute("COMMIT")
        try second.execute("BEGIN IMMEDIATE; COMMIT")
    }
}
