#if os(Linux)
    import Foundation
    import MigrationCrashModels
    import PermafrostStore
    import PermafrostModel
    import PermafrostTestSupport
    import SwiftData
    import Testing

    @testable import Permafrost

    /// Each disk operation of a step-by-step migration fails once: each read, write and sync of SQLite, and each file
    /// operation. The store is the old one or the new one, and the next migration finishes.
    @Suite(.enabled(if: TestRun.isWhole)) struct ProgressiveFaultTests {
        private static let notes = 3
        /// Long campaigns fail every SQLite call; other runs fail only some of them.
        private static let stride = ProcessInfo.processInfo.environment["PERMAFROST_KILLS"] == nil ? 11 : 1

        /// Migrates the store. Returns the error if that fails.
        private func migrate(_ vault: VaultFolder, _ files: FileSystem = FileSystem()) -> MigrationError? {
            do {
                try ProgressiveMigration(
                    store: vault.store, plan: VaultStore.steppedPlan, to: VaultV3.self, files: files
                ).perform()
                return nil
            } catch { return error }
        }

        @Test(arguments: FaultTests.DiskFault.allCases, [false, true])
        func theStoreIsInTheOldOrTheNewVersion(_ fault: FaultTests.DiskFault, _ inLog: Bool) throws {
            var reached = 0
            var versions: [VaultFolder.Version?] = []
            while reached < 5000 {
                let vault = try VaultFolder(notes: Self.notes, inLog: inLog)
                let (error, observation) = try ObservedFolder.observing(
                    vault.scratch.url.path, number: reached + 1, of: fault.kind, fate: fault.fate
                ) { _ in migrate(vault) }
                guard observation.hit != nil else { break }
                versions.append(try goOn(vault, after: error, "\(fault) at \(reached + 1)"))
                reached += Self.stride
            }
            #expect(versions.count > 1 && versions.contains(.first))
        }

        /// Each file operation fails once, or all file operations from one on fail, as on a disk that stays full.
        @Test(arguments: [false, true], [false, true])
        func noFailingFileOperationLosesAStore(_ inLog: Bool, _ staysFull: Bool) throws {
            var versions: [VaultFolder.Version?] = []
            for number in 1..<1000 {
                let vault = try VaultFolder(notes: Self.notes, inLog: inLog)
                let count = Locked(0)
                let files = FileSystem.failing {
                    count.withLock {
                        $0 += 1
                        return $0 == number || staysFull && $0 > number
                    }
                }
                let error = migrate(vault, files)
                guard count.withLock({ $0 }) >= number else { break }
                versions.append(try goOn(vault, after: error, "operation \(number)"))
            }
            // Only the removal of the copy may fail after the new content is in place.
            #expect(versions.count > 15 && versions.dropLast().contains(.first) && versions.last == .third)
        }

        /// Checks the store that a fault has left, and migrates it again.
        private func goOn(
            _ vault: VaultFolder, after error: MigrationError?, _ place: String
        ) throws -> VaultFolder.Version? {
            let told: Comment = "\(place): \(error.map { "\($0)" } ?? "no error")"
            let version = try vault.version()
            #expect(version == .third || version == .first && error != nil, told)
            if version == .first { try vault.expectFirst(notes: Self.notes, told) }
            let next = migrate(vault)
            #expect(next.map { "\($0)" } == nil, told)
            try expectThird(vault, told)
            return version
        }

        private func expectThird(_ vault: VaultFolder, _ told: Comment) throws {
            try vault.expectSound()
            let schema = Schema(versionedSchema: VaultV3.self)
            let context = ModelContext(
                try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: vault.store)))
            let notes = try context.fetch(FetchDescriptor<VaultV3.Note>(sortBy: [SortDescriptor(\.number)]))
            #expect(notes.map(\.content) == (0..<Self.notes).map { "note \($0)" }, told)
            #expect(notes.map { $0.attachment?.count } == [120_000, nil, nil], told)
            #expect(try context.fetch(FetchDescriptor<VaultV3.Event>()).map(\.name) == ["migrated 1.0.0 → 3.0.0"], told)
            #expect(try SafetyFolder(store: vault.store).folders.isEmpty, told)
        }
    }
#endif
