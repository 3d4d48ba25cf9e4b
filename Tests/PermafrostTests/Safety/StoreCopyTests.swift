import Foundation
import MigrationCrashModels
import PermafrostModel
import PermafrostStore
import PermafrostTestSupport
import SwiftData
import Testing

@testable import Permafrost

/// A copy contains the store's state at one moment, whether it is made block by block or page by page.
@Suite struct StoreCopyTests {
    /// The place of a store's rows.
    enum Place: CaseIterable {
        /// Only in the file.
        case file
        /// In a -wal that no process has open.
        case log
        /// In a -wal that a connection writes to.
        case logInUse
        /// Only in the file, which a connection has open.
        case fileInUse
    }

    private static func numbers(_ store: URL) throws -> [[SQLiteValue]] {
        try SQLiteConnection(path: store.path, mode: .create).rows("SELECT ZNUMBER FROM ZNOTE ORDER BY ZNUMBER")
    }

    @Test(arguments: Place.allCases)
    func aCopyContainsEverything(_ place: Place) throws {
        let vault = try VaultFolder(notes: 200, inLog: place == .log)
        var connection: SQLiteConnection?
        if place == .logInUse || place == .fileInUse {
            connection = try SQLiteConnection(path: vault.store.path, mode: .create)
            try connection?.execute("PRAGMA wal_autocheckpoint=0")
            _ = try connection?.rows("SELECT COUNT(*) FROM ZNOTE")
        }
        if place == .logInUse { try connection?.execute("UPDATE ZNOTE SET ZNUMBER = ZNUMBER + 1000") }
        let before = try vault.scratch.files()
        let folder = vault.scratch.path("copy")
        let copied = try StoreCopy().copy(vault.store, to: folder)
        let beside = try vault.scratch.files().filter { !$0.key.hasPrefix("copy/") }
        // The marks that a reader makes in the index don't change the store.
        #expect(beside.filter { !$0.key.hasSuffix("-shm") } == before.filter { !$0.key.hasSuffix("-shm") })
        #expect(copied.map(\.path).first == "Vault.store")
        #expect(copied.count == 1 + 20)
        for file in copied {
            let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder + "/" + file.path)))
            #expect(file.bytes == Int64(bytes.count))
            #expect(file.sha256 == Digest.hex(Digest.sha256(bytes)))
        }
        let copy = URL(fileURLWithPath: folder + "/Vault.store")
        let shift = place == .logInUse ? 1000 : 0
        #expect(try Self.numbers(copy) == (0..<200).map { [.integer(Int64($0 + shift))] })
        let check = try SQLiteConnection(path: copy.path, mode: .create)
        #expect(try check.rows("PRAGMA integrity_check") == [[.text("ok")]])
        withExtendedLifetime(connection) {}
    }

    /// A save during the copy isn't in the copy. The process keeps its locks.
    @Test(arguments: [false, true])
    func aSaveDuringTheCopyIsNotInIt(_ inLog: Bool) throws {
        let vault = try VaultFolder(notes: 100)
        let writer = try SQLiteConnection(path: vault.store.path, mode: .create)
        try writer.execute("PRAGMA wal_autocheckpoint=0")
        if inLog { try writer.execute("UPDATE ZNOTE SET ZNUMBER = ZNUMBER + 1000") }
        var saves = 0
        let folder = vault.scratch.path("copy")
        _ = try StoreCopy().copy(vault.store, to: folder) { _, _ in
            try writer.execute("UPDATE ZNOTE SET ZNUMBER = ZNUMBER + 10000")
            _ = try? writer.rows("PRAGMA wal_checkpoint(PASSIVE)")
            saves += 1
        }
        #expect(saves > 0)
        let shift = inLog ? 1000 : 0
        let copy = URL(fileURLWithPath: folder + "/Vault.store")
        #expect(try Self.numbers(copy) == (0..<100).map { [.integer(Int64($0 + shift))] })
        #expect(try Self.numbers(vault.store) == (0..<100).map { [.integer(Int64($0 + shift + saves * 10_000))] })
    }

    @Test func anErrorThrownByTheProgressEndsTheCopy() throws {
        let vault = try VaultFolder(notes: 100)
        #expect(throws: Refusal.self) {
            try StoreCopy().copy(vault.store, to: vault.scratch.path("copy")) { _, _ in throw Refusal() }
        }
        try vault.expectFirst(notes: 100)
    }
}
