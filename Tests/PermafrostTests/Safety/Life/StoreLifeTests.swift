#if os(Linux)
    import Foundation
    import PermafrostTestSupport
    import Testing

    /// Random lives of two stores in one folder. After each step, every note that was committed, and that the app hasn't
    /// deleted, is in the store, in a backup, or in a store that was kept. After each launch, the store has exactly the
    /// notes that the steps have given it.
    ///
    /// `PERMAFROST_SEEDS` is the number of lives; the default is 20. `PERMAFROST_SEED` is the first seed; the default is
    /// 0. A failure prints the seed, and the fewest of its steps that still fail.
    @Suite(.enabled(if: TestRun.isWhole)) struct StoreLifeTests {
        private static let environment = ProcessInfo.processInfo.environment
        private static let first = environment["PERMAFROST_SEED"].flatMap { UInt64($0) } ?? 0
        private static let count = environment["PERMAFROST_SEEDS"].flatMap { UInt64($0) }
        private static let length = 60
        /// The names of two stores. Some are names that the safety folder uses itself, and some stores share the folder
        /// of their large values.
        private static let names = [
            ["Vault.store", "Other.store"], ["journal.json", "2"], ["2", "manifest.json"],
            ["Vault.store", "Vault.sqlite"], ["restoring", "3"], ["manifest.json", "journal.json"],
            ["lock", "migrating"],
        ]

        @Test(arguments: (0..<(count ?? 20)).map { first + $0 })
        func noNoteIsLost(_ seed: UInt64) throws {
            var random = SeededGenerator(state: seed)
            let names = Self.names[Int(seed % UInt64(Self.names.count))]
            let steps = StoreLifeStep.random(Self.length, waits: Self.count != nil, &random)
            guard let failure = try StoreLife.failure(names, steps) else { return }
            let (fewest, reason) = try Self.shortened(Array(steps.prefix(failure.step + 1)), failure.reason, names)
            Issue.record(
                """
                Seed \(seed), stores \(names.joined(separator: ", ")): \(reason)
                \(fewest.map(\.description).joined(separator: "\n"))
                """)
        }

        /// Removes the steps without which the last step still fails.
        private static func shortened(
            _ steps: [StoreLifeStep], _ reason: String, _ names: [String]
        ) throws -> (steps: [StoreLifeStep], reason: String) {
            var (fewest, reason, count) = (steps, reason, Int.max)
            while fewest.count < count {
                count = fewest.count
                for index in fewest.indices.reversed() where index < fewest.count {
                    var fewer = fewest
                    fewer.remove(at: index)
                    guard let failure = try StoreLife.failure(names, fewer) else { continue }
                    (fewest, reason) = (Array(fewer.prefix(failure.step + 1)), failure.reason)
                }
            }
            return (fewest, reason)
        }
    }
#endif
