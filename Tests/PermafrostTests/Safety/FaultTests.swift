#if os(Linux)
    import Foundation
    import MigrationCrashModels
    import PermafrostStore
    import PermafrostModel
    import PermafrostTestSupport
    import SwiftData
    import Testing

    @testable import Permafrost

    /// A counter for any thread.
    private final class Counter: Sendable {
        private let count = Locked(0)

        var value: Int { count.withLock { $0 } }
        func next() -> Int {
            count.withLock {
                $0 += 1
                return $0
            }
        }
    }

    /// Each disk operation of a small migration fails once. The store then has the old version or the new one, and the
    /// next launch finishes.
    @Suite(.enabled(if: TestRun.isWhole)) struct FaultTests {
        private static let notes = 3
        /// Long campaigns fail every operation; other runs fail every fourth one.
        private static let stride = ProcessInfo.processInfo.environment["PERMAFROST_KILLS"] == nil ? 4 : 1

        /// The disk operation that fails.
        enum DiskFault: String, Sendable, CaseIterable {
            /// The disk is full from one write on.
            case diskFull
            /// One read fails.
            case read
            /// One sync fails.
            case sync

            var kind: RecordedCall.Kind {
                switch self {
                case .diskFull: .write
                case .read: .read
                case .sync: .sync
                }
            }
            var fate: ObservedFolder.Fate { self == .diskFull ? .failOn(ENOSPC) : .fail(EIO) }
        }

        @Test(arguments: DiskFault.allCases, MigrationSafety.allCases)
        func noFaultOfTheDiskLosesAStore(_ fault: DiskFault, _ safety: MigrationSafety) throws {
            for isFailing in safety == .backupAndRollback ? [false, true] : [false] {
                var reached = 0
                while reached < 5000 {
                    let vault = try VaultFolder(notes: Self.notes, inLog: (reached / Self.stride).isMultiple(of: 2))
                    let folder = vault.scratch.url.path
                    let (error, observation) = try ObservedFolder.observing(
                        folder, number: reached + 1, of: fault.kind, fate: fault.fate
                    ) { _ in Self.migrate(vault, safety, isFailing, FileSystem()) }
                    guard observation.hit != nil else { break }
                    reached += Self.stride
                    try expect(vault, after: error, safety, isFailing, "\(fault) before \(reached)")
                }
                #expect(reached > 3)
            }
        }

        @Test(arguments: MigrationSafety.allCases, [false, true])
        func noFailingFileOperationLosesAStore(_ safety: MigrationSafety, _ isFailing: Bool) throws {
            var reached = 0
            while reached < 1000 {
                let vault = try VaultFolder(notes: Self.notes)
                let count = Counter()
                let files = FileSystem.failing { [reached] in count.next() == reached + 1 }
                let error = Self.migrate(vault, safety, isFailing, files)
                guard count.value > reached else { break }
                reached += Self.stride
                try expect(vault, after: error, safety, isFailing, "operation \(reached)")
            }
            #expect(reached > 8)
        }

        @Test(arguments: MigrationSafety.allCases, [false, true])
        func aDiskThatStaysFullLosesNoStore(_ safety: MigrationSafety, _ isFailing: Bool) throws {
            var reached = 0
            while reached < 1000 {
                let vault = try VaultFolder(notes: Self.notes)
                let count = Counter()
                let files = FileSystem.failing { [reached] in count.next() > reached }
                let error = Self.migrate(vault, safety, isFailing, files)
                guard count.value > reached else { break }
                reached += Self.stride
                try expect(vault, after: error, safety, isFailing, "from operation \(reached)")
            }
        }

        /// On a full disk every write from one on fails. The error describes the store's state and what to do.
        @Test func aFullDiskIsExplained() throws {
            var found: Set<String> = []
            for isInLog in [false, true] {
                for number in Swift.stride(from: 1, to: 5000, by: Self.stride) {
                    let vault = try VaultFolder(notes: Self.notes, inLog: isInLog)
                    let (error, observation) = try ObservedFolder.observing(
                        vault.scratch.url.path, number: number, of: .write, fate: .failOn(ENOSPC)
                    ) { _ in Self.migrate(vault, .backupAndRollback, false, FileSystem()) }
                    guard observation.hit != nil else { break }
                    guard let error else { continue }
                    found.insert("\(error.cause)".prefix { $0 != "(" } + "")
                    let text = error.description
                    #expect(
                        text.contains("Free space on the store's volume, and open the store again"),
                        "\(number): \(text)")
                    #expect(!text.contains("Give the place"), "\(number): \(text)")
                    let isOpen = try JournalFile(folder: SafetyFolder(store: vault.store), files: FileSystem()).exists
                    guard try !isOpen && vault.version() == .first else { continue }
                    let isSaid =
                        text.contains("The store is unchanged.") || text.contains("Nothing was changed.")
                    #expect(isSaid, "\(number): \(text)")
                }
            }
            #expect(found.count > 1, "\(found)")
        }

        private static func migrate(
            _ vault: VaultFolder, _ safety: MigrationSafety, _ isFailing: Bool, _ files: FileSystem
        ) -> MigrationError? {
            do {
                _ = try vault.migrate(
                    isFailing ? VaultStore.failingPlan : VaultStore.plan, safety: safety, files: files)
                return nil
            } catch { return error }
        }

        /// Expects that the store has all of its data, whatever failed, that a store reported as unchanged is
        /// unchanged, and that the next launch succeeds.
        private func expect(
            _ vault: VaultFolder, after error: MigrationError?, _ safety: MigrationSafety, _ isFailing: Bool,
            _ place: String
        ) throws {
            let told: Comment = "\(place), \(safety), \(error.map(String.init(describing:)) ?? "no error")"
            #expect(isFailing ? error != nil : true, told)
            let isOpen = try JournalFile(folder: SafetyFolder(store: vault.store), files: FileSystem()).exists
            // During a restore the store may exist only as copies.
            if !isOpen || FileStatus(at: vault.store.path)?.isRegular == true {
                switch try vault.version() {
                case .first: try vault.expectFirst(notes: Self.notes, told)
                case .second:
                    try vault.expectSecond(notes: Self.notes, events: nil, told)
                    #expect(error?.isRolledBack != true, told)
                default: Issue.record(told)
                }
            }
            let events = try vault.version() == .second ? vault.events() : []
            _ = try vault.migrate(safety: safety)
            try vault.expectClean()
            try vault.expectSecond(notes: Self.notes, events: nil, told)
            // A store that stays migrated after its hook failed doesn't run the hook again. A hook whose end couldn't
            // be recorded runs again.
            let count = try vault.events().count
            let wasGivenUp = error?.cause == .hook(.postMigrationFailed) && error?.isRolledBack == false && !isOpen
            let mayRunTwice = isOpen && !events.isEmpty
            #expect(wasGivenUp ? count == events.count : count == 1 || count == 2 && mayRunTwice, told)
        }
    }

    extension FileSystem {
        /// Returns operations that call the closure each time, and fail if it returns true.
        static func failing(_ fails: @escaping @Sendable () -> Bool) -> FileSystem {
            let system = FileSystem()
            var files = system
            @Sendable func check(_ operation: FileError.Operation, _ path: String) throws {
                if fails() { throw FileError(operation: operation, path: path, code: ENOSPC) }
            }
            files.makeFolder = { path in
                try check(.createDirectory, path)
                try system.makeFolder(path)
            }
            files.write = { bytes, path in
                try check(.write, path)
                try system.write(bytes, path)
            }
            files.create = { path, model in
                try check(.open, path)
                try system.create(path, model)
            }
            files.copyAttributes = { model, path in
                try check(.setAttributes, path)
                try system.copyAttributes(model, path)
            }
            files.copyProtection = { model, path in
                try check(.setAttributes, path)
                try system.copyProtection(model, path)
            }
            files.isExcludedFromDeviceBackup = { path in
                try check(.open, path)
                return try system.isExcludedFromDeviceBackup(path)
            }
            files.setExcludedFromDeviceBackup = { path, isExcluded in
                try check(.setAttributes, path)
                try system.setExcludedFromDeviceBackup(path, isExcluded)
            }
            files.fill = { path, next in
                try system.fill(path) {
                    try check(.write, path)
                    return try next()
                }
            }
            files.share = { open, target in
                try check(.open, target)
                return try system.share(open, target)
            }
            files.copy = { source, target in
                try check(.write, target)
                try system.copy(source, target)
            }
            files.link = { source, target in
                try check(.rename, target)
                try system.link(source, target)
            }
            files.sync = { path in
                try check(.sync, path)
                try system.sync(path)
            }
            files.rename = { source, target in
                try check(.rename, source)
                try system.rename(source, target)
            }
            files.renameNew = { source, target in
                try check(.rename, source)
                try system.renameNew(source, target)
            }
            files.exchange = { first, second in
                try check(.rename, first)
                try system.exchange(first, second)
            }
            files.removeFolder = { path in
                try check(.remove, path)
                try system.removeFolder(path)
            }
            files.remove = { path in
                try check(.remove, path)
                try system.remove(path)
            }
            return files
        }
    }
#endif
