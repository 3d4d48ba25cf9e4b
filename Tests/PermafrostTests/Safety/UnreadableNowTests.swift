#if os(Linux)
    import Foundation
    import MigrationCrashModels
    import PermafrostStore
    import PermafrostModel
    import PermafrostTestSupport
    import SwiftData
    import Testing

    @testable import Permafrost

    /// A file that can't be read now isn't damaged. Nothing is abandoned, and the next launch continues.
    @Suite struct UnreadableNowTests {
        /// The files that a rollback reads, while there are too many open files.
        @Test(arguments: ["manifest.json", "Vault.store", ".Vault_SUPPORT/_EXTERNAL_DATA/*"])
        func aRollbackIsNotAbandoned(_ file: String) throws {
            let vault = try VaultFolder()
            let path = vault.scratch.path(".permafrost-backups/Vault.store") + "/VaultPlan-*/" + file
            let calls = Locked<FailingCalls?>(nil)
            let plan = MigrationPlan(
                VaultPlan.self,
                postMigration: { _ in
                    calls.withLock { $0 = FailingCalls(.open, at: path, error: EMFILE) }
                    throw Refusal()
                })
            let error = try vault.failure(plan)
            #expect(!error.isRolledBack)
            #expect((calls.withLock { $0?.end() } ?? 0) > 0)
            #expect(try vault.version() == .second)
            // The next launch restores the store first, and then migrates it.
            let next = try vault.failure(VaultStore.failingPlan)
            #expect(next.isRolledBack)
            try vault.expectFirst()
            try vault.expectClean()
        }

        /// A store that can't be read at the moment when a hook before the migration fails isn't damaged. It is kept,
        /// with what others have saved since its backup.
        @Test(arguments: [.read, .open] as [FailingCalls.Call], [false, true])
        func aStoreIsNotReplaced(_ call: FailingCalls.Call, _ inLog: Bool) throws {
            let vault = try VaultFolder(inLog: inLog)
            let calls = Locked<FailingCalls?>(nil)
            let plan = MigrationPlan(
                VaultPlan.self,
                preMigration: { _ in
                    calls.withLock { $0 = FailingCalls(call, at: vault.store.path, error: EIO) }
                    throw Refusal()
                })
            let error = try vault.failure(plan)
            #expect((calls.withLock { $0?.end() } ?? 0) > 0)
            #expect(error.cause == .hook(.preMigrationFailed) && !error.isRolledBack)
            #expect(try SafetyFolder(store: vault.store).folders.filter { $0.isReplacedStore }.isEmpty)
            try vault.expectFirst()
            _ = try vault.migrate()
            try vault.expectSecond()
            try vault.expectClean()
        }

        /// A store whose backups can't be listed may have backups.
        @Test(arguments: [true, false])
        func unlistableBackupsDoNotCountAsNone(_ isFolder: Bool) throws {
            let vault = try VaultFolder()
            _ = try vault.migrate()
            let backup = try #require(try vault.backups.first)
            let path = isFolder ? backup.url.deletingLastPathComponent().path : backup.url.path + "/manifest.json"
            let failure = FailingCalls.during(isFolder ? .opendir : .open, at: path, error: EMFILE) {
                #expect(throws: MigrationError.self) { try SafeModelContainer.backups(of: vault.store) }
            }
            #expect(failure.failures > 0)
            guard case .store(.unreadable(let reason))? = failure.result?.cause else {
                Issue.record("\(failure.result as Any)")
                return
            }
            #expect(reason.contains("Too many open files"))
            #expect(failure.result?.storeURL == vault.store)
            #expect(try vault.backups == [backup])
        }

        /// A journal that can't be read now isn't reported as damaged, and the error doesn't advise removing it.
        @Test func aJournalIsNotDamaged() throws {
            let vault = try VaultFolder()
            let folder = SafetyFolder(store: vault.store)
            let file = JournalFile(folder: folder, files: FileSystem())
            let version = MigrationJournal.Version(number: "1.0.0", digest: "")
            try file.write(
                MigrationJournal(
                    storeIdentifier: "", plan: "VaultPlan", safety: .backupAndRollback, source: version,
                    destination: version, between: [], step: .staged))
            let before = try vault.scratch.files()
            let other = try VaultFolder()
            _ = try other.migrate()
            let backup = try #require(try other.backups.first)
            _ = FailingCalls.during(.open, at: folder.journal, error: EMFILE) {
                let opening = #expect(throws: MigrationError.self) { try vault.migrate() }
                #expect(opening.map { "\($0)" }?.contains("Too many open files") == true)
                #expect(opening.map { "\($0)" }?.contains("remove the journal") == false)
                // A restore doesn't overwrite the journal either, because it may record that the store is in another
                // place.
                #expect(throws: MigrationError.self) { try SafeModelContainer.restore(backup, to: vault.store) }
            }
            let after = try vault.scratch.files()
            #expect(after == before)
        }

        /// A journal whose existence can't be checked may exist, so the store isn't opened.
        @Test func aJournalIsNotAbsent() throws {
            let vault = try VaultFolder()
            _ = try vault.migrate()
            let folder = SafetyFolder(store: vault.store)
            let failure = FailingCalls.during(.status, at: folder.journal, error: EIO) {
                #expect(throws: MigrationError.self) { try vault.migrate() }
            }
            #expect(failure.failures > 0)
            #expect(failure.result.map { "\($0)" }?.contains(String(cString: strerror(EIO))) == true)
        }

        /// A large value whose existence can't be checked may exist. No backup is made without it, and no rollback.
        @Test func aLargeValueIsNotAbsent() throws {
            let vault = try VaultFolder()
            let values = vault.scratch.path(".Vault_SUPPORT/_EXTERNAL_DATA")
            let failure = try FailingCalls.during(.status, at: values + "/*", error: EIO) { try vault.failure() }
            #expect(failure.failures > 0)
            #expect(failure.result.backup == nil)
            #expect(try vault.backups.isEmpty)
            try vault.expectFirst()
            _ = try vault.migrate()
            try vault.expectSecond()
        }

        /// If the copy that is about to replace a store can't be checked, it isn't treated as absent, and isn't
        /// deleted.
        @Test func aCopyThatIsReadyIsNotAbsent() throws {
            let vault = try VaultFolder()
            let folder = SafetyFolder(store: vault.store)
            let calls = Locked<FailingCalls?>(nil)
            var files = FileSystem()
            files.sync = { [system = FileSystem()] path in
                try system.sync(path)
                // The store has been moved away.
                guard path == folder.parent, FileStatus(at: folder.store.path)?.isRegular != true else { return }
                calls.withLock { calls in
                    if calls == nil {
                        calls = FailingCalls(.status, at: folder.restoreFolder + "/Vault.store", error: EIO)
                    }
                }
            }
            let error = try vault.failure(VaultStore.failingPlan, files: files)
            #expect((calls.withLock { $0?.end() } ?? 0) > 0)
            #expect(!error.isRolledBack)
            #expect(try vault.failure(VaultStore.failingPlan).isRolledBack)
            try vault.expectFirst()
            try vault.expectClean()
        }
    }
#endif
