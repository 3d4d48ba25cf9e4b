#if os(Linux)
    import Foundation
    import MigrationCrashModels
    import PermafrostStore
    import PermafrostModel
    import PermafrostTestSupport
    import SwiftData
    import Testing

    @testable import Permafrost
    @testable import SwiftData

    /// A process ends while it moves a store aside, and another program opens the store's path before the next launch.
    /// Nothing of the moved store is lost, and none of it gets into another store.
    @Suite struct EmptyPlaceTests {
        /// Another user of the store. Only the test's thread uses it.
        private final class StoreUser: @unchecked Sendable {
            var context: ModelContext?
        }

        private func open(_ store: URL, _ version: any VersionedSchema.Type = VaultV2.self) throws -> ModelContext {
            let schema = Schema(versionedSchema: version)
            return ModelContext(
                try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: store)))
        }

        /// Returns the store that was moved aside first.
        private func failedStore(_ vault: VaultFolder) throws -> URL {
            let folder = SafetyFolder(store: vault.store)
            let failed = try #require(folder.folders.first { $0.isReplacedStore })
            return URL(fileURLWithPath: folder.folder(failed) + "/Vault.store")
        }

        /// Returns file operations that call a closure just before the store's own file is moved. After the move, all
        /// operations fail, as if the process had ended.
        private func endingWithMove(
            of path: String, canExchange: Bool = true, _ willMove: @escaping @Sendable () throws -> Void = {}
        ) -> FileSystem {
            let hasEnded = Locked(false)
            let system = FileSystem()
            var files = FileSystem.failing { hasEnded.withLock { $0 } }
            let (rename, exchange) = (files.rename, files.exchange)
            files.rename = { source, target in
                guard source == path else { return try rename(source, target) }
                try willMove()
                try system.rename(source, target)
                hasEnded.withLock { $0 = true }
            }
            files.exchange = { first, second in
                guard canExchange else { throw FileError(operation: .rename, path: first, code: ENOTSUP) }
                guard first == path else { return try exchange(first, second) }
                try willMove()
                try system.exchange(first, second)
                hasEnded.withLock { $0 = true }
            }
            return files
        }

        /// Rolls back until the process ends as it moves the store, while another user has the store open with rows in
        /// its `-wal`.
        private func rollBackHalf(
            _ vault: VaultFolder, canExchange: Bool = true,
            _ willMove: @escaping @Sendable (ModelContext) throws -> Void
        ) throws {
            let user = StoreUser()
            var files = endingWithMove(of: vault.store.path, canExchange: canExchange) {
                if let context = user.context { try willMove(context) }
            }
            let (makeFolder, staging) = (files.makeFolder, SafetyFolder(store: vault.store).restoreFolder)
            files.makeFolder = { folder in
                try makeFolder(folder)
                guard folder == staging else { return }
                try StoreOpener.$busyTimeout.withValue(50) { user.context = try open(vault.store) }
                user.context?.insert(VaultV2.Note(number: 500))
                try user.context?.save()
            }
            #expect(try !vault.failure(VaultStore.failingPlan, files: files).isRolledBack)
            #expect(
                try JournalFile(folder: SafetyFolder(store: vault.store), files: FileSystem()).read()?.step == .staged)
        }

        /// The program that uses the place before the next launch.
        enum Visitor {
            /// SQLite, which removes a `-wal` next to a new file.
            case sqlite
            /// A container, which puts a new store there.
            case container
            /// An app that deletes what it can't open, and makes a store.
            case remover
        }

        private func visit(_ vault: VaultFolder, _ visitor: Visitor) {
            switch visitor {
            case .sqlite:
                let connection = try? SQLiteConnection(path: vault.store.path, mode: .create)
                _ = try? connection?.rows("SELECT COUNT(*) FROM sqlite_master")
            case .container: try? VaultStore.make(vault.store, notes: 2)
            case .remover:
                if rmdir(vault.store.path) != 0 { unlink(vault.store.path) }
                try? VaultStore.make(vault.store, notes: 2)
            }
        }

        /// The `-wal` still belongs to the store, even though the process ended before it moved the `-wal`.
        @Test(arguments: [.sqlite, .container] as [Visitor]) func theWALOfAMovedStoreIsKept(_ visitor: Visitor) throws {
            let vault = try VaultFolder()
            try rollBackHalf(vault) { _ in }
            visit(vault, visitor)
            _ = try vault.migrate()
            try vault.expectSecond()
            try vault.expectClean()
            let notes = try open(failedStore(vault)).fetch(FetchDescriptor<VaultV2.Note>())
            #expect(notes.count == 31 && notes.contains { $0.number == 500 })
        }

        /// A save at the moment of the move is kept with its large value, or it fails.
        @Test(arguments: [false, true]) func aValueSavedDuringTheMoveIsKept(_ canExchange: Bool) throws {
            let vault = try VaultFolder()
            let isSaved = Locked(false)
            try rollBackHalf(vault, canExchange: canExchange) { context in
                let note = VaultV2.Note(number: 600)
                note.attachment = Data(repeating: 5, count: 130_000)
                context.insert(note)
                do { try context.save() } catch { return }
                isSaved.withLock { $0 = true }
            }
            visit(vault, .remover)
            _ = try vault.migrate()
            try vault.expectSecond()
            let notes = try open(failedStore(vault)).fetch(FetchDescriptor<VaultV2.Note>())
            #expect(notes.contains { $0.number == 600 } == isSaved.withLock { $0 })
            #expect(notes.allSatisfy { $0.number == 500 || !$0.number.isMultiple(of: 10) || $0.attachment != nil })
        }

        /// A program that opens the restored store immediately finds its large values.
        @Test func theRestoredStoreHasItsValuesAtOnce() throws {
            let vault = try VaultFolder()
            let values = Locked<[Int]>([])
            var files = FileSystem()
            files.renameNew = { [system = FileSystem(), store = vault.store] source, target in
                try system.renameNew(source, target)
                guard target == store.path else { return }
                let notes = try open(store, VaultV1.self).fetch(FetchDescriptor<VaultV1.Note>())
                values.withLock { $0 = notes.compactMap { $0.attachment?.count } }
            }
            // The store that failed has other values.
            let plan = MigrationPlan(
                VaultPlan.self,
                postMigration: { hook in
                    guard let container = hook.container else { return }
                    let context = ModelContext(container)
                    for note in try context.fetch(FetchDescriptor<VaultV2.Note>()) { note.attachment = nil }
                    try context.save()
                    throw Refusal()
                })
            #expect(try vault.failure(plan, files: files).isRolledBack)
            #expect(values.withLock { $0 } == [120_000, 120_000, 120_000])
            try vault.expectFirst()
        }

        /// A `-wal` without a store that was moved aside doesn't belong to a store that is moved later.
        @Test func aWALWithoutItsStoreIsNotUsedForAnother() throws {
            let vault = try VaultFolder()
            _ = try vault.migrate()
            let folder = SafetyFolder(store: vault.store)
            let backup = try #require(try vault.backups.first)
            let other = try VaultFolder(notes: 7, inLog: true)
            for ending in ["", "-wal"] { try? FileManager.default.removeItem(atPath: vault.store.path + ending) }
            try FileManager.default.copyItem(atPath: other.store.path + "-wal", toPath: vault.store.path + "-wal")
            // The process ends once it has moved the rest of a store.
            let hasEnded = Locked(false)
            var files = FileSystem.failing { hasEnded.withLock { $0 } }
            files.rename = { [rename = files.rename] source, target in
                try rename(source, target)
                if source.hasSuffix("-wal") { hasEnded.withLock { $0 = true } }
            }
            #expect(throws: MigrationError.self) {
                try ManualRestore(backup: backup, folder: folder, files: files).run()
            }
            visit(vault, .container)
            _ = try vault.migrate()
            try vault.expectSecond()
            let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            let kept = try #require(paths.first { $0.contains(".replaced/") && $0.hasSuffix("/Vault.store") })
            let made = try open(URL(fileURLWithPath: folder.folder(kept)), VaultV1.self)
            #expect(try made.fetch(FetchDescriptor<VaultV1.Note>()).map(\.number).sorted() == [0, 1])
        }

        /// The next launch may migrate step by step. It finishes the restore first.
        @Test func aMigrationStepByStepFinishesTheRestoration() throws {
            let vault = try VaultFolder()
            try rollBackHalf(vault) { _ in }
            let migration = ProgressiveMigration(store: vault.store, plan: VaultStore.plan)
            guard case .absent = migration.currentVersion else {
                Issue.record("\(migration.currentVersion)")
                return
            }
            try migration.perform()
            try vault.expectSecond()
        }

        /// Someone removed the journal, and maybe the copy, after the store was moved. If the restore weren't finished,
        /// no launch could open the empty folder at the store's path.
        @Test(arguments: [false, true], [false, true])
        func aRestoreWithoutItsJournalIsFinished(_ hasCopy: Bool, _ isStepByStep: Bool) throws {
            let vault = try VaultFolder()
            try rollBackHalf(vault) { _ in }
            let folder = SafetyFolder(store: vault.store)
            try FileManager.default.removeItem(atPath: folder.journal)
            if !hasCopy { try FileManager.default.removeItem(atPath: folder.restoreFolder) }
            if isStepByStep {
                try ProgressiveMigration(store: vault.store, plan: VaultStore.plan).perform()
            } else {
                _ = try vault.migrate()
            }
            try vault.expectSecond()
            try vault.expectClean()
            let notes = try open(failedStore(vault)).fetch(FetchDescriptor<VaultV2.Note>())
            #expect(notes.count == 31 && notes.contains { $0.number == 500 })
        }

        /// The journal is damaged after the store was moved. After either of the actions that the error names, a store
        /// can be opened, and nothing is removed.
        @Test(arguments: [false, true]) func aDamagedJournalCanBeSetAside(_ isRestored: Bool) throws {
            let vault = try VaultFolder()
            try rollBackHalf(vault) { _ in }
            let folder = SafetyFolder(store: vault.store)
            try Data("damaged".utf8).write(to: URL(fileURLWithPath: folder.journal))
            let error = try vault.failure()
            guard case .journal(.damaged) = error.cause else {
                Issue.record("\(error)")
                return
            }
            #expect(error.description.contains("SafeModelContainer." + (isRestored ? "restore" : "setAside")))
            if isRestored {
                try SafeModelContainer.restore(try #require(try vault.backups.first), to: vault.store)
                try vault.expectFirst()
            } else {
                try SafeModelContainer.setAside(vault.store)
                let kept = try #require(try folder.folders.first { $0.hasSuffix(".aside") })
                let copy = URL(fileURLWithPath: folder.folder(kept) + "/restoring/Vault.store")
                #expect(try StoreFacts.read(copy)?.hashes == LiveVersion.of(VaultV1.self).hashes)
            }
            _ = try vault.migrate()
            #expect(try vault.version() == .second)
            try vault.expectClean()
            #expect(try StoreFacts.read(failedStore(vault)) != nil)
        }

        /// The copy is removed after the store has been moved. Without another copy, the place would stay empty.
        @Test func aCopyMissingAfterTheMoveIsMadeAgain() throws {
            let vault = try VaultFolder()
            try rollBackHalf(vault) { _ in }
            try FileManager.default.removeItem(atPath: SafetyFolder(store: vault.store).restoreFolder)
            _ = try vault.migrate()
            try vault.expectSecond()
            try vault.expectClean()
        }

        /// A file in the folder that keeps the place, such as the Finder's, doesn't separate the store from its `-wal`.
        @Test func aFileInThePlaceholderFolderDoesNotPreventTheRestore() throws {
            let vault = try VaultFolder()
            try rollBackHalf(vault) { _ in }
            try Data([1]).write(to: vault.store.appending(path: ".DS_Store"))
            _ = try vault.migrate()
            try vault.expectSecond()
            let notes = try open(try failedStore(vault)).fetch(FetchDescriptor<VaultV2.Note>())
            #expect(notes.contains { $0.number == 500 })
        }
    }
#endif
