import Foundation
import PermafrostStore
import Testing

@testable import SwiftData

/// Tests that migrate a populated store without a plan, for every kind of change to attributes.
@Suite struct AttributeMigrationTests {
    private static let base: [any PersistentModel.Type] = [Attributes.Base.Item.self]

    private func withStore<Result>(
        _ journal: PopulatedStore.Journal = .delete, _ body: (PopulatedStore) throws -> Result
    ) throws -> Result {
        try PopulatedStore.with(Self.base, journal: journal) { context in
            for number in 0..<PopulatedStore.count { context.insert(Attributes.Base.Item(number)) }
        } _: {
            try body($0)
        }
    }

    struct Change: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var types: [any PersistentModel.Type]
        /// The columns that have the same values after the migration as the columns in ``Change/before`` had in the old
        /// store.
        var after: String
        var before = all
        /// Whether the table's SQL text shows afterwards that columns were added or dropped in place.
        var isAltered = false

        static let all = "ZNAME, ZCOUNT, ZSMALL, ZISON, ZWEIGHT, ZNOTE, hex(ZDATA)"
    }

    static let changes = [
        Change(
            testDescription: "optional attribute added", types: [Attributes.OptionalAdded.Item.self],
            after: "\(Change.all), ZEXTRA", before: "\(Change.all), NULL", isAltered: true),
        Change(
            testDescription: "required attributes with defaults added", types: [Attributes.DefaultAdded.Item.self],
            after: "\(Change.all), ZSIZE, ZLABEL", before: "\(Change.all), 5, 'Straße'", isAltered: true),
        Change(
            testDescription: "attribute removed", types: [Attributes.OneRemoved.Item.self],
            after: "ZNAME, ZCOUNT, ZSMALL, ZISON, ZWEIGHT, ZNOTE",
            before: "ZNAME, ZCOUNT, ZSMALL, ZISON, ZWEIGHT, ZNOTE", isAltered: true),
        Change(
            testDescription: "many attributes removed", types: [Attributes.ManyRemoved.Item.self],
            after: "ZNAME, ZCOUNT, ZADDED", before: "ZNAME, ZCOUNT, 1"),
        Change(
            testDescription: "two added, one renamed, one removed", types: [Attributes.Mixed.Item.self],
            after: "ZTITLE, ZCOUNT, ZSMALL, ZISON, ZNOTE, hex(ZDATA), ZEXTRA, ZSIZE",
            before: "ZNAME, ZCOUNT, ZSMALL, ZISON, ZNOTE, hex(ZDATA), NULL, 5", isAltered: true),
        Change(
            testDescription: "names swapped", types: [Attributes.Swapped.Item.self],
            after: "ZNOTE, ZNAME, ZCOUNT", before: "ZNAME, ZNOTE, ZCOUNT"),
        Change(
            testDescription: "two continue one", types: [Attributes.Doubled.Item.self],
            after: "\(Change.all), ZTITLE", before: "\(Change.all), ZNAME"),
        Change(
            testDescription: "required to optional", types: [Attributes.NowOptional.Item.self], after: Change.all),
        Change(
            testDescription: "optional to required, with defaults",
            types: [Attributes.NowRequiredWithDefault.Item.self],
            after: Change.all,
            before: "ZNAME, ZCOUNT, ZSMALL, ZISON, ZWEIGHT, coalesce(ZNOTE, 'ohne'), hex(coalesce(ZDATA, x'09'))"),
        Change(
            testDescription: "unique and indexes added", types: [Attributes.Indexed.Item.self], after: Change.all),
    ]

    @Test(arguments: changes, PopulatedStore.Journal.allCases)
    func keepsEveryValue(_ change: Change, _ journal: PopulatedStore.Journal) throws {
        try withStore(journal) { store in
            let keys = "SELECT Z_PK, Z_OPT, "
            let before = try store.rows(keys + change.before + " FROM ZITEM ORDER BY Z_PK")
            #expect(before.count == PopulatedStore.count)
            do { try store.open(change.types) }
            #expect(try store.rows(keys + change.after + " FROM ZITEM ORDER BY Z_PK") == before)
            try FreshStore.expectEqual(store.url, Schema(change.types), altered: change.isAltered ? ["ZITEM"] : [])
        }
    }

    /// A migration that removes a uniqueness constraint and indexes keeps every value.
    @Test func uniquenessAndIndexesAreRemoved() throws {
        try withStore { store in
            do { try store.open([Attributes.Indexed.Item.self]) }
            let before = try store.rows("SELECT * FROM ZITEM ORDER BY Z_PK")
            do { try store.open(Self.base) }
            #expect(try store.rows("SELECT * FROM ZITEM ORDER BY Z_PK") == before)
            try FreshStore.expectEqual(store.url, Schema(Self.base))
        }
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var types: [any PersistentModel.Type]
        var code: Int
        var text: String
    }

    static let refusals = [
        Refusal(
            testDescription: "required attribute without default", types: [Attributes.RequiredAdded.Item.self],
            code: 134110, text: "Validation error missing attribute values on mandatory destination attribute"),
        Refusal(
            testDescription: "optional to required without default", types: [Attributes.NowRequired.Item.self],
            code: 134110, text: "Validation error missing attribute values on mandatory destination attribute"),
        Refusal(
            testDescription: "required to-one", types: [Attributes.RequiredToOneAdded.Item.self], code: 134110,
            text: "missing attribute values on mandatory destination relationship"),
        Refusal(
            testDescription: "text to integer", types: [Attributes.Retyped.Item.self], code: 134140,
            text: "Persistent store migration failed, missing mapping model."),
        Refusal(
            testDescription: "wider integer", types: [Attributes.IntegerWidened.Item.self], code: 134140,
            text: "Item.small has a different type"),
        Refusal(
            testDescription: "Bool to [Bool]", types: [Attributes.BoolToArray.Item.self], code: 134140,
            text: "missing mapping model"),
        Refusal(
            testDescription: "scalar to struct", types: [Attributes.ScalarToStruct.Item.self], code: 134140,
            text: "missing mapping model"),
        Refusal(
            testDescription: "attribute to relationship", types: [Attributes.AttributeToRelationship.Item.self],
            code: 134140, text: "missing mapping model"),
        Refusal(
            testDescription: "duplicates under .unique", types: [Attributes.DuplicatesNowUnique.Item.self],
            code: 134111, text: "uniqueness constraint"),
    ]

    @Test(arguments: refusals, PopulatedStore.Journal.allCases)
    func rejectedMigrationsChangeNothing(_ refusal: Refusal, _ journal: PopulatedStore.Journal) throws {
        try withStore(journal) { store in
            try store.expectRefusal(of: refusal.types, code: refusal.code, text: refusal.text)
            let context = ModelContext(try store.open(Self.base))
            #expect(try context.fetchCount(FetchDescriptor<Attributes.Base.Item>()) == PopulatedStore.count)
        }
    }

    /// A configuration that allows only reading doesn't migrate an older store.
    @Test(arguments: PopulatedStore.Journal.allCases)
    func readingAloneDoesNotMigrate(_ journal: PopulatedStore.Journal) throws {
        try withStore(journal) { store in
            try store.expectRefusal(
                of: [Attributes.OptionalAdded.Item.self], allowsSave: false, code: 134100,
                text: "The model used to open the store is incompatible with the one used to create the store")
        }
    }

    /// A store without rows accepts new required attributes, because no row lacks a value.
    @Test func emptyStoresAcceptRequiredAttributes() throws {
        try PopulatedStore.with(Self.base) { _ in
        } _: { store in
            let types: [any PersistentModel.Type] = [Attributes.RequiredToOneAdded.Item.self]
            do { try store.open(types) }
            try FreshStore.expectEqual(store.url, Schema(types), altered: [])
        }
    }

    /// Adding an optional attribute rewrites no table: the pages with rows keep every byte.
    @Test func anAddedAttributeTouchesNoRow() throws {
        try withStore { store in
            let roots = "SELECT name, rootpage FROM sqlite_master ORDER BY name"
            let before = (try store.rows(roots), try Data(contentsOf: store.url))
            do { try store.open([Attributes.OptionalAdded.Item.self]) }
            _ = try SQLiteConnection(path: store.url.path, mode: .create).rows("PRAGMA journal_mode=delete")
            let after = (try store.rows(roots), try Data(contentsOf: store.url))
            #expect(after.0 == before.0)
            let pages = try store.rows("SELECT pageno FROM dbstat WHERE name = 'ZITEM'").map { $0[0] }
            #expect(pages.count > 3)
            for case .integer(let page) in pages {
                let range = (Int(page) - 1) * 4096..<Int(page) * 4096
                #expect(before.1[range] == after.1[range], "page \(page)")
            }
        }
    }

    /// A migration that fails after it has written more pages than fit in memory leaves the file unchanged.
    @Test(arguments: [PopulatedStore.Journal.delete, .wal])
    func pagesWrittenBeforeAFailureAreUndone(_ journal: PopulatedStore.Journal) throws {
        try PopulatedStore.with(Self.base, journal: journal) { context in
            for number in 0..<PopulatedStore.count {
                let item = Attributes.Base.Item(number)
                item.data = Data(repeating: UInt8(number % 256), count: 30_000)
                item.name += String(repeating: "ä", count: 10_000)
                context.insert(item)
            }
        } _: { store in
            try store.expectRefusal(
                of: [Attributes.DuplicatesNowUnique.Item.self], code: 134111, text: "uniqueness constraint")
        }
    }

    /// A store of plain Core Data may have no history. A migration adds the history that every SwiftData store has.
    @Test func storesWithoutHistoryGetIt() throws {
        try withStore { store in
            try SQLiteConnection(path: store.url.path, mode: .create).execute(
                """
                DROP TABLE ACHANGE; DROP TABLE ATRANSACTION; DROP TABLE ATRANSACTIONSTRING;
                DELETE FROM Z_PRIMARYKEY WHERE Z_ENT > 16000
                """)
            let container = try store.open([Attributes.OptionalAdded.Item.self])
            let context = ModelContext(container)
            let items = try context.fetch(FetchDescriptor<Attributes.OptionalAdded.Item>())
            items[0].extra = "neu"
            try context.save()
            #expect(try store.rows("SELECT ZCHANGETYPE, ZENTITY FROM ACHANGE") == [[.integer(1), .integer(1)]])
            try FreshStore.expectEqual(
                store.url, Schema([Attributes.OptionalAdded.Item.self]), altered: ["ZITEM"])
        }
    }
}
