import Foundation
import PermafrostStore
import Testing

@testable import SwiftData

/// Values in files next to a store, in migrations that succeed and that fail.
@Suite struct LargeValueMigrationTests {
    private static let base: [any PersistentModel.Type] = [LargeValues.Base.Item.self]

    private func withStore<Result>(
        _ journal: PopulatedStore.Journal = .delete, _ body: (PopulatedStore) throws -> Result
    ) throws -> Result {
        try PopulatedStore.with(Self.base, journal: journal) { context in
            for number in 0..<PopulatedStore.count { context.insert(LargeValues.Base.Item(number)) }
        } _: {
            try body($0)
        }
    }

    /// Returns the value of each row: the bytes in its cell, or the bytes of the file that the cell names. The rows are
    /// sorted by number.
    private func values(_ store: PopulatedStore, _ column: String, isExternal: Bool = true) throws -> [Data?] {
        let folder = store.url.deletingLastPathComponent().path + "/.items_SUPPORT/_EXTERNAL_DATA/"
        return try store.rows("SELECT \(column) FROM ZITEM ORDER BY ZNUMBER").map { row in
            guard case .blob(let bytes) = row[0] else { return nil }
            guard isExternal else { return Data(bytes) }
            if bytes.first == 1 { return Data(bytes.dropFirst()) }
            #expect(bytes.first == 2 && bytes.last == 0)
            let name = String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
            return FileManager.default.contents(atPath: folder + name)
        }
    }

    private let all = (0..<PopulatedStore.count).map(LargeValues.picture)

    @Test func unchangedFilesAreKept() throws {
        try withStore { store in
            let files = store.largeValues
            #expect(files.count == PopulatedStore.count / 10)
            do { try store.open([LargeValues.Kept.Item.self]) }
            #expect(try values(store, "ZPICTURE") == all)
            do { try store.open([LargeValues.Renamed.Item.self]) }
            #expect(try values(store, "ZPHOTO") == all)
            #expect(store.largeValues == files)
            try FreshStore.expectEqual(store.url, Schema([LargeValues.Renamed.Item.self]))
        }
    }

    @Test func filesOfARemovedAttributeAreDeleted() throws {
        try withStore { store in
            do { try store.open([LargeValues.Removed.Item.self]) }
            #expect(store.largeValues.isEmpty)
            try FreshStore.expectEqual(store.url, Schema([LargeValues.Removed.Item.self]), altered: ["ZITEM"])
        }
    }

    /// The values of an attribute that is no longer external move into their cells. When the attribute becomes external
    /// again, each cell begins with a marker byte again.
    @Test func valuesMoveIntoCellsAndOutAgain() throws {
        try withStore { store in
            do { try store.open([LargeValues.Inside.Item.self]) }
            #expect(try values(store, "ZPICTURE", isExternal: false) == all)
            #expect(store.largeValues.isEmpty)
            try FreshStore.expectEqual(store.url, Schema([LargeValues.Inside.Item.self]))
            let container = try store.open([LargeValues.Base.Item.self])
            #expect(try values(store, "ZPICTURE") == all)
            let items = try ModelContext(container).fetch(
                FetchDescriptor<LargeValues.Base.Item>(sortBy: [SortDescriptor(\.number)]))
            #expect(items.map(\.picture) == all)
        }
    }

    @Test func aMissingFileFailsTheMoveIntoCells() throws {
        try withStore { store in
            let name = try #require(store.largeValues.first)
            try FileManager.default.removeItem(
                at: store.url.deletingLastPathComponent().appendingPathComponent(
                    ".items_SUPPORT/_EXTERNAL_DATA/\(name)"))
            try store.expectRefusal(
                of: [LargeValues.Inside.Item.self], code: 134110, text: "The file with Item.picture of row")
        }
    }

    @Test func absentValuesGetALargeDefault() throws {
        try withStore { store in
            let container = try store.open([LargeValues.Required.Item.self])
            let filled = all.map { $0 ?? Data(repeating: 7, count: LargeValues.size) }
            #expect(try values(store, "ZPICTURE") == filled)
            let items = try ModelContext(container).fetch(
                FetchDescriptor<LargeValues.Required.Item>(sortBy: [SortDescriptor(\.number)]))
            #expect(items.map(\.picture) == filled)
            // A required value whose file is missing is an error when it is read.
            let name = try #require(store.largeValues.first)
            try FileManager.default.removeItem(
                at: store.url.deletingLastPathComponent().appendingPathComponent(
                    ".items_SUPPORT/_EXTERNAL_DATA/\(name)"))
            let other = ModelContext(try store.open([LargeValues.Required.Item.self]))
            #expect(throws: SwiftDataError.modelValidationFailure) {
                try other.fetch(FetchDescriptor<LargeValues.Required.Item>())
            }
        }
    }

    /// A hook replaces, deletes and adds values before it throws. Afterwards all the original files exist, and no
    /// others.
    @Test(arguments: PopulatedStore.Journal.allCases)
    func aFailedMigrationKeepsEveryFile(_ journal: PopulatedStore.Journal) throws {
        try withStore(journal) { store in
            try store.expectRefusal(
                of: LargeValues.Kept.models, plan: LargeValues.FailingPlan.self, code: 134110, text: "HookError")
            #expect(try values(store, "ZPICTURE") == all)
        }
    }

    @Test func valuesWrittenByAMigrationAreStored() throws {
        try withStore { store in
            let files = store.largeValues
            do { try store.open(LargeValues.Kept.models, plan: LargeValues.WorkingPlan.self) }
            var expected = all
            expected[0] = Data(repeating: 200, count: LargeValues.size)
            expected[1] = Data(repeating: 201, count: LargeValues.size)
            expected.remove(at: 10)
            #expect(try values(store, "ZPICTURE") == expected)
            #expect(store.largeValues.count == files.count)
            #expect(store.largeValues.subtracting(files).count == 2)
        }
    }
}
