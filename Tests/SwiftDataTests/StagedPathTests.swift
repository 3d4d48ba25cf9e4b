import Foundation
import PermafrostStore
import Testing

@testable import SwiftData

/// Tests of plans with several stages in a populated store: the steps that a plan takes, and the store after a failure.
@Suite struct StagedPathTests {
    private func withStore<Result>(
        _ journal: PopulatedStore.Journal = .delete, _ body: (PopulatedStore) throws -> Result
    ) throws -> Result {
        try PopulatedStore.with(StagedPath.V1.models, journal: journal) { context in
            for number in 0..<PopulatedStore.count {
                context.insert(StagedPath.V1.Item(number))
                context.insert(StagedPath.V1.Other(number))
            }
        } _: {
            try body($0)
        }
    }

    /// A chain of lightweight stages is migrated directly from the first to the last version. The migration fails if
    /// this change can't be inferred, even if every single stage can be inferred.
    @Test(arguments: PopulatedStore.Journal.allCases)
    func aLightweightChainIsMigratedDirectly(_ journal: PopulatedStore.Journal) throws {
        try withStore(journal) { store in
            try store.expectRefusal(
                of: StagedPath.V3.models, plan: StagedPath.Lightweight.self, code: 134140,
                text: "Persistent store migration failed, missing mapping model.")
        }
    }

    /// With a custom stage, even an empty one, the plan goes through every stage.
    @Test func aCustomStageMakesThePlanRunEveryStage() throws {
        try withStore { store in
            let names = try store.rows("SELECT Z_PK, ZNAME, NULL FROM ZITEM ORDER BY Z_PK")
            let others = try store.rows("SELECT * FROM ZOTHER ORDER BY Z_PK")
            let pages = try contents(of: "ZOTHER", store)
            do { try store.open(StagedPath.V3.models, plan: StagedPath.Walked.self) }
            #expect(try store.rows("SELECT Z_PK, ZNAME, ZMARK FROM ZITEM ORDER BY Z_PK") == names)
            #expect(try store.rows("SELECT * FROM ZOTHER ORDER BY Z_PK") == others)
            // A table that no stage changes keeps its pages, byte for byte.
            #expect(try contents(of: "ZOTHER", store) == pages)
            try FreshStore.expectEqual(
                store.url, Schema(versionedSchema: StagedPath.V3.self), altered: ["ZITEM"])
        }
    }

    /// A plan migrates a store to the container's version, which need not be the last one.
    @Test(arguments: [StagedPath.Lightweight.self, StagedPath.Walked.self] as [any SchemaMigrationPlan.Type])
    func aContainerOfAMiddleVersionOpens(_ plan: any SchemaMigrationPlan.Type) throws {
        try withStore { store in
            let names = try store.rows("SELECT Z_PK, ZNAME FROM ZITEM ORDER BY Z_PK")
            do { try store.open(StagedPath.V2.models, plan: plan) }
            #expect(try store.rows("SELECT Z_PK, ZNAME FROM ZITEM ORDER BY Z_PK") == names)
            try FreshStore.expectEqual(store.url, Schema(StagedPath.V2.models), altered: nil)
            // A later version of the plan isn't migrated back.
            do { try store.open(StagedPath.V3.models, plan: plan) }
            try store.expectRefusal(
                of: StagedPath.V2.models, plan: plan, code: 134506,
                text: "A store file cannot be migrated backwards with staged migration.")
            // Models that are no version of the plan are rejected.
            try store.expectRefusal(
                of: [StagedPath.V2.Other.self], plan: plan, code: 134504,
                text: "Cannot use staged migration with an unknown coordinator model version.")
        }
    }

    /// Returns the pages of a table, keyed by page number.
    private func contents(of table: String, _ store: PopulatedStore) throws -> [Int64: Data] {
        _ = try SQLiteConnection(path: store.url.path, mode: .create).rows("PRAGMA journal_mode=delete")
        let bytes = try Data(contentsOf: store.url)
        let numbers = try store.rows("SELECT pageno FROM dbstat WHERE name = '\(table)'")
        return numbers.reduce(into: [:]) { pages, row in
            guard case .integer(let number) = row[0] else { return }
            pages[number] = bytes[(Int(number) - 1) * 4096..<Int(number) * 4096]
        }
    }

    /// The changes of earlier stages are undone to the last byte when a later stage fails.
    @Test(arguments: PopulatedStore.Journal.allCases)
    func aLateFailureLeavesEveryByte(_ journal: PopulatedStore.Journal) throws {
        try withStore(journal) { store in
            try store.expectRefusal(
                of: StagedPath.V3.models, plan: StagedPath.FailingLate.self, code: 134110, text: "HookError")
        }
    }

    /// A closure that runs before a stage's change can fetch only the old version's types.
    @Test func aHookCannotUseTypesOfOtherVersions() throws {
        try withStore { store in
            try store.expectRefusal(
                of: StagedPath.V3.models, plan: StagedPath.WrongTypes.self, code: 134110,
                text: "isn't in the container's schema")
        }
    }

    private func edit(_ store: PopulatedStore, _ change: (inout StoreMetadata) -> Void) throws {
        let connection = try SQLiteConnection(path: store.url.path, mode: .create)
        let row = try #require(try connection.rows("SELECT Z_UUID, Z_PLIST FROM Z_METADATA").first)
        guard case .text(let identifier) = row[0], case .blob(let list) = row[1] else { return }
        var metadata = try StoreMetadata(storeUUID: identifier, propertyList: list)
        change(&metadata)
        try connection.prepare("UPDATE Z_METADATA SET Z_PLIST = ?").run([.blob(metadata.propertyList)])
    }

    @Test func hashesOfAnOldKindAreNotRecognised() throws {
        try withStore { store in
            try edit(store) { $0.versionHashesVersion = 2 }
            try store.expectRefusal(
                of: StagedPath.V3.models, plan: StagedPath.Walked.self, code: 134505,
                text: "does not support staged migration")
        }
    }

    /// Entries that an app added to the metadata survive a migration. A store without a model cache migrates with the
    /// plan's model.
    @Test func metadataIsKeptAndThePlanProvidesAMissingModel() throws {
        try withStore { store in
            try edit(store) { $0.otherEntries["com.example.key"] = .string("Wert") }
            try SQLiteConnection(path: store.url.path, mode: .create).execute("DROP TABLE Z_MODELCACHE")
            try store.expectRefusal(
                of: StagedPath.V2.models, code: 134130,
                text: "Persistent store migration failed, missing source managed object model.")
            do { try store.open(StagedPath.V3.models, plan: StagedPath.Walked.self) }
            let reader = try StoreReader(path: store.url.path)
            #expect(try reader.metadata().otherEntries == ["com.example.key": .string("Wert")])
            #expect(try reader.model().versionHashes == Schema(StagedPath.V3.models).model.versionHashes)
        }
    }

    /// The history keeps the changes of the remaining entities, under their new numbers, and no others.
    @Test func theHistoryOfRemainingEntitiesIsKept() throws {
        try withStore { store in
            let changes = "SELECT COUNT(*) FROM ACHANGE WHERE ZENTITY = "
            #expect(try store.rows(changes + "1") == [[.integer(Int64(PopulatedStore.count))]])
            #expect(try store.rows(changes + "2") == [[.integer(Int64(PopulatedStore.count))]])
            // Without `Item`, `Other` is the first.
            do { try store.open([StagedPath.V2.Other.self]) }
            #expect(try store.rows(changes + "1") == [[.integer(Int64(PopulatedStore.count))]])
            #expect(try store.rows("SELECT DISTINCT ZENTITY FROM ACHANGE") == [[.integer(1)]])
            try FreshStore.expectEqual(store.url, Schema([StagedPath.V2.Other.self]))
        }
    }
}
