#if os(Linux)
    import Foundation
    import MigrationCrashModels
    import PermafrostStore
    import PermafrostModel
    import PermafrostTestSupport
    import SwiftData
    import Testing

    @testable import Permafrost

    /// Large values in migrations that fail, or of stores that are opened through a link. Each row keeps its value.
    @Suite struct LargeValueMigrationSafetyTests {
        /// Returns the sizes and first bytes of the attachments in a store, keyed by the note's number.
        private func attachments(_ store: URL, _ version: any VersionedSchema.Type = VaultV1.self) throws -> [Int:
            [Int]]
        {
            let schema = Schema(versionedSchema: version)
            let context = ModelContext(
                try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: store)))
            func pairs<Note>(_ notes: [Note], _ number: (Note) -> Int, _ value: (Note) -> Data?) -> [Int: [Int]] {
                Dictionary(
                    uniqueKeysWithValues: notes.compactMap { note in
                        value(note).map { (number(note), [$0.count, Int($0.first ?? 0)]) }
                    })
            }
            if version == VaultV3.self {
                return try pairs(context.fetch(FetchDescriptor<VaultV3.Note>()), \.number, \.attachment)
            }
            return try pairs(context.fetch(FetchDescriptor<VaultV1.Note>()), \.number, \.attachment)
        }

        /// A plan whose stage replaces every attachment, and whose hook after the migration throws.
        private var failingPlan: MigrationPlan {
            MigrationPlan(ReplacingPlan.self, postMigration: { _ in throw Refusal() })
        }

        enum ReplacingPlan: SchemaMigrationPlan {
            static var schemas: [any VersionedSchema.Type] { [VaultV1.self, VaultV2.self] }
            static var stages: [MigrationStage] {
                [
                    .custom(
                        fromVersion: VaultV1.self, toVersion: VaultV2.self, willMigrate: nil,
                        didMigrate: { context in
                            for note in try context.fetch(FetchDescriptor<VaultV2.Note>()) where note.attachment != nil
                            {
                                note.attachment = Data(repeating: 99, count: 150_000)
                            }
                            try context.save()
                        })
                ]
            }
        }

        private static let expected = [0: [120_000, 0], 10: [120_000, 10], 20: [120_000, 20]]

        // MARK: Listings that fail

        /// A backup contains all values. If their folder can't be listed, there is no backup and no migration.
        @Test func aBackupNeedsTheListOfValues() throws {
            let vault = try VaultFolder()
            let values = vault.scratch.path(".Vault_SUPPORT/_EXTERNAL_DATA")
            let failure = try FailingCalls.during(.opendir, at: values, error: EMFILE) {
                try vault.failure(failingPlan)
            }
            #expect(failure.failures > 0)
            #expect(failure.result.cause == .backup(.failed))
            #expect(try attachments(vault.store) == Self.expected)
            #expect(try vault.backups.isEmpty)
            try vault.expectFirst()
        }

        /// A rollback keeps what it replaces. If the rollback can't list the large values, it stops, and the next
        /// launch continues.
        @Test func aRollbackNeedsTheListOfValues() throws {
            let vault = try VaultFolder()
            let values = vault.scratch.path(".Vault_SUPPORT/_EXTERNAL_DATA")
            let calls = Locked<FailingCalls?>(nil)
            let plan = MigrationPlan(
                ReplacingPlan.self,
                postMigration: { _ in
                    calls.withLock { $0 = FailingCalls(.opendir, at: values, error: EMFILE) }
                    throw Refusal()
                })
            let error = try vault.failure(plan)
            #expect(!error.isRolledBack)
            #expect((calls.withLock { $0?.end() } ?? 0) > 0)
            _ = try vault.failure(failingPlan)
            #expect(try attachments(vault.store) == Self.expected)
            try vault.expectFirst()
            let folder = SafetyFolder(store: vault.store)
            let failed = try folder.folders.filter { $0.isReplacedStore }
            #expect(failed.count == 1)
            for name in failed {
                let kept = StoreFile(path: folder.folder(name) + "/Vault.store")
                #expect(try kept.externalStorage.names().count == 3)
            }
        }

        /// A progressive migration copies all values, or none.
        @Test func aProgressiveMigrationNeedsTheListOfValues() throws {
            let vault = try VaultFolder()
            let values = vault.scratch.path(".Vault_SUPPORT/_EXTERNAL_DATA")
            let failure = FailingCalls.during(.opendir, at: values, error: EMFILE) {
                #expect(throws: MigrationError.self) {
                    try ProgressiveMigration(store: vault.store, plan: MigrationPlan(LaterVaultPlan.self)).perform()
                }
            }
            #expect(failure.failures > 0)
            try vault.expectFirst()
            // The values of the migrated copy are listed when they move to the store's folder.
            let copied = vault.scratch.path(".permafrost-backups/Vault.store/migrating/.Vault_SUPPORT/_EXTERNAL_DATA")
            let moving = FailingCalls.during(.opendir, at: copied, error: EMFILE) {
                #expect(throws: MigrationError.self) {
                    try ProgressiveMigration(store: vault.store, plan: MigrationPlan(LaterVaultPlan.self)).perform()
                }
            }
            #expect(moving.failures > 0)
            try vault.expectFirst()
        }

        // MARK: Links

        /// Makes a store in one folder, and a symbolic link to it in another.
        private func linkedStore() throws -> (scratch: ScratchFolder, store: URL, link: URL) {
            let scratch = try ScratchFolder()
            let (real, app) = (scratch.url.appendingPathComponent("real"), scratch.url.appendingPathComponent("app"))
            for folder in [real, app] {
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            }
            let (store, link) = (real.appendingPathComponent("Data.store"), app.appendingPathComponent("App.store"))
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: store)
            return (scratch, store, link)
        }

        /// A rollback restores the values that a failed migration replaced, whether they are next to the store or next
        /// to the link.
        @Test(arguments: [false, true])
        func aStoreBehindALinkIsRolledBackWithItsValues(_ hasValuesBesideLink: Bool) throws {
            let (scratch, store, link) = try linkedStore()
            try VaultStore.make(store, notes: 30)
            if hasValuesBesideLink {
                try FileManager.default.moveItem(
                    atPath: scratch.path("real/.Data_SUPPORT"), toPath: scratch.path("app/.App_SUPPORT"))
            }
            let error = #expect(throws: MigrationError.self) {
                try SafeModelContainer.make(for: VaultV2.self, plan: failingPlan, storeURL: link)
            }
            #expect(error?.isRolledBack == true)
            let backup = try #require(try SafeModelContainer.backups(of: link).first)
            #expect(backup.isIntact)
            #expect(try StoreFile(backup.storeURL).externalStorage.names().count == 3)
            #expect(try attachments(link) == Self.expected)
            #expect(try attachments(store) == Self.expected)
        }

        /// The values that a progressive migration wrote are found with and without the link.
        @Test func aStoreBehindALinkIsMigratedWithItsValues() throws {
            let (scratch, store, link) = try linkedStore()
            try VaultStore.make(link, notes: 30)
            let plan = MigrationPlan(
                LaterVaultPlan.self,
                postMigration: { hook in
                    guard let container = hook.container else { return }
                    let context = ModelContext(container)
                    for note in try context.fetch(FetchDescriptor<VaultV3.Note>()) where note.number < 3 {
                        note.attachment = Data(repeating: 77, count: 150_000)
                    }
                    try context.save()
                })
            try ProgressiveMigration(store: link, plan: plan).perform()
            let expected = [
                0: [150_000, 77], 1: [150_000, 77], 2: [150_000, 77], 10: [120_000, 10], 20: [120_000, 20],
            ]
            #expect(try attachments(link, VaultV3.self) == expected)
            #expect(try attachments(store, VaultV3.self) == expected)
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == store.path)
            withExtendedLifetime(scratch) {}
        }

        // MARK: Transactions that SQLite undoes

        /// A plan whose stage continues after a save that SQLite undid together with everything before it.
        enum SwallowingPlan: SchemaMigrationPlan {
            static var schemas: [any VersionedSchema.Type] { [VaultV1.self, VaultV2.self] }
            static var stages: [MigrationStage] {
                [
                    .custom(
                        fromVersion: VaultV1.self, toVersion: VaultV2.self,
                        willMigrate: { context in
                            for note in try context.fetch(FetchDescriptor<VaultV1.Note>()) where note.number < 10 {
                                context.delete(note)
                            }
                            try context.save()
                            // The -wal of this store can't grow any further.
                            let log = (context.container.configurations.first?.url.path ?? "") + "-wal"
                            for number in 0..<40 {
                                context.insert(
                                    VaultV1.Event(name: String(repeating: "x", count: 1 << 20) + "\(number)"))
                            }
                            let failure = FailingCalls.during(.write, at: log, error: ENOSPC) { try? context.save() }
                            #expect(failure.result == nil)
                            #expect(failure.failures > 0)
                            context.rollback()
                            // The rest of the stage ignores errors too.
                            context.insert(VaultV1.Event(name: "after the failure"))
                            try? context.save()
                        },
                        didMigrate: { context in
                            for note in (try? context.fetch(FetchDescriptor<VaultV2.Note>())) ?? [] {
                                note.title = note.content.uppercased()
                            }
                            try? context.save()
                        })
                ]
            }
        }

        /// The migration fails completely, and the store is unchanged.
        @Test(arguments: [true, false])
        func aStageThatCatchesARolledBackTransactionFails(_ isSafe: Bool) throws {
            let vault = try VaultFolder()
            if isSafe {
                let error = try vault.failure(MigrationPlan(SwallowingPlan.self))
                #expect("\(error)".contains("rolled back the transaction"))
            } else {
                let schema = Schema(versionedSchema: VaultV2.self)
                #expect(throws: SwiftDataError.self) {
                    try ModelContainer(
                        for: schema, migrationPlan: SwallowingPlan.self,
                        configurations: ModelConfiguration(schema: schema, url: vault.store))
                }
            }
            try vault.expectFirst()
        }
    }
#endif
