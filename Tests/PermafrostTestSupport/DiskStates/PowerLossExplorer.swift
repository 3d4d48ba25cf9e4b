#if os(Linux)
    import Foundation

    /// Opens the states in which a loss of power may leave a disk at any moment of a recorded operation.
    ///
    /// After each call these are looked at: every change in doubt is lost, every one is there, each one alone is lost, each one
    /// alone is there; and then states by chance. A write of them is there, lost, or torn into sectors; the names of a folder
    /// are there up to one of them, or each by itself. States that are the same are opened once.
    public struct PowerLossExplorer {
        /// How many states of each call are drawn by chance.
        public var samples: Int
        /// The number that they are drawn by.
        public var seed: UInt64
        /// Of how many calls one is looked at: 1 takes every call.
        public var distance: Int
        /// Only the states of this call are opened, to do again what has failed.
        public var only: Int?

        /// A state that broke what must hold.
        public struct Failure: Sendable, CustomStringConvertible {
            public var operation: String
            public var seed: UInt64
            /// The call after which the power was lost, from 1.
            public var call: Int
            public var reason: String
            public var steps: [String]

            public var description: String {
                "PERMAFROST_POWER_LOSS='\(operation) \(call)' PERMAFROST_SEED=\(seed): \(reason)\n  "
                    + steps.joined(separator: "\n  ")
            }
        }

        /// What was found.
        public struct Result: Sendable {
            /// The states that were described, and those that were opened, as different from the others.
            public var described = 0
            public var opened = 0
            public var failures: [Failure] = []
            /// How many states broke what must hold.
            public var broken = 0
        }

        /// A recorded operation.
        public struct Recording {
            public var name: String
            /// The disk as the operation began.
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

        /// What must hold of a folder: it throws where that does not.
        public typealias Check = (_ folder: String, _ marks: [String]) throws -> Void

        private let place: String
        private let check: Check
        private var sound: Set<[Int]> = []
        private var unsound: [[Int]: Failure] = [:]
        private var result = Result()

        /// - Parameters:
        ///   - place: a folder in which states are made.
        ///   - check: what must hold of each state, once those marks were set.
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

        /// The disk at the end of a recording, with every change on it, as files in a folder.
        public static func writeEnd(of recording: Recording, to folder: String) throws {
            var disk = recording.start
            for (number, call) in recording.calls.enumerated() { _ = try disk.apply(call, number: number) }
            try disk.write(DiskState(fates: [:], others: .kept, keepsOrder: true), to: folder)
        }

        /// The first state that breaks what must hold once a sync is left out, if there is one: states in which what the sync
        /// would have made sure of is lost, torn, or there without the rest.
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
                // A later sync has done the same.
                guard !own.isEmpty else { return nil }
                guard number < struck + 12 || number.isMultiple(of: 4) || call.kind == .mark else { continue }
                for state in Self.states(losing: own, struck: number) { try open(state, disk, recording, number) }
                if let failure = result.failures.first { return failure }
            }
            return nil
        }

        // MARK: States

        /// States in which changes that a sync is about are lost or torn: all of them, or one.
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

        /// A state by chance.
        private static func state(of disk: RecordedDisk, _ random: inout SeededGenerator) -> DiskState {
            var state = DiskState(fates: [:], others: .lost, keepsOrder: Bool.random(using: &random))
            // Some disks have written nearly all, others nearly nothing.
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
                // Up to one of its names, each folder has all of them.
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
