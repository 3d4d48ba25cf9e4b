import Foundation
import PermafrostStore
import Testing

@testable import SwiftData

/// Every change of relationships, migrated in a populated store. Afterwards every link exists, or nothing has changed.
@Suite struct LinkMigrationTests {
    typealias Types = [any PersistentModel.Type]

    /// The location of the links, as a query that returns pairs of an item's number and a home's city.
    enum Form: String, Sendable {
        case itemColumn = "SELECT ZNUMBER, ZCITY FROM ZITEM i JOIN ZHOME h ON h.Z_PK = i.ZHOME"
        case itemPlace = "SELECT ZNUMBER, ZCITY FROM ZITEM i JOIN ZHOME h ON h.Z_PK = i.ZPLACE"
        case homeColumn = "SELECT ZNUMBER, ZCITY FROM ZITEM i JOIN ZHOME h ON h.ZITEM = i.Z_PK"
        case homeOwner = "SELECT ZNUMBER, ZCITY FROM ZITEM i JOIN ZHOME h ON h.Z2HOMES = i.Z_PK"
        case itemOwner = "SELECT ZNUMBER, ZCITY FROM ZITEM i JOIN ZHOME h ON i.Z1ITEMS = h.Z_PK"
        case items =
            "SELECT ZNUMBER, ZCITY FROM Z_1ITEMS l JOIN ZITEM i ON l.Z_2ITEMS = i.Z_PK JOIN ZHOME h ON l.Z_1HOMES = h.Z_PK"
        case itemsAtPlaces =
            "SELECT ZNUMBER, ZCITY FROM Z_1ITEMS l JOIN ZITEM i ON l.Z_2ITEMS = i.Z_PK JOIN ZHOME h ON l.Z_1PLACES = h.Z_PK"
        case things =
            "SELECT ZNUMBER, ZCITY FROM Z_1THINGS l JOIN ZITEM i ON l.Z_2THINGS = i.Z_PK JOIN ZHOME h ON l.Z_1PLACES = h.Z_PK"
    }

    struct Change: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var from: Source
        var types: Types
        /// The locations of the links after the migration.
        var forms: [Form]
        var altered: Set<String> = []
    }

    /// The populated stores.
    enum Source: Sendable {
        /// Every third item has a home, and no home has two items.
        case toOneAlone, oneToMany, oneToOne
        /// Every item has one of twenty homes, or no home. Many items share a home.
        case sharedToOne, sharedOneToMany
        /// Every item has up to four homes, every home many items.
        case manyToMany
        /// Every item has two homes of its own.
        case toManyAlone, manyToOne

        var form: Form {
            switch self {
            case .toOneAlone, .oneToMany, .oneToOne, .sharedToOne, .sharedOneToMany: .itemColumn
            case .manyToMany: .items
            case .toManyAlone: .homeOwner
            case .manyToOne: .homeColumn
            }
        }
    }

    static let changes = [
        Change(
            testDescription: "to-one to to-many, neither with inverse", from: .toOneAlone,
            types: [Links.ToManyAlone.Item.self], forms: [.homeOwner], altered: ["ZHOME", "ZITEM"]),
        Change(
            testDescription: "to-one to to-many with a to-one inverse", from: .toOneAlone,
            types: [Links.ManyToOne.Item.self], forms: [.homeColumn], altered: ["ZHOME", "ZITEM"]),
        Change(
            testDescription: "to-one to many-to-many", from: .sharedToOne, types: [Links.ManyToMany.Item.self],
            forms: [.items], altered: ["ZITEM"]),
        Change(
            testDescription: "to-one with to-many inverse to many-to-many", from: .sharedOneToMany,
            types: [Links.ManyToMany.Item.self], forms: [.items], altered: ["ZITEM"]),
        Change(
            testDescription: "one-to-one to to-many", from: .oneToOne, types: [Links.ManyToOne.Item.self],
            forms: [.homeColumn], altered: ["ZITEM"]),
        Change(
            testDescription: "one-to-one to many-to-many", from: .oneToOne, types: [Links.ManyToMany.Item.self],
            forms: [.items], altered: ["ZITEM"]),
        Change(
            testDescription: "to-one gains to-many inverse", from: .sharedToOne, types: [Links.OneToMany.Item.self],
            forms: [.itemColumn]),
        Change(
            testDescription: "to-one gains to-one inverse", from: .toOneAlone, types: [Links.OneToOne.Item.self],
            forms: [.itemColumn, .homeColumn], altered: ["ZHOME"]),
        Change(
            testDescription: "to-one loses to-many inverse", from: .sharedOneToMany,
            types: [Links.ToOneAlone.Item.self], forms: [.itemColumn]),
        Change(
            testDescription: "to-many loses to-one inverse", from: .sharedOneToMany,
            types: [Links.InverseGone.Home.self], forms: [.itemOwner], altered: ["ZITEM"]),
        Change(
            testDescription: "to-many gains to-one inverse", from: .toManyAlone, types: [Links.ManyToOne.Item.self],
            forms: [.homeColumn], altered: ["ZHOME"]),
        Change(
            testDescription: "to-many gains to-many inverse", from: .toManyAlone,
            types: [Links.ManyToMany.Item.self], forms: [.items]),
        Change(
            testDescription: "to-many gets a to-many inverse for its to-one", from: .manyToOne,
            types: [Links.ManyToMany.Item.self], forms: [.items]),
        Change(
            testDescription: "to-one and inverse renamed", from: .sharedOneToMany,
            types: [Links.OneToManyRenamed.Item.self], forms: [.itemPlace]),
        Change(
            testDescription: "both sides of a many-to-many renamed", from: .manyToMany,
            types: [Links.ManyToManyRenamed.Item.self], forms: [.things]),
        Change(
            testDescription: "one side of a many-to-many renamed", from: .manyToMany,
            types: [Links.OneSideRenamed.Item.self], forms: [.itemsAtPlaces]),
        Change(
            testDescription: "entity added before the others", from: .sharedOneToMany,
            types: [Links.EntityAdded.Item.self], forms: [.itemColumn], altered: ["ZITEM"]),
        Change(
            testDescription: "entity removed", from: .sharedOneToMany, types: [Links.HomeGone.Item.self], forms: [],
            altered: ["ZITEM"]),
        Change(
            testDescription: "entity of a many-to-many removed", from: .manyToMany,
            types: [Links.HomeGone.Item.self], forms: []),
    ]

    @Test(arguments: changes)
    func keepsEveryLink(_ change: Change) throws {
        try Self.withStore(change.from) { store in
            let order = " ORDER BY 1, 2"
            let links = try store.rows(change.from.form.rawValue + order)
            let values = try store.rows("SELECT Z_PK, ZNUMBER FROM ZITEM ORDER BY Z_PK")
            #expect(links.count >= 100 && values.count == PopulatedStore.count)
            do { try store.open(change.types) }
            for form in change.forms { #expect(try store.rows(form.rawValue + order) == links, "\(form)") }
            #expect(try store.rows("SELECT Z_PK, ZNUMBER FROM ZITEM ORDER BY Z_PK") == values)
            try FreshStore.expectEqual(store.url, Schema(change.types), altered: change.altered)
        }
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var from: Source
        var types: Types
        var code: Int
        var text: String
    }

    static let refusals = [
        Refusal(
            testDescription: "shared to-one to to-many without inverse", from: .sharedToOne,
            types: [Links.ToManyAlone.Item.self], code: 134110, text: "is linked from more than one row"),
        Refusal(
            testDescription: "shared to-one to to-many with to-one inverse", from: .sharedToOne,
            types: [Links.ManyToOne.Item.self], code: 134110, text: "is linked from more than one row"),
        Refusal(
            testDescription: "shared to-one gains to-one inverse", from: .sharedToOne,
            types: [Links.OneToOne.Item.self], code: 134110, text: "is linked from more than one row"),
        Refusal(
            testDescription: "many-to-many loses one side", from: .manyToMany,
            types: [Links.InverseGone.Home.self], code: 134110, text: "is linked from more than one row"),
        Refusal(
            testDescription: "many-to-many to one-to-many", from: .manyToMany, types: [Links.OneToMany.Item.self],
            code: 134110, text: "is linked from more than one row"),
        Refusal(
            testDescription: "to-many to to-one", from: .sharedOneToMany,
            types: [Links.ToManyNowToOne.Item.self], code: 134140,
            text: "Persistent store migration failed, missing mapping model."),
    ]

    @Test(arguments: refusals)
    func noLinkIsLost(_ refusal: Refusal) throws {
        try Self.withStore(refusal.from) { store in
            try store.expectRefusal(of: refusal.types, code: refusal.code, text: refusal.text)
        }
    }

    /// Delete rules aren't part of a hash, so the store opens without a migration and the new rule applies.
    @Test func deleteRulesComeFromTheTypes() throws {
        try Self.withStore(.sharedOneToMany) { store in
            let before = try store.rows("SELECT sql FROM sqlite_master")
            let context = ModelContext(try store.open([Links.Cascading.Item.self]))
            #expect(try store.rows("SELECT sql FROM sqlite_master") == before)
            let home = try #require(
                try context.fetch(
                    FetchDescriptor<Links.Cascading.Home>(predicate: #Predicate { $0.city == "Zürich 3" })
                ).first)
            let count = home.items.count
            #expect(count > 5)
            context.delete(home)
            try context.save()
            #expect(
                try store.rows("SELECT COUNT(*) FROM ZITEM") == [[.integer(Int64(PopulatedStore.count - count))]])
        }
    }

    // MARK: Stores

    static func withStore<Result>(_ source: Source, _ body: (PopulatedStore) throws -> Result) throws -> Result {
        let numbers = 0..<PopulatedStore.count
        let city = { (number: Int) in "Zürich \(number)" }
        switch source {
        case .toOneAlone, .sharedToOne:
            return try PopulatedStore.with([Links.ToOneAlone.Item.self]) { context in
                let homes = numbers.map { Links.ToOneAlone.Home(city($0)) }
                for number in numbers {
                    context.insert(homes[number])
                    let item = Links.ToOneAlone.Item(number)
                    context.insert(item)
                    if source == .sharedToOne {
                        item.home = number.isMultiple(of: 4) ? nil : homes[number % 20]
                    } else {
                        item.home = number.isMultiple(of: 3) ? homes[PopulatedStore.count - 1 - number] : nil
                    }
                }
            } _: {
                try body($0)
            }
        case .oneToMany, .sharedOneToMany:
            return try PopulatedStore.with([Links.OneToMany.Item.self]) { context in
                let homes = numbers.map { Links.OneToMany.Home(city($0)) }
                for number in numbers {
                    context.insert(homes[number])
                    let item = Links.OneToMany.Item(number)
                    context.insert(item)
                    if source == .sharedOneToMany {
                        item.home = number.isMultiple(of: 4) ? nil : homes[number % 20]
                    } else {
                        item.home = number.isMultiple(of: 3) ? homes[number] : nil
                    }
                }
            } _: {
                try body($0)
            }
        case .oneToOne:
            return try PopulatedStore.with([Links.OneToOne.Item.self]) { context in
                for number in numbers {
                    let item = Links.OneToOne.Item(number)
                    context.insert(item)
                    let home = Links.OneToOne.Home(city(number))
                    context.insert(home)
                    item.home = number.isMultiple(of: 3) ? home : nil
                }
            } _: {
                try body($0)
            }
        case .manyToMany:
            return try PopulatedStore.with([Links.ManyToMany.Item.self]) { context in
                let homes = (0..<20).map { Links.ManyToMany.Home(city($0)) }
                for home in homes { context.insert(home) }
                for number in numbers {
                    let item = Links.ManyToMany.Item(number)
                    context.insert(item)
                    item.homes = (0..<number % 5).map { homes[(number + $0 * 7) % 20] }
                }
            } _: {
                try body($0)
            }
        case .toManyAlone:
            return try PopulatedStore.with([Links.ToManyAlone.Item.self]) { context in
                for number in numbers {
                    let item = Links.ToManyAlone.Item(number)
                    context.insert(item)
                    item.homes = [Links.ToManyAlone.Home(city(number)), Links.ToManyAlone.Home(city(-number))]
                }
            } _: {
                try body($0)
            }
        case .manyToOne:
            return try PopulatedStore.with([Links.ManyToOne.Item.self]) { context in
                for number in numbers {
                    let item = Links.ManyToOne.Item(number)
                    context.insert(item)
                    item.homes = [Links.ManyToOne.Home(city(number)), Links.ManyToOne.Home(city(-number))]
                }
            } _: {
                try body($0)
            }
        }
    }
}
