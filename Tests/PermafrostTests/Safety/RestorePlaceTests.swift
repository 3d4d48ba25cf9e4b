import Foundation
import MigrationCrashModels
import PermafrostModel
import PermafrostStore
import PermafrostTestSupport
import SwiftData
import Testing

@testable import Permafrost

/// A restore only takes the folder that it put at the store's path itself. An app that deletes its store, for example
/// when an account logs out, doesn't get the store back.
@Suite struct RestorePlaceTests {
    private func remove(_ vault: VaultFolder) throws {
        for ending in StoreFile.endings {
            try? FileManager.default.removeItem(atPath: vault.store.path + ending)
        }
    }

    private func makeFolder(_ vault: VaultFolder) throws {
        try FileManager.default.createDirectory(at: vault.store, withIntermediateDirectories: false)
    }

    /// The app deleted the store of an account, and an empty folder is at its path.
    @Test func anEmptyFolderOfTheAppBringsNothingBack() throws {
        let vault = try VaultFolder()
        _ = try vault.migrate()
        try remove(vault)
        try makeFolder(vault)
        let before = try vault.scratch.files()
        let error = try vault.failure()
        #expect(error.cause == .store(.notAFile))
        #expect(error.backup == (try vault.backups.first?.url))
        #expect(error.description.contains(try #require(try vault.backups.first?.url.path)))
        #expect(try vault.scratch.files() == before)
        try FileManager.default.removeItem(at: vault.store)
        let context = ModelContext(try vault.migrate())
        #expect(try context.fetchCount(FetchDescriptor<VaultV2.Note>()) == 0)
    }

    /// Makes a restore fail after it has moved the store aside.
    private func restoreHalf(_ vault: VaultFolder, canMark: Bool) throws {
        _ = try vault.migrate()
        var files = FileSystem()
        if !canMark {
            files.setAttribute = { _, _, path in
                throw FileError(operation: .setAttributes, path: path, code: ENOTSUP)
            }
        }
        files.renameNew = { _, target in throw FileError(operation: .rename, path: target, code: EIO) }
        // On a volume that can exchange names, the path then has the restore's folder.
        files.removeFolder = { path in throw FileError(operation: .remove, path: path, code: EIO) }
        #expect(throws: MigrationError.self) {
            try ManualRestore(
                backup: try #require(try vault.backups.first), folder: SafetyFolder(store: vault.store), files: files
            ).run()
        }
        try #require(try FileKind(of: vault.store.path) == .directory)
        let journal = try #require(
            try JournalFile(folder: SafetyFolder(store: vault.store), files: FileSystem()).read())
        #expect((journal.place == nil) == canMark && journal.step == .cleared)
    }

    /// The restore's own folder is recognised by its mark or by its number.
    @Test(arguments: [false, true]) func theOwnFolderIsReplaced(_ canMark: Bool) throws {
        let vault = try VaultFolder()
        try restoreHalf(vault, canMark: canMark)
        _ = try vault.migrate()
        try vault.expectSecond()
        try vault.expectClean()
    }

    /// Another folder took the place of the restore's folder. Nothing moves until it is removed.
    @Test(arguments: [false, true], [false, true])
    func anothersFolderIsNotReplaced(_ canMark: Bool, _ hasFile: Bool) throws {
        let vault = try VaultFolder()
        try restoreHalf(vault, canMark: canMark)
        let moved = vault.scratch.url.appendingPathComponent("moved")
        try FileManager.default.moveItem(at: vault.store, to: moved)
        try makeFolder(vault)
        if hasFile { try Data([1]).write(to: vault.store.appendingPathComponent("file")) }
        let before = try vault.scratch.files()
        let error = try vault.failure()
        #expect(error.cause == .backup(.restoreFailed))
        #expect(error.description.contains(vault.store.path) && error.description.contains("remove the folder"))
        #expect(error.backup == (try vault.backups.first?.url))
        #expect(try vault.scratch.files() == before)
        try FileManager.default.removeItem(at: vault.store)
        _ = try vault.migrate()
        try vault.expectSecond()
        try vault.expectClean()
    }

    /// If the app asks for a restore again, an empty folder that isn't the restore's own doesn't stop it.
    @Test(arguments: [false, true]) func aRequestReplacesAnEmptyFolder(_ canMark: Bool) throws {
        let vault = try VaultFolder()
        try restoreHalf(vault, canMark: canMark)
        try FileManager.default.removeItem(at: vault.store)
        try makeFolder(vault)
        #expect(try vault.failure().cause == .backup(.restoreFailed))
        try SafeModelContainer.restore(try #require(try vault.backups.first), to: vault.store)
        try vault.expectFirst()
        try vault.expectClean()
    }

    /// Without the journal, an unmarked folder isn't known to be a restore's.
    @Test func withoutMarkAndJournalNothingMoves() throws {
        let vault = try VaultFolder()
        try restoreHalf(vault, canMark: false)
        try FileManager.default.removeItem(atPath: SafetyFolder(store: vault.store).journal)
        let before = try vault.scratch.files()
        let error = try vault.failure()
        #expect(error.cause == .store(.notAFile) && error.backup != nil)
        #expect(try vault.scratch.files() == before)
    }

    /// The folder is marked, and the mark is on the disk, before the folder is at the store's path.
    @Test func theMarkIsSyncedBeforeTheExchange() throws {
        let vault = try VaultFolder()
        _ = try vault.migrate()
        let backup = try #require(try vault.backups.first)
        let events = Locked<[String]>([])
        let files = FileSystem().observed { name, path in
            guard path.hasSuffix(".replaced/Vault.store") else { return }
            events.withLock { $0.append(name) }
        }
        try ManualRestore(backup: backup, folder: SafetyFolder(store: vault.store), files: files).run()
        #expect(events.withLock { $0 }.prefix(4) == ["make folder", "set attribute", "sync", "exchange"])
    }

    /// The store that was moved doesn't use write-ahead logging, so a `-wal` at its path can't be its own.
    @Test func anotherStoresLogDoesNotGetToAMovedStore() throws {
        let vault = try VaultFolder()
        let folder = SafetyFolder(store: vault.store)
        try restoreHalf(vault, canMark: true)
        let moved = try #require(try folder.folders.first { $0.hasSuffix(".replaced") })
        // Somebody removes the folder, and makes and deletes a store, of which a -wal is left.
        let other = try VaultFolder(notes: 7, inLog: true)
        try FileManager.default.removeItem(at: vault.store)
        try FileManager.default.copyItem(atPath: other.store.path + "-wal", toPath: vault.store.path + "-wal")
        _ = try vault.migrate()
        try vault.expectSecond()
        #expect(!FileStatus.exists(folder.folder(moved) + "/Vault.store-wal"))
        #expect(FileStatus.exists(folder.folder(moved) + "/2/Vault.store-wal"))
    }
}
