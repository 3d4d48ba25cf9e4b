#if os(Linux) || os(macOS)
    import Foundation
    import MigrationCrashModels
    import PermafrostStore
    import PermafrostTestSupport
    import SwiftData
    import Testing

    @testable import Permafrost

    /// A process's connections share a store's wal-index, which they find by the file's inode. A container that opens a
    /// store while it is copied uses the index next to the store, as other processes do.
    @Suite(.enabled(if: TestRun.isWhole)) struct SharedIndexTests {
        private func insert(_ number: Int, _ context: ModelContext) throws {
            context.insert(VaultV1.Note(number: number))
            try context.save()
        }

        private func numbers(_ context: ModelContext) throws -> [Int] {
            try context.fetch(FetchDescriptor<VaultV1.Note>(sortBy: [SortDescriptor(\.number)])).map(\.number)
                .filter { $0 > 8000 }
        }

        /// The store has a -wal and no -shm. A container opens it while it is read.
        @Test(arguments: [true, false])
        func aContainerThatOpensAStoreWhileItIsRead(_ isBackup: Bool) throws {
            let vault = try VaultFolder(inLog: true)
            let store = vault.store
            var opened: ModelContext?
            func open() throws {
                guard opened == nil else { return }
                let schema = Schema(versionedSchema: VaultV1.self)
                let context = ModelContext(
                    try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: store)))
                try insert(8001, context)
                opened = context
            }
            if isBackup {
                _ = try StoreCopy().copy(store, to: vault.scratch.path("copy")) { _, _ in try open() }
            } else {
                let reader = try StoreReader(path: store.path)
                try open()
                _ = try reader.metadata()
            }
            let context = try #require(opened)
            #expect(try numbers(context) == [8001])
            for number in [8002, 8004] {
                let ending = try Worker(
                    ["neighbour-first", store.path, MigrationSafety.none.rawValue, "\(number)"],
                    of: "MigrationCrashWorker"
                ).ending()
                #expect(ending.lines == ["opened", "saved"], "\(ending.error)")
                try insert(number + 1, context)
            }
            #expect(try numbers(context) == [8001, 8002, 8003, 8004, 8005])
        }
    }
#endif
