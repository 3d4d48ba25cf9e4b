#if os(Linux) || os(macOS)
    import Foundation
    import MigrationCrashModels
    import PermafrostStore
    import PermafrostTestSupport
    import SwiftData
    import Testing

    @testable import Permafrost

    /// An app is killed while it migrates its store step by step, at each of its file operations and at moments in
    /// between. The store is the old one or the new one, including the hook's changes, and the next migration finishes.
    @Suite(.serialized, .enabled(if: TestRun.isWhole)) struct KilledProgressiveTests {
        private static let notes = 20

        @Test(arguments: [false, true])
        func theStoreIsInTheOldOrTheNewVersion(_ inLog: Bool) throws {
            let original = try VaultFolder(notes: Self.notes, inLog: inLog)
            let measured = try original.copy()
            let start = ContinuousClock.now
            let counted = try worker("count-", measured).ending()
            let length = Int((ContinuousClock.now - start) / .microseconds(1))
            let steps = counted.count
            #expect(steps > 10, "\(counted.error)")
            let kills = KilledMigrationTests.kills
            var random = SeededGenerator(state: KilledMigrationTests.seed &+ UInt64(steps))
            for number in 0..<(kills + 1) / 2 {
                let step = kills / 2 >= steps ? number % steps + 1 : .random(in: 1...steps, using: &random)
                let vault = try original.copy()
                let ending = try worker("kill-", vault, step).ending()
                #expect(ending.wasKilled, "step \(step): \(ending.error)")
                try goOn(vault, "in the log: \(inLog), step \(step) of \(steps)")
            }
            for number in 0..<kills / 2 {
                let vault = try original.copy()
                let moment = Int.random(in: 0...length, using: &random)
                _ = try worker("", vault).kill(after: moment)
                try goOn(
                    vault, "in the log: \(inLog), seed \(KilledMigrationTests.seed), kill \(number) after \(moment) µs")
            }
        }

        /// Checks the store and migrates it again, twice.
        private func goOn(_ vault: VaultFolder, _ place: String) throws {
            let told = Comment(rawValue: place)
            let version = try #require(try vault.version(), told)
            #expect(version == .first || version == .third, told)
            for _ in 0..<2 {
                let ending = try worker("", vault).ending()
                #expect(ending.lines.last == "opened", "\(ending.error) \(place)")
                #expect(try vault.version() == .third, told)
            }
            try vault.expectSound()
            let connection = try SQLiteConnection(path: vault.store.path, mode: .create)
            #expect(
                try connection.rows("SELECT ZNUMBER, ZCONTENT, ZTITLE FROM ZNOTE ORDER BY ZNUMBER")
                    == (0..<Self.notes).map { [.integer(Int64($0)), .text("note \($0)"), .text("NOTE \($0)")] }, told)
            #expect(try connection.rows("SELECT ZNAME FROM ZEVENT") == [[.text("migrated 1.0.0 → 3.0.0")]], told)
            let values = try StoreFile(vault.store).externalStorage.names()
            #expect(values.count == 2, told)
            #expect(try SafetyFolder(store: vault.store).folders.isEmpty, told)
        }

        private func worker(_ prefix: String, _ vault: VaultFolder, _ step: Int? = nil) throws -> Worker {
            try Worker(
                [prefix + "stepwise", vault.store.path, MigrationSafety.none.rawValue] + (step.map { ["\($0)"] } ?? []),
                of: "MigrationCrashWorker")
        }
    }
#endif
