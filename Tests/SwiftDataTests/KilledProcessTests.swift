import Foundation
import PermafrostStore
import PermafrostTestSupport
import SwiftDataCrashModels
import Testing

@testable import SwiftData

/// A process is killed while it saves or migrates. Afterwards, the save or the migration is either complete or has
/// changed nothing.
///
/// `PERMAFROST_KILLS` sets the number of kills per test; the default is 20.
@Suite(.serialized, .enabled(if: TestRun.isWhole)) struct KilledProcessTests {
    static let kills = ProcessInfo.processInfo.environment["PERMAFROST_KILLS"].flatMap { Int($0) } ?? 20
    /// The seed of the random moments: `PERMAFROST_SEED`, or a new one in each run. Failures print it.
    private static let seed =
        ProcessInfo.processInfo.environment["PERMAFROST_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0..<1 << 32)

    @Test func savesAreCompleteOrAbsent() throws {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("ledger.store")
            try Ledgers.populate(url, entries: 0)
            var random = SeededGenerator(state: Self.seed)
            for number in 0..<Self.kills {
                let ending = try Worker(["save", url.path]).kill(after: Int.random(in: 0...150_000, using: &random))
                // A worker never exits by itself: every save succeeds until the signal arrives.
                #expect(ending.wasKilled, "seed \(Self.seed), kill \(number): \(ending.error)")
                let context = try Ledgers.first(url)
                let account = try #require(try context.fetch(FetchDescriptor<Ledger.Account>()).first)
                let entries = try context.fetch(FetchDescriptor<Ledger.Entry>(sortBy: [SortDescriptor(\.number)]))
                #expect(entries.map(\.number) == Array(0..<account.count))
                #expect(account.count.isMultiple(of: 3))
                #expect(entries.suffix(30).allSatisfy { ($0.receipt?.count == 120_000) == $0.number.isMultiple(of: 5) })
                try context.state.throwFailure()
                try Ledgers.expectSound(url)
                if account.count > 600 { try erase(context) }
            }
        }
    }

    /// Deletes all entries, so that reading doesn't dominate a long run.
    private func erase(_ context: ModelContext) throws {
        for entry in try context.fetch(FetchDescriptor<Ledger.Entry>()) { context.delete(entry) }
        try context.fetch(FetchDescriptor<Ledger.Account>()).first?.count = 0
        try context.save()
    }

    @Test func migrationsAreCompleteOrAbsent() throws {
        try Places.withFolder { folder in
            let entries = 600
            let original = folder.appendingPathComponent("original")
            try FileManager.default.createDirectory(at: original, withIntermediateDirectories: true)
            try Ledgers.populate(original.appendingPathComponent("ledger.store"), entries: entries)
            // Measures how long a migration takes from its first step to its last.
            let measured = try copy(original, folder.appendingPathComponent("measured"))
            let worker = try Worker(["migrate", measured.path])
            worker.waitUntilReady()
            let start = ContinuousClock.now
            #expect(worker.ending().status == 0)
            let length = ContinuousClock.now - start
            let microseconds =
                Int(length.components.attoseconds / 1_000_000_000_000)
                + Int(length.components.seconds) * 1_000_000
            var random = SeededGenerator(state: Self.seed)
            for number in 0..<Self.kills {
                let copied = folder.appendingPathComponent("copy")
                let url = try copy(original, copied)
                let ending = try Worker(["migrate", url.path]).kill(
                    after: Int.random(in: 0...microseconds, using: &random))
                let explanation = "seed \(Self.seed), kill \(number): \(ending.error)"
                #expect(ending.wasKilled || ending.status == 0, "\(explanation)")
                switch try Ledgers.version(url) {
                case .first:
                    #expect(ending.wasKilled, "\(explanation)")
                    try expectFirst(url, entries)
                case .second: try expectSecond(url, entries)
                }
                try Ledgers.expectSound(url)
                try FileManager.default.removeItem(at: copied)
            }
        }
    }

    private func copy(_ original: URL, _ target: URL) throws -> URL {
        try FileManager.default.copyItem(at: original, to: target)
        return target.appendingPathComponent("ledger.store")
    }

    private func expectFirst(_ url: URL, _ count: Int) throws {
        let context = try Ledgers.first(url)
        #expect(try context.fetch(FetchDescriptor<Ledger.Account>()).map(\.count) == [count])
        let entries = try context.fetch(FetchDescriptor<Ledger.Entry>())
        #expect(entries.count { $0.account != nil } == count)
        #expect(entries.allSatisfy { ($0.receipt?.count == 120_000) == $0.number.isMultiple(of: 150) })
    }

    private func expectSecond(_ url: URL, _ count: Int) throws {
        let context = try Ledgers.second(url)
        #expect(try context.fetch(FetchDescriptor<LedgerV2.Account>()).map(\.total) == [count])
        let entries = try context.fetch(FetchDescriptor<LedgerV2.Entry>())
        #expect(entries.count { $0.doubled == $0.number * 2 && $0.account != nil } == count)
        #expect(entries.allSatisfy { ($0.receipt?.count == 120_000) == $0.number.isMultiple(of: 150) })
    }
}
