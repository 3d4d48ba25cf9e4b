#if os(Linux)
    import Foundation
    import MigrationCrashModels
    import PermafrostModel
    import PermafrostStore
    import PermafrostTestSupport
    import SwiftData
    import Testing

    @testable import Permafrost

    /// Each read, write and sync of SQLite's fails once while a store is migrated step by step: the store is the old one or the
    /// new one, and the next migration finishes.
    @Suite struct ProgressiveFaultTests {
        private static let notes = 3
        /// Every operation fails in the long campaigns, and some do without them.
        private static let stride = ProcessInfo.processInfo.environment["PERMAFROST_KILLS"] == nil ? 11 : 1

        /// Migrates the store, and says whether that failed.
        private func migrate(_ vault: VaultFolder) -> MigrationError? {
            do {
                try ProgressiveMigration(store: vault.store, plan: VaultStore.steppedPlan).perform()
                return nil
            } catch { return error }
        }

        @Test(arguments: FaultTests.DiskFault.allCases, [false, true])
        func theStoreIsTheOldOneOrTheNewOne(_ fault: FaultTests.DiskFault, _ inLog: Bool) throws {
            var reached = 0
            var versions: [VaultFolder.Version?] = []
            while reached < 5000 {
                let vault = try VaultFolder(notes: Self.notes, inLog: inLog)
                let (error, observation) = try ObservedFolder.observing(
                    vault.scratch.url.path, number: reached + 1, of: fault.kind, fate: fault.fate
                ) { _ in migrate(vault) }
                guard observation.hit != nil else { break }
                let told: Comment = "\(fault) at \(reached + 1): \(error.map { "\($0)" } ?? "no error")"
                reached += Self.stride
                let version = try vault.version()
                versions.append(version)
                #expect(version == .third || version == .first && error != nil, told)
                if version == .first { try vault.expectFirst(notes: Self.notes, told) }
                let next = migrate(vault)
                #expect(next.map { "\($0)" } == nil, told)
                try expectThird(vault, told)
            }
            #expect(versions.count > 1 && versions.contains(.first))
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
