#if os(Linux)
    import Foundation
    import MigrationCrashModels
    import PermafrostTestSupport
    import Testing

    @testable import Permafrost

    /// A process is killed before, during or after one of the calls that it makes on its files. The next launch finds
    /// every row and every large value.
    ///
    /// `PERMAFROST_KILLS` is the number of kills over all operations; the default is 40. The settings take turns,
    /// starting with one that the seed selects. `PERMAFROST_SEED` determines the calls and moments.
    @Suite(.serialized, .enabled(if: TestRun.isWhole)) struct KilledCallTests {
        private static let environment = ProcessInfo.processInfo.environment
        private static let kills =
            (environment["PERMAFROST_KILLS"].flatMap { Int($0) } ?? 40) / VaultOperation.allCases.count
        private static let seed =
            environment["PERMAFROST_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0..<1 << 32)

        @Test(arguments: VaultOperation.allCases)
        func aKillLosesNothing(_ operation: VaultOperation) throws {
            let settings = operation.settings
            let neighbour = VisitingNeighbour()
            var random = SeededGenerator(state: Self.seed)
            var scenes: [VaultSetting: Scene] = [:]
            var killed = 0
            for round in 0..<Self.kills {
                let setting = settings[(Int(Self.seed % UInt64(settings.count)) + round) % settings.count]
                let scene = try scenes[setting] ?? Scene(operation, setting)
                scenes[setting] = scene
                if try scene.kill("seed \(Self.seed), round \(round)", neighbour, &random) { killed += 1 }
            }
            for (setting, scene) in scenes.sorted(by: { "\($0.key)" < "\($1.key)" }) {
                print("\(operation.rawValue)\t\(setting)\t\(scene.killed) of \(scene.rounds) killed\tseed \(Self.seed)")
            }
            // With a neighbour there may be fewer calls than were counted.
            #expect(killed > Self.kills / 2 || Self.kills < 20)
        }

        /// An operation in a setting, with the number of its calls.
        private final class Scene {
            private let operation: VaultOperation
            private let setting: VaultSetting
            private let original: MemoryFolder
            private let count: Int
            private(set) var killed = 0
            private(set) var rounds = 0

            init(_ operation: VaultOperation, _ setting: VaultSetting) throws {
                self.operation = operation
                self.setting = setting
                original = try MemoryFolder(setting)
                try operation.prepare(URL(fileURLWithPath: original.path), setting)
                let measured = try MemoryFolder(copyOf: original)
                let url = URL(fileURLWithPath: measured.path)
                count = try ObservedFolder.observing(measured.path) { _ in
                    try operation.perform(url, setting) { _ in }
                }.observation.count
            }

            /// Kills a process at a random call. Returns whether the process was killed. It may have ended before the
            /// call.
            func kill(
                _ number: String, _ neighbour: VisitingNeighbour, _ random: inout SeededGenerator
            ) throws -> Bool {
                let call = Int.random(in: 1...count, using: &random)
                let fates: [ObservedFolder.Fate] = [.killedBefore, .killedHalfWay, .killedAfter]
                let fate = fates.randomElement(using: &random) ?? .killedAfter
                let folder = try MemoryFolder(copyOf: original)
                let url = URL(fileURLWithPath: folder.path)
                let (ending, visits) = try neighbour.visiting(
                    VaultOperation.store(in: url), operation, setting,
                    killedAfter: Int.random(in: 0..<200_000, using: &random)
                ) {
                    try Worker(
                        ["perform", operation.rawValue, folder.path, "\(setting)"], of: "MigrationCrashWorker",
                        environment: ObservedFolder.environment(
                            folder.path, number: call, fate: fate, clockJumps: setting.has(.jumpingClock))
                    ).ending()
                }
                let told = "\(operation.rawValue), \(setting), \(number), \(fate) call \(call) of \(count)"
                // With a neighbour, the process may find the store in use.
                #expect(ending.wasKilled || ending.status == 0 || setting.neighbour != nil, "\(told): \(ending.error)")
                do {
                    try VaultInvariants(operation: operation, setting: setting, folder: url, visits: visits)
                        .check(ending.lines)
                } catch { Issue.record("\(told): \(error)") }
                rounds += 1
                if ending.wasKilled { killed += 1 }
                return ending.wasKilled
            }
        }
    }
#endif
