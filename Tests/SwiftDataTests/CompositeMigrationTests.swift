import Foundation
import PermafrostStore
import Testing

@testable import SwiftData

/// Changes of structs, enums and encoded values, migrated in a populated store.
@Suite struct CompositeMigrationTests {
    private static let base: [any PersistentModel.Type] = [Composites.Base.Item.self]
    private static let all =
        "ZNUMBER, ZWIDTH, ZHEIGHT, ZLABEL, ZCOLOUR, ZONE, ZTWO, hex(ZSTEPS)"

    private func withStore<Result>(
        count: Int = PopulatedStore.count, _ body: (PopulatedStore) throws -> Result
    ) throws -> Result {
        try PopulatedStore.with(Self.base) { context in
            for number in 0..<count { context.insert(Composites.Base.Item(number)) }
        } _: {
            try body($0)
        }
    }

    struct Change: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var types: [any PersistentModel.Type]
        var after: String
        var before: String
        var isAltered = false
    }

    static let changes = [
        Change(
            testDescription: "struct gains optional member", types: [Composites.OptionalMemberGained.Item.self],
            after: "\(all), ZUNIT", before: "\(all), NULL", isAltered: true),
        Change(
            testDescription: "struct gains member, property has default",
            types: [Composites.RequiredMemberWithDefaultGained.Item.self], after: "\(all), ZUNIT",
            before: "\(all), 'Fuß'", isAltered: true),
        Change(
            testDescription: "struct loses member", types: [Composites.MemberLost.Item.self],
            after: "ZNUMBER, ZWIDTH, ZLABEL, ZCOLOUR, ZONE, ZTWO, hex(ZSTEPS)",
            before: "ZNUMBER, ZWIDTH, ZLABEL, ZCOLOUR, ZONE, ZTWO, hex(ZSTEPS)"),
        Change(
            testDescription: "enum gains case", types: [Composites.CaseGained.Item.self],
            after: "\(all), ZTHREE", before: "\(all), NULL", isAltered: true),
    ]

    @Test(arguments: changes)
    func keepsEveryValue(_ change: Change) throws {
        try withStore { store in
            let before = try store.rows("SELECT Z_PK, \(change.before) FROM ZITEM ORDER BY Z_PK")
            do { try store.open(change.types) }
            #expect(try store.rows("SELECT Z_PK, \(change.after) FROM ZITEM ORDER BY Z_PK") == before)
            try FreshStore.expectEqual(store.url, Schema(change.types), altered: change.isAltered ? ["ZITEM"] : [])
        }
    }

    /// The new types read the migrated values.
    @Test func membersAreRead() throws {
        try withStore { store in
            let context = ModelContext(try store.open([Composites.RequiredMemberWithDefaultGained.Item.self]))
            let items = try context.fetch(
                FetchDescriptor<Composites.RequiredMemberWithDefaultGained.Item>(sortBy: [SortDescriptor(\.number)]))
            #expect(items.map(\.size.width) == Array(0..<PopulatedStore.count))
            #expect(items.allSatisfy { $0.size.unit == "Fuß" && ($0.size.height == nil) == ($0.number % 3 == 0) })
            #expect(items.allSatisfy { ($0.box == nil) == $0.number.isMultiple(of: 2) })
        }
        try withStore { store in
            let context = ModelContext(try store.open([Composites.CaseGained.Item.self]))
            let items = try context.fetch(FetchDescriptor<Composites.CaseGained.Item>())
            #expect(items.allSatisfy { $0.kind == ($0.number.isMultiple(of: 2) ? .one : .two) })
        }
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var types: [any PersistentModel.Type]
        var code = 134110
        var text: String
    }

    static let refusals = [
        Refusal(
            testDescription: "struct gains required member", types: [Composites.RequiredMemberGained.Item.self],
            text: "missing attribute values on mandatory destination attribute: Item.size.unit"),
        Refusal(
            testDescription: "optional struct gains required member",
            types: [Composites.OptionalStructGained.Item.self],
            text: "missing attribute values on mandatory destination attribute: Item.box.tag"),
        Refusal(
            testDescription: "enum loses a case that rows have", types: [Composites.CaseLost.Item.self],
            text: "missing attribute values on mandatory destination attribute: Item.kind"),
        Refusal(
            testDescription: "raw values to none", types: [Composites.RawValuesToNone.Item.self], code: 134140,
            text: "missing mapping model"),
    ]

    @Test(arguments: refusals)
    func rejectedMigrationsChangeNothing(_ refusal: Refusal) throws {
        try withStore { store in
            try store.expectRefusal(of: refusal.types, code: refusal.code, text: refusal.text)
        }
    }

    /// A new required member and a removed case can be migrated if no row has the struct or uses the case.
    @Test func unusedMembersAndCasesCanChange() throws {
        for types: [any PersistentModel.Type] in [
            [Composites.OptionalStructGained.Item.self], [Composites.CaseLost.Item.self],
        ] {
            try withStore(count: 1) { store in
                do { try store.open(types) }
                try FreshStore.expectEqual(store.url, Schema(types))
            }
        }
    }

    /// The schema is the same, so the store opens without a migration. Reading values that no longer decode throws.
    @Test func valuesThatNoLongerDecodeThrow() throws {
        try withStore { store in
            let before = try store.rows("SELECT * FROM ZITEM ORDER BY Z_PK")
            try expectUndecodable(Composites.RawCaseLost.Item.self, store, "Item.colour")
            try expectUndecodable(Composites.EncodedShapeChanged.Item.self, store, "Item.steps")
            let context = ModelContext(try store.open([Composites.RawCaseLost.Item.self]))
            let readable = FetchDescriptor<Composites.RawCaseLost.Item>(predicate: #Predicate { $0.number == 1 })
            #expect(try context.fetch(readable).map(\.colour) == [.green])
            #expect(try store.rows("SELECT * FROM ZITEM ORDER BY Z_PK") == before)
        }
    }

    /// A migration copies values that no longer decode without changing them.
    @Test func migrationsKeepValuesThatNoLongerDecode() throws {
        try withStore { store in
            let before = try store.rows("SELECT ZNUMBER, ZCOLOUR, hex(ZSTEPS) FROM ZITEM ORDER BY Z_PK")
            try expectUndecodable(Composites.EncodedShapeAndMore.Item.self, store, "Item.")
            #expect(try store.rows("SELECT ZNUMBER, ZCOLOUR, hex(ZSTEPS) FROM ZITEM ORDER BY Z_PK") == before)
        }
    }

    private func expectUndecodable<Model: PersistentModel>(
        _ type: Model.Type, _ store: PopulatedStore, _ text: String
    ) throws {
        let context = ModelContext(try store.open([type]))
        do {
            _ = try context.fetch(FetchDescriptor<Model>())
            Issue.record("All rows of \(type) were read.")
        } catch let error as SwiftDataError {
            #expect(error == .modelValidationFailure)
            #expect(error.cause?.code == 1560)
            #expect((error.errorDescription ?? "").contains(text))
        }
    }
}
