#if os(Linux) || os(macOS)
    import Foundation
    import MigrationCrashModels
    import PermafrostStore
    import PermafrostTestSupport
    import SwiftData
    import Testing

    @testable import Permafrost

    /// An app is killed while it migrates its store, at each of its file operations and at moments in between. Whatever
    /// was done by then, the next launches find a store with exactly the old or exactly the new data.
    ///
    /// `PERMAFROST_KILLS` is the number of kills in each case; the default is 2.
    @Suite(.serialized, .enabled(if: TestRun.isWhole)) struct KilledMigrationTests {
        static let kills = ProcessInfo.processInfo.environment["PERMAFROST_KILLS"].flatMap { Int($0) } ?? 2
        /// The seed of the random moments: `PERMAFROST_SEED`, or a new one in each run. Failures print it.
        static let seed =
            ProcessInfo.processInfo.environment["PERMAFROST_SEED"].flatMap { UInt64($0) }
            ?? UInt64.random(in: 0..<1 << 32)

        @Test(arguments: MigrationSafety.allCases, [false, true])
        func aMigrationIsRolledBackOrFinished(_ safety: MigrationSafety, _ inLog: Bool) throws {
            try Campaign(scenario: "sound", safety: safety, inLog: inLog).run(Self.kills)
        }

        @Test(arguments: MigrationSafety.allCases, [false, true])
        func aMigrationWithAFailingHookIsRolledBackOrUnchanged(_ safety: MigrationSafety, _ inLog: Bool) throws {
            try Campaign(scenario: "failing", safety: safety, inLog: inLog).run(Self.kills)
        }
    }

    /// The kills of one case.
    private struct Campaign {
        let scenario: String
        let safety: MigrationSafety
        let inLog: Bool
        private let notes = 20

        func run(_ kills: Int) throws {
            let original = try VaultFolder(notes: notes, inLog: inLog)
            let neighbour = try addNeighbour(to: original)
            let measured = try original.copy()
            let start = ContinuousClock.now
            let counted = try worker(["count-" + scenario, measured.store.path, safety.rawValue]).ending()
            let length = Int((ContinuousClock.now - start) / .microseconds(1))
            let steps = counted.count
            #expect(steps > 10, "\(counted.error)")
            var random = SeededGenerator(state: KilledMigrationTests.seed &+ UInt64(steps))
            // With enough kills every step has its turn; otherwise the steps are random.
            let atSteps = (0..<(kills + 1) / 2).map {
                kills / 2 >= steps ? $0 % steps + 1 : .random(in: 1...steps, using: &random)
            }
            for step in atSteps {
                let vault = try original.copy()
                let ending = try worker(["kill-" + scenario, vault.store.path, safety.rawValue, "\(step)"]).ending()
                #expect(ending.wasKilled, "step \(step): \(ending.error)")
                try relaunch(vault, neighbour, "\(scenario), step \(step) of \(steps)")
            }
            for number in 0..<kills / 2 {
                let vault = try original.copy()
                let moment = Int.random(in: 0...length, using: &random)
                _ = try worker([scenario, vault.store.path, safety.rawValue]).kill(after: moment)
                try relaunch(
                    vault, neighbour,
                    "\(scenario), seed \(KilledMigrationTests.seed), kill \(number) after \(moment) µs")
            }
        }

        /// Starts the app again, three times. The first launch handles what was left, and adds to the store.
        private func relaunch(_ vault: VaultFolder, _ neighbour: [String: Data], _ place: String) throws {
            let journal = try JournalFile(folder: SafetyFolder(store: vault.store), files: FileSystem()).read()
            // A hook that was interrupted before its end was recorded runs again.
            let mayRunTwice = journal?.step == .finishing
            let told: Comment =
                "\(place), \(safety), in the log: \(inLog), \(journal.map { "journal at \($0.step)" } ?? "no journal")"
            if scenario == "failing" { try relaunchFailing(vault, journal, told) }
            // With a plan whose hook fails, a store that stays migrated doesn't run the hook again.
            let wasMigrated = try vault.version() == .second && scenario == "failing"
            let first = try worker(["sound", vault.store.path, safety.rawValue, "1001"]).ending()
            #expect(first.lines.last == "opened", "\(first.error) \(told.rawValue)")
            try vault.expectClean()
            for _ in 0..<2 {
                _ = try vault.migrate(safety: safety)
                try vault.expectClean()
                let events = try vault.events()
                #expect(
                    wasMigrated
                        ? events.allSatisfy { $0 == VaultStore.migrated } && events.count <= (mayRunTwice ? 2 : 1)
                        : events == [VaultStore.migrated]
                            || mayRunTwice && events == [VaultStore.migrated, VaultStore.migrated],
                    told)
                try vault.expectSecond(notes: notes, added: [1001], events: nil, told)
            }
            // A neighbour's store and its backup are unchanged.
            #expect(try neighbourFiles(vault) == neighbour, told)
        }

        /// Starts the same app again. Its hook fails as before, and the store is in the state that the safety level
        /// requires.
        private func relaunchFailing(_ vault: VaultFolder, _ journal: MigrationJournal?, _ told: Comment) throws {
            _ = try worker(["failing", vault.store.path, safety.rawValue]).ending()
            try vault.expectClean()
            if safety == .backupAndRollback {
                try vault.expectFirst(notes: notes, told)
            } else {
                try vault.expectSecond(notes: notes, events: nil, told)
            }
        }

        private func worker(_ arguments: [String]) throws -> Worker {
            try Worker(arguments, of: "MigrationCrashWorker")
        }

        // MARK: A neighbour

        /// Makes a store of the same kind next to the other one, with a similar name and a backup.
        private func addNeighbour(to vault: VaultFolder) throws -> [String: Data] {
            let store = vault.scratch.url.appendingPathComponent("Vault.store2")
            try VaultStore.make(store, notes: 3)
            _ = try SafeModelContainer.make(for: VaultV2.self, plan: VaultStore.plan, storeURL: store)
            #expect(try SafeModelContainer.backups(of: store).count == 1)
            return try neighbourFiles(vault)
        }

        private func neighbourFiles(_ vault: VaultFolder) throws -> [String: Data] {
            try vault.scratch.files().filter { path, _ in
                path == "Vault.store2" || path.hasPrefix(SafetyFolder.name + "/Vault.store2/")
            }
        }
    }
#endif
