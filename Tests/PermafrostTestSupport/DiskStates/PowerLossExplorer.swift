#if os(Linux)
    import Foundation

    /// An explorer that opens the possible states of a disk after a power loss at any moment of a recorded operation.
    ///
    /// After each call, the explorer checks these states: all uncertain changes are lost, all are present, only one is
    /// lost, and only one is present. Then it checks random states. In a random state, a write is present, lost, or
    /// torn into sectors. A folder's names are present up to a random one, or independently of each other. Identical
    /// states are opened only once.
    public struct PowerLossExplorer {
        /// The number of random states for each call.
        public var samples: Int
        /// The seed for the random states.
        public var seed: UInt64
        /// The interval between explored calls: 1 explores every call.
        public var distance: Int
        /// The only call whose states are opened, to reproduce a failure.
        public var only: Int?

        /// A state that violated the requirement.
        public struct Failure: Sendable, CustomStringConvertible {
            public var operation: String
            public var seed: UInt64
            /// The number of the call before the power loss, from 1.
            public var call: Int
            public var reason: String
            public var steps: [String]

            public var description: String {
                "PERMAFROST_POWER_LOSS='\(operation) \(call)' PERMAFROST_SEED=\(seed): \(reason)\n  "
                    + steps.joined(separator: "\n  ")
            }
        }

        /// The result of an exploration.
        public struct Result: Sendable {
            /// The numbers of described and of opened states. A state is opened only if it differs from the earlier
            /// ones.
            public var described = 0
            public var opened = 0
            public var failures: [Failure] = []
            /// The number of states that violated the requirement.
            public var broken = 0
        }

        /// A recorded operation.
        public struct Recording {
            public var name: String
            /// The disk at the start of the operation.
            public var start: RecordedDisk
            public var calls: [RecordedCall]

            public init(name: String, start: RecordedDisk, calls: [RecordedCall]) {
                self.name = name
                self.start = start
                self.calls = calls
            }

            /// The numbers of the calls that sync, in their order.
            public var syncs: [Int] { calls.indices.filter { calls[$0].kind == .sync && calls[$0].error == 0 } }
        }

        /// A check of a folder. It throws if the folder violates the requirement.
        public typealias Check = (_ folder: String, _ marks: [String]) throws -> Void

        private let place: String
        private let check: Check
        private var sound: Set<[Int]> = []
        private var unsound: [[Int]: Failure] = [:]
        private var result = Result()

        /// Creates an explorer that checks each state with a requirement.
        ///
        /// - Parameters:
        ///   - place: a folder to create states in.
        ///   - check: the requirement for each state, given the marks that were set.
        public init(
            samples: Int, seed: UInt64, distance: Int = 1, only: Int? = nil, in place: String, check: @escaping Check
        ) {
            self.samples = samples
            self.seed = seed
            self.distance = distance
            self.only = only
            self.place = place
            self.check = check
        }

        /// Opens the states of a recording.
        public mutating func explore(_ recording: Recording) throws -> Result {
            result = Result()
            var disk = recording.start
            let offset = Int(seed % UInt64(distance))
            for (number, call) in recording.calls.enumerated() {
                guard try disk.apply(call, number: number) else { continue }
                guard only.map({ $0 == number + 1 }) ?? (number % distance == offset) else { continue }
                try open(every: disk, recording, number: number)
                var random = SeededGenerator(state: seed &+ UInt64(number) &* 0x9E37_79B9)
                for _ in 0..<samples {
                    try open(Self.state(of: disk, &random), disk, recording, number)
                }
            }
            return result
        }

        /// Writes the disk at the end of a recording, with every change, as files in a folder.
        public static func writeEnd(of recording: Recording, to folder: String) throws {
            var disk = recording.start
            for (number, call) in recording.calls.enumerated() { _ = try disk.apply(call, number: number) }
            try disk.write(DiskState(fates: [:], others: .kept, keepsOrder: true), to: folder)
        }

        /// Returns the first state that violates the requirement if a sync is omitted, or nil if no explored state
        /// does. In the explored states, changes that the sync would have made durable are lost, torn, or present
        /// without the rest.
        public mutating func explore(_ recording: Recording, withoutSync struck: Int) throws -> Failure? {
            result = Result()
            var disk = recording.start
            var node = -1
            for (number, call) in recording.calls.enumerated() {
                if number == struck { node = try disk.synced(by: call) }
                guard try disk.apply(call, number: number, isStruck: number == struck) || number == struck,
                    number >= struck
                else { continue }
                let own = disk.doubts.filter { $0.node == node && disk.call(of: $0) < struck }
                // A later sync had the same effect.
                guard !own.isEmpty else { return nil }
                guard number < struck + 12 || number.isMultiple(of: 4) || call.kind == .mark else { continue }
                for state in Self.states(losing: own, struck: number) { try open(state, disk, recording, number) }
                if let failure = result.failures.first { return failure }
            }
            return nil
        }

        // MARK: States

        /// Returns states that lose or tear a sync's changes: all of them, or one.
        private static func states(losing own: [RecordedDisk.Doubt], struck: Int) -> [DiskState] {
            let lost = Dictionary(uniqueKeysWithValues: own.map { ($0, DiskState.Fate.lost) })
            var states = [
                DiskState(fates: lost, others: .kept, keepsOrder: true),
                DiskState(fates: lost, others: .kept, keepsOrder: false),
                DiskState(fates: lost, others: .lost, keepsOrder: false),
            ]
            for doubt in own.prefix(4) + own.dropFirst(4).suffix(4) {
                states.append(DiskState(fates: [doubt: .lost], others: .kept, keepsOrder: !doubt.isName))
                guard !doubt.isName else { continue }
                let torn = DiskState.Fate.torn(UInt32(truncatingIfNeeded: struck))
                states.append(DiskState(fates: [doubt: torn], others: .kept, keepsOrder: true))
            }
            return states
        }

        private mutating func open(every disk: RecordedDisk, _ recording: Recording, number: Int) throws {
            try open(DiskState(fates: [:], others: .lost, keepsOrder: true), disk, recording, number)
            try open(DiskState(fates: [:], others: .kept, keepsOrder: true), disk, recording, number)
            for doubt in disk.doubts {
                for keepsOrder in doubt.isName ? [true, false] : [true] {
                    try open(
                        DiskState(fates: [doubt: .lost], others: .kept, keepsOrder: keepsOrder), disk, recording, number
                    )
                    try open(
                        DiskState(fates: [doubt: .kept], others: .lost, keepsOrder: keepsOrder), disk, recording, number
                    )
                }
            }
        }

        /// Returns a random state.
        private static func state(of disk: RecordedDisk, _ random: inout SeededGenerator) -> DiskState {
            var state = DiskState(fates: [:], others: .lost, keepsOrder: Bool.random(using: &random))
            // Some disks have written nearly everything, others nearly nothing.
            let kept = [2, 10, 50, 90, 98].randomElement(using: &random) ?? 50
            var torn = Int.random(in: 0...2, using: &random)
            for doubt in disk.doubts {
                let isKept = Int.random(in: 0..<100, using: &random) < kept
                if !doubt.isName, torn > 0, Int.random(in: 0..<8, using: &random) == 0 {
                    torn -= 1
                    state.fates[doubt] = .torn(UInt32.random(in: 0...UInt32.max, using: &random))
                } else if isKept {
                    state.fates[doubt] = .kept
                }
            }
            if state.keepsOrder {
                // Each folder has its names up to a random one.
                for (_, doubts) in Dictionary(grouping: disk.doubts.filter(\.isName), by: \.node) {
                    let count = Int.random(in: 0...doubts.count, using: &random)
                    for (index, doubt) in doubts.enumerated() { state.fates[doubt] = index < count ? .kept : .lost }
                }
            }
            return state
        }

        private mutating func open(
            _ state: DiskState, _ disk: RecordedDisk, _ recording: Recording, _ number: Int
        ) throws {
            result.described += 1
            let key = disk.key(of: state)
            if let failure = unsound[key] {
                if result.failures.isEmpty { result.failures.append(failure) }
                return
            }
            guard !sound.contains(key) else { return }
            result.opened += 1
            let folder = place + "/state"
            try? FileManager.default.removeItem(atPath: folder)
            try disk.write(state, to: folder)
            do {
                try check(folder, disk.marks)
                sound.insert(key)
            } catch {
                result.broken += 1
                let failure = Failure(
                    operation: recording.name, seed: seed, call: number + 1, reason: "\(error)",
                    steps: disk.description(of: state, calls: recording.calls))
                unsound[key] = failure
                result.failures.append(failure)
            }
        }
    }
#endif
