#if os(Linux)
    import Foundation
    import MigrationCrashModels
    import PermafrostStore
    import PermafrostTestSupport
    import Testing

    @testable import Permafrost

    /// A commit that fails at a sync can be complete in the `-wal`. It must not take effect later, when nobody expects
    /// it.
    @Suite struct DoubtfulCommitTests {
        /// Another connection has the store open while a sync of the migration fails, and is killed afterwards, so that
        /// SQLite reads the `-wal` again. The hook after the migration runs with the migration that takes effect.
        @Test func aHookRunsForACommitThatFailed() throws {
            var failures = 0
            for number in 1... {
                let vault = try VaultFolder(inLog: true)
                var neighbour: SQLiteConnection? = try SQLiteConnection(path: vault.store.path, mode: .create)
                _ = try neighbour?.rows("SELECT COUNT(*) FROM sqlite_master")
                let (result, observation) = try ObservedFolder.observing(
                    vault.scratch.url.path, number: number, of: .sync, fate: .fail(EIO)
                ) { _ in Result { _ = try vault.migrate() } }
                guard let hit = observation.hit else { break }
                guard case .failure = result, hit.path.hasSuffix("-wal") else { continue }
                failures += 1
                let files = ["", "-wal"].map { ending in
                    (vault.store.path + ending, FileManager.default.contents(atPath: vault.store.path + ending))
                }
                neighbour = nil
                for (path, bytes) in files {
                    try? FileManager.default.removeItem(atPath: path)
                    try bytes?.write(to: URL(fileURLWithPath: path))
                }
                try? FileManager.default.removeItem(atPath: vault.store.path + "-shm")
                _ = try vault.migrate()
                try vault.expectSecond()
                #expect(try vault.events() == [VaultStore.migrated], "sync \(number)")
            }
            #expect(failures > 0)
        }
    }
#endif
