#if os(Linux)
    import Foundation
    import MigrationCrashModels
    import PermafrostTestSupport
    import Testing

    @testable import Permafrost

    /// Each call by which an operation works on its files fails once, with each error that it may give: the operation fails and
    /// says so, or goes on without harm; and the next launch finds every row and every large value.
    ///
    /// `PERMAFROST_FAULTS` is the distance of the calls that fail; 1 takes every call. A table is printed: operation, fault, and
    /// how often the operation succeeded and failed.
    @Suite(.serialized) struct CallFaultTests {
        private static let distance =
            ProcessInfo.processInfo.environment["PERMAFROST_FAULTS"].flatMap { Int($0) } ?? 25

        @Test(arguments: VaultOperation.allCases)
        func aFailingCallLosesNothing(_ operation: VaultOperation) throws {
            for setting in operation.settings {
                // What is not plain takes a share.
                let distance = setting == .plain ? Self.distance : Self.distance * 4
                try letCallsFail(operation, setting, distance)
            }
        }

        private func letCallsFail(_ operation: VaultOperation, _ setting: VaultSetting, _ distance: Int) throws {
            let original = try MemoryFolder()
            try operation.prepare(URL(fileURLWithPath: original.path), setting)
            let calls = try FaultRun(operation, setting, original).run(number: 0, fate: nil).observation.calls
                .filter { $0.kind != .mark }
            var outcomes: [String: (succeeded: Int, failed: Int)] = [:]
            for number in stride(from: 1, through: calls.count, by: distance) {
                for fate in Self.fates(of: calls[number - 1].kind) {
                    let run = try FaultRun(operation, setting, original).run(number: number, fate: fate)
                    guard let hit = run.observation.hit else { continue }
                    let kind = "\(hit.kind) \(fate)"
                    let place = "\(operation.rawValue), \(setting.rawValue), call \(number) of \(calls.count)"
                    if let failure = run.failure { Issue.record("\(place), \(kind) \(hit.path): \(failure)") }
                    if run.error == nil {
                        outcomes[kind, default: (0, 0)].succeeded += 1
                    } else {
                        outcomes[kind, default: (0, 0)].failed += 1
                    }
                }
            }
            for (kind, count) in outcomes.sorted(by: { $0.key < $1.key }) {
                print(
                    "\(operation.rawValue)\t\(setting.rawValue)\t\(kind)\t"
                        + "succeeded \(count.succeeded)\tfailed \(count.failed)")
            }
            #expect(!outcomes.isEmpty)
        }

        /// What may become of a call.
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
            case .mark: []
            }
        }
    }

    /// One run of an operation on a copy of what it begins with.
    private struct FaultRun {
        private let operation: VaultOperation
        private let setting: VaultSetting
        private let folder: MemoryFolder

        init(_ operation: VaultOperation, _ setting: VaultSetting, _ original: MemoryFolder) throws {
            self.operation = operation
            self.setting = setting
            folder = try MemoryFolder(copyOf: original)
        }

        /// Runs it, and looks at what is left.
        ///
        /// - Returns: what was seen, the operation's error, and what does not hold then.
        func run(
            number: Int, fate: ObservedFolder.Fate?
        ) throws -> (observation: ObservedFolder.Observation, error: (any Error)?, failure: String?) {
            let url = URL(fileURLWithPath: folder.path)
            var marks: [String] = []
            let (error, observation) = try ObservedFolder.observing(
                folder.path, keepsRecords: fate == nil, number: number, fate: fate
            ) { _ -> (any Error)? in
                do {
                    try operation.perform(url) { marks.append($0.rawValue) }
                    return nil
                } catch { return error }
            }
            do { try VaultInvariants(operation: operation, setting: setting, folder: url).check(marks) } catch {
                return (observation, error, "\(error)")
            }
            // Without an error, all of it is done.
            guard error != nil || marks.last == operation.lastMark.rawValue else {
                return (observation, error, "It has not failed, and is not done.")
            }
            return (observation, error, nil)
        }
    }

    extension VaultOperation {
        /// What the caller is promised at the end.
        fileprivate var lastMark: Mark {
            switch self {
            case .creation, .saves, .savesInJournal: .saved
            case .backup: .backedUp
            case .migration, .migrationInJournal, .recovery, .progressive, .progressiveInJournal: .migrated
            case .rollback: .rolledBack
            case .restore: .restored
            case .freezing, .refreezing: .frozen
            }
        }
    }
#endif
