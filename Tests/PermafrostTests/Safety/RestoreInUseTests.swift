import Foundation
import MigrationCrashModels
import PermafrostModel
import PermafrostStore
import PermafrostTestSupport
import SwiftData
import Testing

@testable import Permafrost

/// A backup doesn't replace a store that is in use, and doesn't undo anything that was saved since.
@Suite struct RestoreInUseTests {
    /// Another user of the store. Only the test's thread uses it.
    private final class StoreUser: @unchecked Sendable {
        var connection: SQLiteConnection?
        var context: ModelContext?
    }

    private func vaultWithBackup() throws -> (VaultFolder, StoreBackup) {
        let vault = try VaultFolder()
        _ = try vault.migrate()
        return (vault, try #require(try vault.backups.first))
    }

    private func open(_ vault: VaultFolder) throws -> ModelContext {
        let schema = Schema(versionedSchema: VaultV2.self)
        return ModelContext(
            try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: vault.store)))
    }

    /// This process has the store open.
    @Test func aStoreThatThisProcessHasOpenIsNotReplaced() throws {
        let (vault, backup) = try vaultWithBackup()
        do {
            let context = try open(vault)
            _ = try context.fetchCount(FetchDescriptor<VaultV2.Note>())
            let error = #expect(throws: MigrationError.self) {
                try SafeModelContainer.restore(backup, to: vault.store)
            }
            #expect(error?.cause == .busy(.inUse))
            context.insert(VaultV2.Note(number: 500))
            try context.save()
        }
        #expect(try open(vault).fetch(FetchDescriptor<VaultV2.Note>()).contains { $0.number == 500 })
        try vault.expectClean()
        try SafeModelContainer.restore(backup, to: vault.store)
        try vault.expectFirst()
    }

    #if os(Linux) || os(macOS)
        /// Another process has the store open, and saves to it afterwards.
        @Test(.enabled(if: TestRun.isWhole)) func aStoreThatAnotherProcessHasOpenIsNotReplaced() throws {
            let (vault, backup) = try vaultWithBackup()
            try SafeModelContainer.restore(backup, to: vault.store)
            let neighbour = try Worker(
                ["held-first", vault.store.path, MigrationSafety.none.rawValue, "500"], of: "MigrationCrashWorker")
            neighbour.waitUntilReady()
            let before = try vault.scratch.files().filter { !$0.key.hasSuffix("-shm") }
            let error = #expect(throws: MigrationError.self) {
                try SafeModelContainer.restore(backup, to: vault.store)
            }
            #expect(error?.cause == .busy(.inUse))
            let after = try vault.scratch.files().filter { !$0.key.hasSuffix("-shm") }
            #expect(after == before)
            neighbour.goOn()
            #expect(neighbour.ending().lines == ["saved"])
            let rows = try SQLiteConnection(path: vault.store.path, mode: .create)
                .rows("SELECT COUNT(*) FROM ZNOTE WHERE ZNUMBER = 500")
            #expect(rows == [[.integer(1)]])
            try vault.expectClean()
        }
    #endif

    /// A large value is saved when the copy of the backup is ready. The store that is kept has both the row and the
    /// value.
    @Test func aSaveDuringTheMoveIsKeptCompletely() throws {
        let vault = try VaultFolder()
        var files = FileSystem()
        let (system, journal) = (files, SafetyFolder(store: vault.store).journal)
        let value = Data(repeating: 5, count: 130_000)
        let user = StoreUser()
        let staging = SafetyFolder(store: vault.store).restoreFolder
        files.makeFolder = { folder in
            try system.makeFolder(folder)
            // A rollback doesn't wait indefinitely for the store to be closed.
            guard folder == staging else { return }
            user.context = try open(vault)
            _ = try user.context?.fetchCount(FetchDescriptor<VaultV2.Note>())
        }
        files.rename = { source, target in
            if target == journal, let context = user.context {
                let note = VaultV2.Note(number: 500)
                note.attachment = value
                context.insert(note)
                try context.save()
                user.context = nil
            }
            try system.rename(source, target)
        }
        #expect(try vault.failure(VaultStore.failingPlan, files: files).isRolledBack)
        try vault.expectFirst()
        let folder = SafetyFolder(store: vault.store)
        let failed = try #require(try folder.folders.first { $0.isReplacedStore })
        let kept = URL(fileURLWithPath: folder.folder(failed) + "/" + folder.storeName)
        let schema = Schema(versionedSchema: VaultV2.self)
        let context = ModelContext(
            try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: kept)))
        let note = try context.fetch(FetchDescriptor<VaultV2.Note>()).first { $0.number == 500 }
        #expect(note?.attachment == value)
    }

    /// A user that opened the store's file before it was moved, and reads and writes it only afterwards, leaves nothing
    /// next to the restored store that SQLite would replay into it.
    @Test(arguments: [false, true])
    func aUserThatOpenedTheStoreBeforeTheMoveDoesNotDamageIt(_ isRollback: Bool) throws {
        let (vault, backup) = try vaultWithBackup()
        if isRollback { try SafeModelContainer.restore(backup, to: vault.store) }
        let late = StoreUser()
        let system = FileSystem()
        var files = system
        let path = vault.store.path
        files.exchange = { first, second in
            if first == path { late.connection = try? SQLiteConnection(path: path, mode: .create) }
            try system.exchange(first, second)
        }
        files.renameNew = { source, target in
            try system.renameNew(source, target)
            guard target == path else { return }
            // SQLite has opened the file that was moved, and uses the files next to the restored one.
            _ = try? late.connection?.rows("UPDATE ZNOTE SET ZNUMBER = ZNUMBER + 5000")
            // SQLite on Apple's platforms can't be configured to keep the -wal, so it is deleted with the connection.
            #if !canImport(SQLite3)
                late.connection?.leaveLog()
            #endif
            late.connection = nil
        }
        if isRollback {
            #expect(try vault.failure(VaultStore.failingPlan, files: files).isRolledBack)
        } else {
            try ManualRestore(backup: backup, folder: SafetyFolder(store: vault.store), files: files).run()
        }
        try vault.expectFirst()
    }

    /// A restore ended before it moved the store, and an app without Permafrost saved to it.
    @Test func savesSinceTheInterruptionAreKept() throws {
        let vault = try VaultFolder()
        var files = FileSystem()
        let (system, path) = (files, vault.store.path)
        files.exchange = { first, second in
            guard first != path else { throw FileError(operation: .rename, path: first, code: EIO) }
            try system.exchange(first, second)
        }
        let error = try vault.failure(VaultStore.failingPlan, files: files)
        #expect(!error.isRolledBack)
        #expect(try JournalFile(folder: SafetyFolder(store: vault.store), files: system).read()?.step == .staged)
        do {
            let context = try open(vault)
            context.insert(VaultV2.Note(number: 500))
            try context.save()
        }
        let context = ModelContext(try vault.migrate())
        #expect(try context.fetch(FetchDescriptor<VaultV2.Note>()).contains { $0.number == 500 })
        try vault.expectClean()
    }

    /// A restore waits several times for others. All of its waits together have a limit.
    @Test func theWaitsOfARestoreHaveOneLimit() throws {
        let vault = try VaultFolder(notes: 2)
        let writer = try SQLiteConnection(path: vault.store.path, mode: .create)
        try writer.execute("BEGIN IMMEDIATE")
        let users = StoreUsers(store: vault.store.path, patience: .init(0.2))
        let time = try ContinuousClock().measure {
            for _ in 0..<5 {
                try users.leaveLog(refusesUsers: false)
                #expect(users.keepWritersOut() == nil)
            }
        }
        #expect(time < .seconds(3))
        withExtendedLifetime(writer) {}
    }
}
