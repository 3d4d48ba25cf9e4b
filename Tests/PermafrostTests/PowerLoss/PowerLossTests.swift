#if os(Linux)
    import Foundation
    import MigrationCrashModels
    import PermafrostStore
    import PermafrostTestSupport
    import Testing

    @testable import Permafrost

    /// The power fails at each moment of each operation, and leaves the disk in each possible state.
    ///
    /// The calls to the system are recorded once. ``PowerLossExplorer`` makes the states of the disk from the
    /// recording. Each state is opened as in an app's next launch, and ``VaultInvariants`` must hold.
    ///
    /// - `PERMAFROST_POWER_LOSSES`: the number of random states after each call, in addition to those that are always
    ///   checked. Without it there are no random states, and only some of the calls are checked.
    /// - `PERMAFROST_SEED`: the seed of the random states.
    /// - `PERMAFROST_POWER_LOSS='OPERATION CALL'`: only the states after one call, as printed in a failure.
    /// - `PERMAFROST_STRIKES`: omits one sync at a time from the recording and prints a table of the syncs whose
    ///   absence shows. The recording must have a reason for every other sync: see ``SyncReason``.
    @Suite(.serialized, .enabled(if: TestRun.isWhole)) struct PowerLossTests {
        @Test(arguments: PowerLossCampaign.scenes)
        func noRowIsLost(_ scene: PowerLossCampaign.Scene) throws {
            guard scene.isWanted else { return }
            let campaign = try PowerLossCampaign(scene)
            var explorer = campaign.explorer()
            let result = try explorer.explore(campaign.recording)
            print(campaign.line(result))
            for failure in result.failures.prefix(3) { Issue.record("\(failure)") }
            #expect(result.broken == 0)
        }

        @Test(
            .enabled(if: PowerLossCampaign.strikesSyncs, "It runs only if PERMAFROST_STRIKES is set."),
            arguments: PowerLossCampaign.scenes)
        func eachSyncIsNeeded(_ scene: PowerLossCampaign.Scene) throws {
            guard scene.isWanted else { return }
            let campaign = try PowerLossCampaign(scene)
            var explorer = campaign.explorer()
            var shown = 0
            var reasons: [String: Int] = [:]
            for number in campaign.recording.syncs {
                let failure = try explorer.explore(campaign.recording, withoutSync: number)
                let unseen = failure == nil ? try campaign.reason(forUnseen: number) : nil
                let reason =
                    failure.map { "after call \($0.call): \($0.reason)" } ?? "not seen: \(unseen?.description ?? "?")"
                print("\(scene)\t\(number + 1)\t\(campaign.place(ofCall: number))\t\(reason)")
                if failure != nil { shown += 1 } else { reasons[unseen?.kind ?? "?", default: 0] += 1 }
                #expect(
                    failure != nil || unseen != nil,
                    "\(scene): no reason was found for the sync at call \(number + 1), from \(campaign.place(ofCall: number))."
                )
            }
            let table = reasons.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
            print("TABLE\t\(scene)\t\(campaign.recording.syncs.count)\t\(shown)\t\(table.joined(separator: ", "))")
            #expect(shown > 0)
        }

        /// A file replaces another one. If the new file isn't synced first, some states have neither file.
        @Test(arguments: [true, false]) func aMissingSyncIsFound(_ isSynced: Bool) throws {
            let folder = try MemoryFolder()
            let place = folder.path + "/recorded"
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            try Data("old".utf8).write(to: URL(fileURLWithPath: place + "/file"))
            let start = try RecordedDisk(place)
            let (_, observation) = try ObservedFolder.observing(place, keepsRecords: true) { mark in
                // Foundation would sync the file that it writes.
                let new = open(place + "/new", O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
                let bytes = [UInt8](repeating: 7, count: 2000)
                let written = bytes.withUnsafeBytes { write(new, $0.baseAddress, $0.count) }
                close(new)
                #expect(written == 2000)
                if isSynced { try FileAccess.sync(place + "/new") }
                try FileAccess.rename(place + "/new", to: place + "/file")
                try FileAccess.sync(place)
                mark("replaced")
            }
            var explorer = PowerLossExplorer(samples: 5, seed: PowerLossCampaign.seed, in: folder.path) { path, marks in
                let found = try Data(contentsOf: URL(fileURLWithPath: path + "/file"))
                let expected = [Data(repeating: 7, count: 2000)] + (marks.isEmpty ? [Data("old".utf8)] : [])
                guard expected.contains(found) else { throw Violation("The file has \(found.count) bytes.") }
            }
            let result = try explorer.explore(
                PowerLossExplorer.Recording(name: "replacement", start: start, calls: observation.calls))
            #expect((result.broken == 0) == isSynced)
            #expect(result.opened > 3)
        }
    }

    /// The recording of an operation, and the folders of its states.
    struct PowerLossCampaign {
        static let environment = ProcessInfo.processInfo.environment
        static let samples = environment["PERMAFROST_POWER_LOSSES"].flatMap { Int($0) }
        static let seed = environment["PERMAFROST_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0..<1 << 32)
        static let strikesSyncs = environment["PERMAFROST_STRIKES"] != nil
        fileprivate static let wanted =
            environment["PERMAFROST_POWER_LOSS"]?.split(separator: " ").map(String.init) ?? []

        /// An operation in a setting. Its name has no spaces.
        struct Scene: Sendable, CustomStringConvertible {
            let operation: VaultOperation
            let setting: VaultSetting

            var description: String {
                setting == .plain ? operation.rawValue : "\(operation.rawValue)+\(setting)"
            }
            var isWanted: Bool { wanted.isEmpty || wanted[0] == description }
        }

        /// Every operation, and the operations that use SQLite on a store also without write-ahead logging.
        static let scenes =
            VaultOperation.allCases.map { Scene(operation: $0, setting: .plain) }
            + [.saves, .migration, .progressive].map { Scene(operation: $0, setting: VaultSetting([.inJournal])) }

        let scene: Scene
        let recording: PowerLossExplorer.Recording
        private let folder: MemoryFolder

        /// Prepares and records an operation.
        init(_ scene: Scene) throws {
            self.scene = scene
            let operation = scene.operation
            folder = try MemoryFolder()
            let place = folder.path + "/recorded"
            try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
            try operation.prepare(URL(fileURLWithPath: place), scene.setting)
            let start = try RecordedDisk(place)
            let (_, observation) = try ObservedFolder.observing(place, keepsRecords: true) { mark in
                try operation.perform(URL(fileURLWithPath: place), scene.setting) { mark($0.rawValue) }
            }
            recording = PowerLossExplorer.Recording(
                name: scene.description, start: start, calls: observation.calls)
            try checkRecording(place)
        }

        /// Checks that the recording is complete: replaying it gives the files that exist.
        private func checkRecording(_ place: String) throws {
            let replayed = folder.path + "/replayed"
            try PowerLossExplorer.writeEnd(of: recording, to: replayed)
            let (expected, found) = (try Self.files(place), try Self.files(replayed))
            guard expected == found else {
                let paths = Set(expected.keys).union(found.keys).filter { expected[$0] != found[$0] }
                throw Violation("The recording of \(scene) is incomplete for \(paths.sorted()).")
            }
            try FileManager.default.removeItem(atPath: replayed)
        }

        private static func files(_ folder: String) throws -> [String: Data] {
            try FileManager.default.subpathsOfDirectory(atPath: folder).reduce(into: [:]) { files, path in
                var isFolder: ObjCBool = false
                let whole = folder + "/" + path
                guard !path.hasSuffix("-shm"), FileManager.default.fileExists(atPath: whole, isDirectory: &isFolder)
                else { return }
                files[path] = isFolder.boolValue ? Data() : try Data(contentsOf: URL(fileURLWithPath: whole))
            }
        }

        func explorer() -> PowerLossExplorer {
            PowerLossExplorer(
                samples: Self.samples ?? 0, seed: Self.seed, distance: Self.samples == nil ? 12 : 1,
                only: Self.wanted.count > 1 ? Int(Self.wanted[1]) : nil, in: folder.path
            ) { [scene] folder, marks in
                try VaultInvariants(
                    operation: scene.operation, setting: scene.setting, folder: URL(fileURLWithPath: folder)
                ).check(marks)
            }
        }

        func line(_ result: PowerLossExplorer.Result) -> String {
            "\(scene): \(recording.calls.count) calls, \(recording.syncs.count) syncs, "
                + "\(result.described) states, \(result.opened) opened, \(result.broken) broken, seed \(Self.seed)"
        }

        /// Returns the reason that no state shows the absence of a sync. The mark `opened` doesn't count as a promise,
        /// because a lost store without rows is made again when it is next opened.
        func reason(forUnseen number: Int) throws -> SyncReason? {
            try recording.reason(forUnseen: number) { $0 != VaultOperation.Mark.opened.rawValue }
        }

        /// Returns the path of a call, relative to the recorded folder.
        func place(ofCall number: Int) -> String {
            String(recording.calls[number].path.dropFirst((folder.path + "/recorded").count))
        }
    }
#endif
