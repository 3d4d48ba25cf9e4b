import Foundation
import PermafrostStore
import PermafrostTestSupport
import SwiftDataCrashModels
import Testing

@testable import SwiftData

/// Several processes use one store at once, and nothing is lost.
@Suite(.serialized, .enabled(if: TestRun.isWhole)) struct SharedStoreTests {
    /// The number of rounds per test, from `PERMAFROST_ROUNDS`; the default is 2.
    static let rounds = ProcessInfo.processInfo.environment["PERMAFROST_ROUNDS"].flatMap { Int($0) } ?? 2

    private func entries(_ url: URL) throws -> Int {
        try Ledgers.expectSound(url)
        let connection = try SQLiteConnection(path: url.path, mode: .create)
        guard case .integer(let count)? = try connection.rows("SELECT COUNT(*) FROM ZENTRY").first?.first else {
            return 0
        }
        return Int(count)
    }

    /// Several processes save to a store that doesn't exist. One of the processes makes the store.
    @Test(arguments: 0..<rounds)
    func manySave(_ round: Int) throws {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("ledger.store")
            let workers = try (0..<3).map { try Worker(["append", url.path, "\($0 * 1000)", "25"]) }
            for worker in workers {
                let ending = worker.ending()
                #expect(ending.status == 0, "\(ending.error)")
                #expect(ending.count == 25)
            }
            #expect(try entries(url) == 3 * 25 * 3)
            let connection = try SQLiteConnection(path: url.path, mode: .create)
            #expect(try connection.rows("SELECT COUNT(*) FROM ATRANSACTION") == [[.integer(75)]])
            #expect(try connection.rows("SELECT COUNT(*) FROM ACHANGE") == [[.integer(225)]])
        }
    }

    /// A killed process leaves a -wal with rows that no process has open. The next processes share it.
    @Test(arguments: 0..<rounds)
    func manySaveAfterAKill(_ round: Int) throws {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("ledger.store")
            try Ledgers.populate(url, entries: 0)
            #expect(try Worker(["save", url.path]).kill(after: 150_000).wasKilled)
            try? FileManager.default.removeItem(atPath: url.path + (round.isMultiple(of: 2) ? "-shm" : "-none"))
            let context = try Ledgers.first(url)
            let before = try context.fetchCount(FetchDescriptor<Ledger.Entry>())
            // This process also has the store open, and its connection uses the same index as the others.
            #expect(FileManager.default.fileExists(atPath: url.path + "-shm"))
            let workers = try (1...2).map { try Worker(["append", url.path, "\($0 * 10_000)", "25"]) }
            for number in 0..<25 {
                context.insert(Ledger.Entry(number: 30_000 + number))
                try context.save()
            }
            for worker in workers {
                let ending = worker.ending()
                #expect(ending.status == 0, "\(ending.error)")
            }
            #expect(try context.fetchCount(FetchDescriptor<Ledger.Entry>()) == before + 2 * 75 + 25)
            #expect(try entries(url) == before + 2 * 75 + 25)
        }
    }

    /// One process migrates; the others wait and find the store migrated.
    @Test(arguments: 0..<rounds)
    func manyMigrate(_ round: Int) throws {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("ledger.store")
            try Ledgers.populate(url, entries: 600)
            let workers = try (0..<3).map { _ in try Worker(["migrate", url.path]) }
            for worker in workers {
                let ending = worker.ending()
                #expect(ending.status == 0, "\(ending.error)")
            }
            #expect(try Ledgers.version(url) == .second)
            #expect(try entries(url) == 600)
            let context = try Ledgers.second(url)
            #expect(try context.fetch(FetchDescriptor<LedgerV2.Entry>()).allSatisfy { $0.doubled == $0.number * 2 })
        }
    }

    /// Everything that was saved before the migration is migrated. The next save is rejected with a reason.
    @Test(arguments: 0..<rounds)
    func oneSavesWhileAnotherMigrates(_ round: Int) throws {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("ledger.store")
            try Ledgers.populate(url, entries: 300)
            let saver = try Worker(["append", url.path, "1000", "100000"])
            saver.waitUntilReady()
            usleep(100_000)
            let migrator = try Worker(["migrate", url.path]).ending()
            #expect(migrator.status == 0, "\(migrator.error)")
            let ending = saver.ending()
            #expect(ending.status == 1)
            #expect(ending.error.hasPrefix("134100: "), "\(ending.error)")
            #expect(ending.count > 0)
            #expect(try Ledgers.version(url) == .second)
            // The rejected save leaves no file either, once the store is opened again.
            let context = try Ledgers.second(url)
            let rows = try context.fetch(FetchDescriptor<LedgerV2.Entry>())
            #expect(rows.count == 300 + 3 * ending.count)
            #expect(rows.allSatisfy { $0.doubled == $0.number * 2 })
            #expect(try entries(url) == rows.count)
        }
    }
}
