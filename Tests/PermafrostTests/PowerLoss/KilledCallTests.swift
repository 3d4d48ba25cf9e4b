#if os(Linux)
    import Foundation
    import MigrationCrashModels
    import PermafrostTestSupport
    import Testing

    @testable import Permafrost

    /// A process is killed before, in the middle of, or after one of the calls by which it works on its files: the next launch
    /// finds every row and every large value.
    ///
    /// `PERMAFROST_KILLS` says how often, over all operations; 39 times without it. Call and moment are drawn by
    /// `PERMAFROST_SEED`.
    @Suite(.serialized) struct KilledCallTests {
        private static let environment = ProcessInfo.processInfo.environment
        private static let kills =
            (environment["PERMAFROST_KILLS"].flatMap { Int($0) } ?? 39) / VaultOperation.allCases.count
        private static let seed =
            environment["PERMAFROST_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0..<1 << 32)

        @Test(arguments: VaultOperation.allCases)
        func aKillLosesNothing(_ operation: VaultOperation) throws {
            for (index, setting) in operation.settings.enumerated() {
                // What does not divide goes to the plain ones.
                let share = Self.kills / operation.settings.count
                try kill(
                    operation, setting,
                    times: index == 0 ? Self.kills - share * (operation.settings.count - 1) : share)
            }
        }

        private func kill(_ operation: VaultOperation, _ setting: VaultSetting, times kills: Int) throws {
            let original = try MemoryFolder()
            try operation.prepare(URL(fileURLWithPath: original.path), setting)
            let measured = try MemoryFolder(copyOf: original)
            let url = URL(fileURLWithPath: measured.path)
            let count = try ObservedFolder.observing(measured.path) { _ in
                try operation.perform(url) { _ in }
            }.observation.count
            var random = SeededGenerator(state: Self.seed)
            var killed = 0
            for round in 0..<kills {
                let number = Int.random(in: 1...count, using: &random)
                let fates: [ObservedFolder.Fate] = [.killedBefore, .killedHalfWay, .killedAfter]
                let fate = fates.randomElement(using: &random) ?? .killedAfter
                let folder = try MemoryFolder(copyOf: original)
                let ending = try Worker(
                    ["perform", operation.rawValue, folder.path], of: "MigrationCrashWorker",
                    environment: ObservedFolder.environment(folder.path, number: number, fate: fate)
                ).ending()
                let told =
                    "\(operation.rawValue), \(setting.rawValue), seed \(Self.seed), round \(round), "
                    + "\(fate) call \(number) of \(count)"
                #expect(ending.wasKilled || ending.status == 0, "\(told): \(ending.error)")
                if ending.wasKilled { killed += 1 }
                do {
                    try VaultInvariants(
                        operation: operation, setting: setting, folder: URL(fileURLWithPath: folder.path)
                    ).check(ending.lines)
                } catch { Issue.record("\(told): \(error)") }
            }
            print("\(operation.rawValue), \(setting.rawValue): \(killed) of \(kills) killed, seed \(Self.seed)")
            #expect(killed > kills / 2 || kills < 4)
        }
    }

    /// A folder in memory, which goes when the value does.
    final class MemoryFolder: Sendable {
        let path: String

        init() throws {
            let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : FileManager.default.temporaryDirectory.path
            path = parent + "/permafrost-test-\(UUID().uuidString)"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        }

        /// A folder with all that another one has.
        convenience init(copyOf other: MemoryFolder) throws {
            try self.init()
            for name in try FileManager.default.contentsOfDirectory(atPath: other.path) {
                try FileManager.default.copyItem(atPath: other.path + "/" + name, toPath: path + "/" + name)
            }
        }

        deinit { try? FileManager.default.removeItem(atPath: path) }
    }
#endif
