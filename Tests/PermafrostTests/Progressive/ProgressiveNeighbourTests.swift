#if os(Linux) || os(macOS)
    import Foundation
    import MigrationCrashModels
    import PermafrostStore
    import PermafrostModel
    import PermafrostTestSupport
    import SwiftData
    import Testing

    @testable import Permafrost

    /// Another process, or a container of this one, uses the store while it migrates step by step. Afterwards, the
    /// store has everything that the other user saved, and all other rows with their large values.
    @Suite(.serialized, .enabled(if: TestRun.isWhole)) struct ProgressiveNeighbourTests {
        private static let number = 9999

        /// A plan whose hook after the migration gives each note of the third version a large value that the store
        /// doesn't have.
        private var plan: MigrationPlan {
            MigrationPlan(
                LaterVaultPlan.self,
                postMigration: { hook in
                    guard let container = hook.container else { return }
                    let context = ModelContext(container)
                    for note in try context.fetch(FetchDescriptor<VaultV3.Note>()) {
                        note.attachment = Data(repeating: 77, count: 150_000 + note.number)
                    }
                    try context.save()
                })
        }

        private func worker(_ kind: String, _ vault: VaultFolder) throws -> Worker {
            try Worker(
                [kind, vault.store.path, MigrationSafety.none.rawValue, "\(Self.number)"], of: "MigrationCrashWorker")
        }

        /// Expects that the store is migrated, and has all of its notes and the note that the neighbour saved.
        private func expectNothingLost(_ vault: VaultFolder, _ ending: Worker.Ending) throws {
            try vault.expectSound()
            try #require(try vault.version() == .third)
            let schema = Schema(versionedSchema: VaultV3.self)
            let context = ModelContext(
                try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: vault.store)))
            let notes = try context.fetch(FetchDescriptor<VaultV3.Note>(sortBy: [SortDescriptor(\.number)]))
            let saved = ending.lines.contains("saved") ? [Self.number] : []
            #expect(notes.map(\.number) == Array(0..<30) + saved, "\(ending.lines) \(ending.error)")
            #expect(notes.prefix(30).allSatisfy { $0.attachment?.count == 150_000 + $0.number })
        }

        /// The neighbour opens the store during the first step. The migrated store rejects an app of the old version
        /// and accepts saves of the new version.
        @Test(arguments: ["neighbour-first", "neighbour-third"])
        func aNeighborThatSavesMeanwhile(_ kind: String) throws {
            let vault = try VaultFolder()
            let neighbour = Locked<Worker?>(nil)
            try ProgressiveMigration(store: vault.store, plan: plan).perform { progress in
                guard progress.phase == .migration, progress.step == 1 else { return }
                neighbour.withLock {
                    $0 = $0 ?? (try? worker(kind, vault))
                    $0?.wait(milliseconds: 1000)
                }
            }
            let ending = try #require(neighbour.withLock { $0?.ending() })
            #expect(ending.lines.contains("saved") == (kind == "neighbour-third"), "\(ending.error)")
            try expectNothingLost(vault, ending)
        }

        /// The neighbour opens the store when the copy is about to replace it and the new large values are next to the
        /// store. It saves and closes the store, or is killed and leaves a -wal.
        @Test(arguments: ["neighbour-first", "killed-first"])
        func aNeighborThatOpensTheStoreAtTheEnd(_ kind: String) throws {
            let vault = try VaultFolder()
            let neighbour = Locked<Worker.Ending?>(nil)
            let system = FileSystem()
            var files = system
            let values = StoreFile(vault.store).externalStorage.folder
            files.sync = { path in
                try system.sync(path)
                guard path == values + "/." else { return }
                neighbour.withLock {
                    guard $0 == nil, let worker = try? worker(kind, vault) else { return }
                    worker.wait(milliseconds: 1000)
                    kill(worker.process.processIdentifier, SIGKILL)
                    $0 = worker.ending()
                }
            }
            try ProgressiveMigration(store: vault.store, plan: plan, to: VaultV3.self, files: files).perform()
            try expectNothingLost(vault, try #require(neighbour.withLock { $0 }))
        }

        /// The neighbour was killed before, and left its saves in a -wal.
        @Test func aNeighborThatWasKilledBefore() throws {
            let vault = try VaultFolder()
            let ending = try worker("killed-first", vault).ending()
            #expect(ending.lines == ["opened", "saved"] && ending.wasKilled)
            #expect(FileManager.default.fileExists(atPath: vault.store.path + "-wal"))
            try ProgressiveMigration(store: vault.store, plan: MigrationPlan(LaterVaultPlan.self)).perform()
            try vault.expectSound()
            #expect(try vault.version() == .third)
            let rows = try SQLiteConnection(path: vault.store.path, mode: .create)
                .rows("SELECT COUNT(*) FROM ZNOTE WHERE ZNUMBER = \(Self.number)")
            #expect(rows == [[.integer(1)]])
        }

        /// Another process has the store open all the time. Nothing is changed.
        @Test func aStoreThatAnotherProcessHasOpenIsUnchanged() throws {
            let vault = try VaultFolder()
            let neighbour = try worker("held-first", vault)
            neighbour.waitUntilReady()
            let before = try vault.scratch.files().filter { !$0.key.hasSuffix("-shm") }
            let error = #expect(throws: MigrationError.self) {
                try ProgressiveMigration(store: vault.store, plan: MigrationPlan(LaterVaultPlan.self)).perform()
            }
            #expect(error?.cause == .busy(.inUse))
            let after = try vault.scratch.files().filter { !$0.key.hasSuffix("-shm") }
            #expect(after == before)
            neighbour.goOn()
            #expect(neighbour.ending().lines == ["saved"])
            try ProgressiveMigration(store: vault.store, plan: plan).perform()
            #expect(try vault.version() == .third)
        }

        /// Without write-ahead logging, no process holds a lock between two transactions. A container of this process
        /// is still detected. A container of another process gets an error instead of losing a save.
        @Test(arguments: [true, false])
        func aStoreWithoutWriteAheadLogging(_ isOpenHere: Bool) throws {
            let vault = try VaultFolder()
            let mode = try SQLiteConnection(path: vault.store.path, mode: .create).rows("PRAGMA journal_mode=DELETE")
            #expect(mode == [[.text("delete")]])
            let migration = ProgressiveMigration(store: vault.store, plan: plan)
            if isOpenHere {
                let schema = Schema(versionedSchema: VaultV1.self)
                let context = ModelContext(
                    try ModelContainer(
                        for: schema, configurations: ModelConfiguration(schema: schema, url: vault.store)))
                #expect(try context.fetchCount(FetchDescriptor<VaultV1.Note>()) == 30)
                let before = try vault.scratch.files()
                #expect(#expect(throws: MigrationError.self) { try migration.perform() }?.cause == .busy(.inUse))
                let after = try vault.scratch.files()
                #expect(after == before)
                context.insert(VaultV1.Note(number: Self.number))
                try context.save()
            } else {
                let neighbour = try worker("held-first", vault)
                neighbour.waitUntilReady()
                try migration.perform()
                neighbour.goOn()
                let ending = neighbour.ending()
                #expect(ending.lines.isEmpty && ending.status == 1, "\(ending.lines)")
                try expectNothingLost(vault, ending)
            }
        }
    }
#endif
