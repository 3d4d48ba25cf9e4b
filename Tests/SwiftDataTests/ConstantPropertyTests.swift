import Foundation
import Testing

@testable import SwiftData

@Model final class Coin {
    let code = UUID()
    let mint: String = Coin.nextMint()
    // These values aren't literals, because an optimizing compiler inlines literals wherever the property is read.
    let value: Int? = .random(in: 5...5)
    let shape = Shape(sides: .random(in: 8...8))
    @Attribute(.unique) let serial: Int = Coin.nextSerial()
    var owner: Purse?
    var note = ""

    struct Shape: Codable, Hashable { var sides: Int }

    nonisolated(unsafe) static var serials = 0
    static func nextSerial() -> Int {
        serials += 1
        return serials
    }
    static func nextMint() -> String { "mint \(UUID())" }

    init() {}
}

@Model final class Purse {
    @Relationship(inverse: \Coin.owner) var coins: [Coin] = []
    var latest: Medal?

    init() {}
}

@Model final class Medal {
    let code = UUID()

    init() {}
}

enum FixedLinks {
    @Model final class Owner {
        let medal: Medal? = nil

        init() {}
    }
}

/// `let` properties. Every object from a store has the value in its row, however the object was loaded.
@Suite struct ConstantPropertyTests {
    private func container() throws -> ModelContainer {
        try ModelContainer(
            for: Coin.self, Purse.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }

    @Test func aFetchedObjectShowsTheStoredValues() throws {
        let container = try container()
        let context = ModelContext(container)
        let coins = (0..<3).map { _ in Coin() }
        for coin in coins { context.insert(coin) }
        try context.save()
        for coin in coins {
            let code = coin.code
            let found = try ModelContext(container).fetch(
                FetchDescriptor<Coin>(predicate: #Predicate { $0.code == code }))
            let other = try #require(found.first)
            #expect(other !== coin && found.count == 1)
            #expect(other.code == coin.code && other.mint == coin.mint && other.value == 5)
            #expect(other.serial == coin.serial && other.shape == Coin.Shape(sides: 8))
        }
    }

    @Test func aRowOfAnotherVersionShowsItsValues() throws {
        let container = try container()
        let context = ModelContext(container)
        context.insert(Coin())
        try context.save()
        let store = try #require(container.opened.stores.first)
        try store.run("UPDATE ZCOIN SET ZVALUE = 7, ZSIDES = 12, ZMINT = 'Delhi'", [])
        let coin = try #require(try ModelContext(container).fetch(FetchDescriptor<Coin>()).first)
        #expect(coin.value == 7 && coin.shape.sides == 12 && coin.mint == "Delhi")
    }

    @Test func aRelatedObjectIsReadAtOnce() throws {
        let container = try container()
        let context = ModelContext(container)
        let purse = Purse()
        context.insert(purse)
        purse.coins = [Coin(), Coin()]
        purse.latest = Medal()
        try context.save()
        let other = ModelContext(container)
        let found = try #require(try other.fetch(FetchDescriptor<Purse>()).first)
        #expect(Set(found.coins.map(\.code)) == Set(purse.coins.map(\.code)))
        #expect(found.latest?.code == purse.latest?.code)
        let identifier = try #require(purse.latest?.persistentModelID)
        #expect((ModelContext(container).model(for: identifier) as? Medal)?.code == purse.latest?.code)
    }

    @Test func changesDoNotAffectConstants() throws {
        let container = try container()
        let context = ModelContext(container)
        let coin = Coin()
        context.insert(coin)
        try context.save()
        let other = ModelContext(container)
        let found = try #require(try other.fetch(FetchDescriptor<Coin>()).first)
        found.note = "rare"
        try other.save()
        found.note = "dull"
        other.rollback()
        #expect(found.note == "rare" && found.code == coin.code)
        let third = try #require(try ModelContext(container).fetch(FetchDescriptor<Coin>()).first)
        #expect(third.note == "rare" && third.code == coin.code && third.mint == coin.mint)
    }

    @Test func objectsWithConstantsAreReleased() throws {
        let container = try container()
        let context = ModelContext(container)
        for _ in 0..<10 { context.insert(Coin()) }
        try context.save()
        let other = ModelContext(container)
        weak var kept: Coin?
        do {
            let coins = try other.fetch(FetchDescriptor<Coin>())
            kept = coins.first
            #expect(kept != nil)
        }
        #expect(kept == nil)
    }

    @Test func aConstantRelationshipIsRejected() {
        #expect(throws: SwiftDataError.unknownSchema) {
            try ModelContainer(
                for: FixedLinks.Owner.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        }
    }
}
