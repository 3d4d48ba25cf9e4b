import Foundation
import PermafrostModel
import PermafrostTestSupport
import Testing

@testable import PermafrostFixtures
@testable import PermafrostStore

/// `permafrost freeze --from-store` of a store that another process has open.
@Suite struct UserStoreInUseTests {
    /// The statements that another process executes while it has the store open.
    struct Use: Sendable, CustomTestStringConvertible {
        let about: String
        /// The statements that are committed, and the statements of a transaction that stays open.
        let commit, transaction: [String]
        var testDescription: String { about }
    }

    private static let committed = "UPDATE ZPOST SET ZTITLE = 'committed'"
    private static let uncommitted = "UPDATE ZPOST SET ZTITLE = 'uncommitted'"
    /// An update of so many pages that SQLite writes some of them before the commit.
    private static let large = "UPDATE ZPOST SET ZTITLE = 'uncommitted ' || hex(zeroblob(400000))"

    static let uses = [
        Use(
            about: "a transaction, with rows in the -wal",
            commit: ["PRAGMA journal_mode=WAL", committed], transaction: ["BEGIN IMMEDIATE", uncommitted]),
        Use(
            about: "a transaction that has written to the -wal",
            commit: ["PRAGMA journal_mode=WAL", committed, "PRAGMA cache_size=1"],
            transaction: ["BEGIN IMMEDIATE", large]),
        Use(
            about: "an exclusive lock, with a -wal",
            commit: ["PRAGMA locking_mode=EXCLUSIVE", "PRAGMA journal_mode=WAL", committed],
            transaction: ["BEGIN EXCLUSIVE", uncommitted]),
        Use(
            about: "an exclusive lock, with a journal",
            commit: ["PRAGMA journal_mode=DELETE", committed], transaction: ["BEGIN EXCLUSIVE", uncommitted]),
        Use(
            about: "an exclusive lock, and a transaction that has written to the store",
            commit: ["PRAGMA journal_mode=DELETE", committed, "PRAGMA cache_size=1"],
            transaction: ["BEGIN EXCLUSIVE", large]),
        Use(
            about: "an exclusive lock without a write",
            commit: ["PRAGMA journal_mode=DELETE", committed], transaction: ["BEGIN EXCLUSIVE"]),
    ]

    /// Freezes the versions of an example, and copies the first version's store to a separate folder as a user's store.
    private static func project() throws -> (folder: ScratchFolder, store: String) {
        let folder = try Tool.copy(of: "Posts")
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        try FileManager.default.createDirectory(
            atPath: folder.path("phone"), withIntermediateDirectories: false)
        let store = folder.path("phone/user.store")
        try FileManager.default.copyItem(atPath: folder.path("Fixtures/1.0.0/App-1_0_0.sqlite"), toPath: store)
        return (folder, store)
    }

    private static func freeze(_ folder: ScratchFolder) throws -> CommandResult {
        try Tool.run(
            "freeze", "1.0.0", "--from-store", "phone/user.store", "--keep", "Post.title", "--force", in: folder)
    }

    private static func titles(_ folder: ScratchFolder) throws -> Set<SQLiteValue> {
        let copy = try StoreReader(path: folder.path("Fixtures/1.0.0/stores/user/user.sqlite"))
        #expect(try copy.connection.damages() == [])
        return Set(try copy.rows("SELECT ZTITLE FROM ZPOST").map { $0[0] })
    }

    @Test(arguments: uses) func theLastCommittedStateIsCopied(_ use: Use) throws {
        let (folder, store) = try Self.project()
        let app = try Worker(["hold", store], of: "MigrationCrashWorker")
        defer { if app.process.isRunning { app.kill() } }
        for line in use.commit + use.transaction {
            try app.send(line)
            try #require(app.nextLine() == "done", "\(line): \(app.ending())")
        }
        let before = try folder.files(below: "phone")
        let result = try Self.freeze(folder)
        #expect(try folder.files(below: "phone") == before)
        #expect(result.status == 0, "\(result)")
        #expect(try Self.titles(folder) == [.text("committed")])
        // The app can still commit.
        try app.send("COMMIT")
        #expect(app.nextLine() == "done")
        app.kill()
        let rows = try StoreReader(path: store).rows("SELECT DISTINCT substr(ZTITLE, 1, 11) FROM ZPOST")
        #expect(rows == [[.text(use.transaction.count == 1 ? "committed" : "uncommitted")]])
    }

    /// The copy is one of the committed states, or the error reports that another process changed the store. In each
    /// state, all rows have the same title.
    @Test(arguments: ["WAL", "DELETE"]) func aStoreThatChangesIsCopiedAsOneState(_ mode: String) throws {
        let (folder, store) = try Self.project()
        let app = try Worker(["hold", store], of: "MigrationCrashWorker")
        defer { if app.process.isRunning { app.kill() } }
        for line in ["PRAGMA journal_mode=\(mode)", "repeat UPDATE ZPOST SET ZTITLE = 'title ?'"] {
            try app.send(line)
            try #require(app.nextLine() == "done", "\(line): \(app.ending())")
        }
        for _ in 0..<6 {
            let result = try Self.freeze(folder)
            if result.status == 0 {
                #expect(try Self.titles(folder).count == 1)
            } else {
                #expect(result.errors.contains("another process"), "\(result)")
            }
        }
        #expect(app.process.isRunning)
        app.kill()
        let names = Set(try FileManager.default.contentsOfDirectory(atPath: folder.path("phone")))
        #expect(names.isSubset(of: ["user.store", "user.store-wal", "user.store-shm", "user.store-journal"]))
    }

    /// SQLite doesn't lock a file that is opened as immutable.
    @Test func aChangeWhileTheStoreIsReadIsAnError() throws {
        let (folder, store) = try Self.project()
        let app = try Worker(["hold", store], of: "MigrationCrashWorker")
        defer { if app.process.isRunning { app.kill() } }
        try app.send("PRAGMA journal_mode=DELETE")
        try #require(app.nextLine() == "done")
        let anonymizer = try StoreAnonymizer(StoreAnonymizer.open(store), .init())
        try app.send(Self.committed)
        #expect(app.nextLine() == "done")
        let error = #expect(throws: StoreError.self) { try anonymizer.write(to: folder.path("copy.sqlite")) }
        #expect("\(error as Any)".contains("another process changed it"), "\(error as Any)")
        app.kill()
    }
}
