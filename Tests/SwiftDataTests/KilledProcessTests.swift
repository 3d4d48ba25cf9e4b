import Foundation
import PermafrostStore
import SwiftDataCrashModels
import Testing

@testable import SwiftData

/// A process is killed while it saves or migrates: the store is as it was before or after, and nothing between.
///
/// `PERMAFROST_KILLS` says how often; 20 without it.
@Suite(.serialized) struct KilledProcessTests {
    static let kills = ProcessInfo.processInfo.environment["PERMAFROST_KILLS"].flatMap { Int($0) } ?? 20

    private func populate(_ url: URL, entries: Int) throws {
        let context = ModelContext(
            try ModelContainer(for: Schema(versionedSchema: Ledger.self), configurations: ModelConfiguration(url: url)))
        let account = Ledger.Account()
        context.insert(account)
        for number in 0..<entries {
            let entry = Ledger.Entry(number: number)
            entry.account = account
        }
        account.count = entries
        try context.save()
    }

    /// Starts the worker, and kills it after that many milliseconds unless it has ended. Returns whether it was killed.
    private func run(_ verb: String, _ url: URL, killedAfter milliseconds: Int) throws -> Bool {
        let process = Process()
        let executable = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        process.executableURL = URL(fileURLWithPath: executable).deletingLastPathComponent()
            .appendingPathComponent("SwiftDataCrashWorker")
        process.arguments = [verb, url.path]

        try process.run()
        usleep(UInt32(milliseconds) * 1000)
        let isKilled = process.isRunning
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        return isKilled
    }

    @Test func savesAreWholeOrNotThere() throws {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("ledger.store")
            try populate(url, entries: 0)
            var random = SeededGenerator(state: 11)
            for _ in 0..<Self.kills {
                #expect(try run("save", url, killedAfter: Int.random(in: 60...200, using: &random)))
                let context = ModelContext(
                    try ModelContainer(
                        for: Schema(versionedSchema: Ledger.self), configurations: ModelConfiguration(url: url)))
                let account = try #require(try context.fetch(FetchDescriptor<Ledger.Account>()).first)
                let entries = try context.fetch(FetchDescriptor<Ledger.Entry>(sortBy: [SortDescriptor(\.number)]))
                #expect(entries.map(\.number) == Array(0..<account.count))
                #expect(account.count.isMultiple(of: 3))
                #expect(entries.allSatisfy { ($0.receipt?.count == 120_000) == $0.number.isMultiple(of: 5) })
                let files =
                    (try? FileManager.default.contentsOfDirectory(
                        atPath: folder.path + "/.ledger_SUPPORT/_EXTERNAL_DATA")) ?? []
                #expect(files.count == entries.count { $0.number.isMultiple(of: 5) })
                #expect(try StoreReader(path: url.path).rows("PRAGMA integrity_check") == [[.text("ok")]])
            }
            #expect(try StoreReader(path: url.path).rowCounts()["ZENTRY"] ?? 0 > 0)
        }
    }

    @Test func migrationsAreWholeOrNotThere() throws {
        try Places.withFolder { folder in
            let entries = 1500
            var random = SeededGenerator(state: 12)
            var (old, new) = (0, 0)
            for number in 0..<Self.kills {
                let url = folder.appendingPathComponent("ledger\(number).store")
                try populate(url, entries: entries)
                let isKilled = try run("migrate", url, killedAfter: Int.random(in: 20...700, using: &random))
                let hashes = try StoreReader(path: url.path).metadata().versionHashes
                if hashes == Schema(versionedSchema: Ledger.self).model.versionHashes {
                    #expect(isKilled)
                    old += 1
                    try expectOld(url, entries)
                } else {
                    #expect(hashes == Schema(versionedSchema: LedgerV2.self).model.versionHashes)
                    new += 1
                    try expectNew(url, entries)
                }
                #expect(try StoreReader(path: url.path).rows("PRAGMA integrity_check") == [[.text("ok")]])
            }
            #expect(old + new == Self.kills)
        }
    }

    private func expectOld(_ url: URL, _ count: Int) throws {
        let context = ModelContext(
            try ModelContainer(for: Schema(versionedSchema: Ledger.self), configurations: ModelConfiguration(url: url)))
        #expect(try context.fetch(FetchDescriptor<Ledger.Account>()).map(\.count) == [count])
        #expect(try context.fetch(FetchDescriptor<Ledger.Entry>()).count { $0.account != nil } == count)
    }

    private func expectNew(_ url: URL, _ count: Int) throws {
        let context = ModelContext(
            try ModelContainer(
                for: Schema(versionedSchema: LedgerV2.self), configurations: ModelConfiguration(url: url)))
        #expect(try context.fetch(FetchDescriptor<LedgerV2.Account>()).map(\.total) == [count])
        let entries = try context.fetch(FetchDescriptor<LedgerV2.Entry>())
        #expect(entries.count { $0.doubled == $0.number * 2 && $0.account != nil } == count)
    }
}
