#if os(Linux)
    import Foundation
    import MigrationCrashModels
    import PermafrostModel
    import PermafrostTestSupport
    import Testing

    @testable import Permafrost

    /// Each call that an operation makes on its files fails once, with each error that the call may return. The
    /// operation fails and reports the error, or continues without harm. The next launch finds every row and every
    /// large value.
    ///
    /// In the plain setting a call fails with each of its errors, one after the other. In the other settings, which
    /// together contain every pair of differences, it fails with one of them.
    ///
    /// `PERMAFROST_FAULTS` is the distance between the calls that fail; 1 fails every call in every setting.
    /// `PERMAFROST_FAULT` limits the calls that fail: `OPERATION`, `OPERATION SETTING`, or `OPERATION SETTING CALL`.
    /// The test prints a table with the operation, the setting, the fault, and how often the operation succeeded,
    /// failed, and found the store in use.
    @Suite(.serialized, .enabled(if: TestRun.isWhole)) struct CallFaultTests {
        private static let distance =
            ProcessInfo.processInfo.environment["PERMAFROST_FAULTS"].flatMap { Int($0) } ?? 25
        private static let wanted =
            ProcessInfo.processInfo.environment["PERMAFROST_FAULT"]?.split(separator: " ").map(String.init) ?? []
        /// The factor for the distance between the failing calls in settings other than the plain one, unless the
        /// distance is 1.
        private static let share = 8

        @Test(arguments: VaultOperation.allCases)
        func aFailingCallLosesNothing(_ operation: VaultOperation) throws {
            let neighbour = VisitingNeighbour()
            for (index, setting) in operation.settings.enumerated() {
                guard zip(Self.wanted, [operation.rawValue, "\(setting)"]).allSatisfy(==) else { continue }
                try letCallsFail(operation, setting, index, neighbour)
            }
        }

        private struct Outcome {
            var succeeded = 0
            var failed = 0
            /// The runs that found the store in use.
            var refused = 0
        }

        private func letCallsFail(
            _ operation: VaultOperation, _ setting: VaultSetting, _ index: Int, _ neighbour: VisitingNeighbour
        ) throws {
            let original = try MemoryFolder(setting)
            try ObservedFolder.withoutSyncs {
                try operation.prepare(URL(fileURLWithPath: original.path), setting)
            }
            let first = try FaultRun(operation, setting, original, neighbour).run(number: 0, fate: nil)
            if let failure = first.failure { Issue.record("\(operation.rawValue), \(setting), no fault: \(failure)") }
            let calls = first.observation.calls.filter { $0.kind != .mark }
            var outcomes: [String: Outcome] = [:]
            let distance = index == 0 || Self.distance == 1 ? Self.distance : Self.distance * Self.share
            for number in stride(from: 1 + index * 17 % distance, through: calls.count, by: distance) {
                guard Self.wanted.count < 3 || Self.wanted[2] == "\(number)" else { continue }
                let fates = Self.fates(of: calls[number - 1].kind)
                for fate in index == 0 ? fates : [fates[(number + index) % fates.count]] {
                    let run = try FaultRun(operation, setting, original, neighbour).run(number: number, fate: fate)
                    guard let hit = run.observation.hit else { continue }
                    let kind = "\(hit.kind) \(fate)"
                    let place = "\(operation.rawValue), \(setting), call \(number) of \(calls.count)"
                    if let failure = run.failure { Issue.record("\(place), \(kind) \(hit.path): \(failure)") }
                    if run.error == nil {
                        outcomes[kind, default: Outcome()].succeeded += 1
                    } else if (run.error as? MigrationError)?.cause == .busy(.inUse) {
                        outcomes[kind, default: Outcome()].refused += 1
                    } else {
                        outcomes[kind, default: Outcome()].failed += 1
                    }
                }
            }
            for (kind, count) in outcomes.sorted(by: { $0.key < $1.key }) {
                print(
                    "\(operation.rawValue)\t\(setting)\t\(kind)\t"
                        + "succeeded \(count.succeeded)\tfailed \(count.failed)\tin use \(count.refused)")
            }
            #expect(!outcomes.isEmpty || index > 0 && Self.distance > 1 || Self.wanted.count == 3)
        }

        /// Returns the possible fates of a call.
        static func fates(of kind: RecordedCall.Kind) -> [ObservedFolder.Fate] {
            switch kind {
            case .open: [.fail(EMFILE), .fail(EACCES), .fail(EIO), .fail(ENOSPC), .fail(EINTR)]
            case .opendir: [.fail(EMFILE), .fail(EACCES), .fail(EIO)]
            case .read: [.fail(EIO), .fail(EINTR)]
            case .write, .copy: [.fail(EIO), .fail(ENOSPC), .fail(EINTR), .failOn(ENOSPC), .short]
            case .truncate, .allocate: [.fail(EIO), .fail(ENOSPC), .fail(EINTR)]
            case .sync: [.fail(EIO), .fail(ENOSPC), .failOn(EIO), .fail(EINTR)]
            case .rename, .exchange, .link, .symlink, .makeFolder: [.fail(EIO), .fail(ENOSPC), .fail(EACCES)]
            case .unlink, .removeFolder, .attributes: [.fail(EIO), .fail(EACCES)]
            case .mark: [.fail(EIO)]
            }
        }
    }

    /// One run of an operation on a copy of its prepared folder.
    private struct FaultRun {
        private let operation: VaultOperation
        private let setting: VaultSetting
        private let neighbour: VisitingNeighbour
        private let folder: MemoryFolder

        init(
            _ operation: VaultOperation, _ setting: VaultSetting, _ original: MemoryFolder,
            _ neighbour: VisitingNeighbour
        ) throws {
            self.operation = operation
            self.setting = setting
            self.neighbour = neighbour
            folder = try MemoryFolder(copyOf: original)
        }

        /// Runs the operation and then checks the folder. No power is lost, so syncs have no effect.
        ///
        /// - Returns: the observation, the operation's error, and a description of the violated invariant; nil if all
        ///   invariants hold.
        func run(
            number: Int, fate: ObservedFolder.Fate?
        ) throws -> (observation: ObservedFolder.Observation, error: (any Error)?, failure: String?) {
            try ObservedFolder.withoutSyncs {
                let url = URL(fileURLWithPath: folder.path)
                let marks = Locked<[String]>([])
                let (seen, visits) = try neighbour.visiting(
                    VaultOperation.store(in: url), operation, setting, killedAfter: number * 7919 % 30_000
                ) {
                    try ObservedFolder.observing(
                        folder.path, keepsRecords: fate == nil, number: number, fate: fate
                    ) { _ in perform(url, marks) }
                }
                let (error, observation) = seen
                let told = marks.withLock { $0 }
                do {
                    try VaultInvariants(operation: operation, setting: setting, folder: url, visits: visits).check(told)
                } catch { return (observation, error, "\(error)") }
                // Without an error, the operation must have finished.
                let last = told.last { $0 != VaultOperation.Mark.caught.rawValue }
                guard error != nil || last == operation.lastMark.rawValue else {
                    return (observation, error, "The operation neither failed nor finished.")
                }
                return (observation, error, nil)
            }
        }

        private func perform(_ url: URL, _ marks: Locked<[String]>) -> (any Error)? {
            @Sendable func mark(_ mark: VaultOperation.Mark) { marks.withLock { $0.append(mark.rawValue) } }
            let caught: @Sendable () -> Void = { mark(.caught) }
            do {
                try VaultHooks.$caught.withValue(setting.has(.catching) ? caught : nil) {
                    try ObservedFolder.withClock(jumps: setting.has(.jumpingClock)) {
                        try operation.perform(url, setting, mark)
                    }
                }
                return nil
            } catch { return error }
        }
    }

    extension VaultOperation {
        /// The last mark that the operation reports to its caller.
        fileprivate var lastMark: Mark {
            switch self {
            case .creation, .saves: .saved
            case .backup: .backedUp
            case .migration, .recovery, .progressive: .migrated
            case .rollback: .rolledBack
            case .restore: .restored
            case .freezing, .refreezing: .frozen
            }
        }
    }
#endif
