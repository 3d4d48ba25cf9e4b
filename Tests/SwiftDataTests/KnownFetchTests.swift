import Foundation
import Testing

@testable import SwiftData

/// A fetch whose SQL and statement are kept from an earlier fetch finds the same objects as the first fetch.
@Suite struct KnownFetchTests {
    @Model final class Item {
        #Index<Item>([\.number])

        var number: Int
        var text: String
        init(number: Int, text: String) {
            self.number = number
            self.text = text
        }
    }

    /// Makes a container with five items for each number below 6.
    private func populated() throws -> ModelContainer {
        let container = try ModelContainer(
            for: Item.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        for row in 0..<30 { context.insert(Item(number: row % 6, text: "\(row)")) }
        try context.save()
        return container
    }

    private func request(_ number: Int, limit: Int? = nil, offset: Int? = nil) -> FetchDescriptor<Item> {
        var descriptor = FetchDescriptor<Item>(predicate: #Predicate { $0.number == number })
        descriptor.fetchLimit = limit
        descriptor.fetchOffset = offset
        return descriptor
    }

    private func query(_ request: FetchDescriptor<Item>, _ container: ModelContainer) throws -> (String, Int)? {
        let predicate = PredicateParts(try #require(request.predicate))
        let limits = FetchLimits(limit: request.fetchLimit, offset: request.fetchOffset)
        let known = container.opened.predicates.query(of: predicate, try container.opened.entity(of: Item.self), limits)
        return known.map { ($0.query.sql, $0.parameters.count) }
    }

    @Test(arguments: [(nil, nil), (1, nil), (0, nil), (-1, nil), (3, 2), (nil, 4), (2, -1)] as [(Int?, Int?)])
    func laterFetchesFindTheSameRows(limit: Int?, offset: Int?) throws {
        let context = ModelContext(try populated())
        for _ in 0..<3 {
            for number in 0..<7 {
                let found = try context.fetch(request(number, limit: limit, offset: offset)).map(\.text)
                let rows = stride(from: number, to: number < 6 ? 30 : 0, by: 6).map { "\($0)" }
                let rest = rows.dropFirst(max(0, offset ?? 0))
                #expect(found == Array(limit.map { rest.prefix(max(0, $0)) } ?? rest))
                #expect(try context.fetch(request(number, limit: 1)).count == (number < 6 ? 1 : 0))
            }
        }
    }

    @Test func aQueryIsCachedForTheLimitsOfItsFirstFetch() throws {
        let container = try populated()
        let context = ModelContext(container)
        #expect(try query(request(1, limit: 1), container) == nil)
        _ = try context.fetch(request(1, limit: 1))
        let known = try #require(try query(request(2, limit: 1), container))
        #expect(known.0.hasSuffix(" LIMIT 1") && known.1 == 1)
        #expect(try query(request(2), container) == nil)
        #expect(try query(request(2, limit: 1, offset: 1), container) == nil)
    }

    @Test func unsavedChangesAreIncluded() throws {
        let context = ModelContext(try populated())
        for _ in 0..<2 { #expect(try context.fetch(request(3)).count == 5) }
        context.insert(Item(number: 3, text: "new"))
        try #require(try context.fetch(request(2)).first).number = 3
        var stored = request(3)
        stored.includePendingChanges = false
        for _ in 0..<2 {
            #expect(try context.fetch(request(3)).count == 7)
            #expect(try context.fetch(request(2)).count == 4)
            #expect(try context.fetch(stored).count == 5)
        }
        context.rollback()
        #expect(try context.fetch(request(3)).count == 5)
    }

    @Test func savedChangesOfOtherContextsAreRead() throws {
        let container = try populated()
        let context = ModelContext(container)
        let item = try #require(try context.fetch(request(4, limit: 1)).first)
        let other = ModelContext(container)
        try #require(try other.fetch(request(4, limit: 1)).first).text = "changed"
        try other.save()
        #expect(try context.fetch(request(4, limit: 1)).first === item)
        #expect(item.text == "changed")
    }

    @Test func ordersAndReadAheadsAreRespected() throws {
        let context = ModelContext(try populated())
        for _ in 0..<3 {
            #expect(try context.fetch(request(5)).count == 5)
            var ordered = request(5)
            ordered.sortBy = [SortDescriptor(\.text, order: .reverse)]
            #expect(try context.fetch(ordered).map(\.text) == ["5", "29", "23", "17", "11"])
        }
    }

    /// These strings have the same SQL, except for the last two, which equal each other.
    @Test func textsAreComparedAsInSwift() throws {
        let context = ModelContext(try populated())
        let texts = ["plain", "", "a;b", "\u{E9}", "e\u{301}"]
        for text in texts.dropLast() { context.insert(Item(number: 9, text: text)) }
        try context.save()
        for _ in 0..<3 {
            for text in texts {
                let found = try context.fetch(FetchDescriptor<Item>(predicate: #Predicate { $0.text == text }))
                #expect(found.map(\.text) == [text])
            }
        }
    }

    @Test func anEarlierFailureIsThrown() throws {
        let container = try populated()
        let context = ModelContext(container)
        let item = try #require(try context.fetch(request(1, limit: 1)).first)
        let unknown = try PersistentIdentifier.identifier(
            for: try #require(item.persistentModelID.storeIdentifier), entityName: "Nothing", primaryKey: 1 as Int64)
        _ = try context.fetch(request(1, limit: 1))
        _ = context.model(for: unknown)
        #expect(throws: SwiftDataError.self) { try context.fetch(request(1, limit: 1)) }
        #expect(try context.fetch(request(1, limit: 1)).first === item)
    }

    /// The contexts of a container share the kept statement.
    @Test func contextsOfSeveralTasksFindTheirOwnRows() async throws {
        let container = try populated()
        let wrong = try await withThrowingTaskGroup(of: Int.self) { group in
            for task in 0..<6 {
                group.addTask {
                    let context = ModelContext(container)
                    var wrong = 0
                    for round in 0..<100 {
                        let number = (task + round) % 6
                        let predicate = #Predicate<Item> { $0.number == number }
                        let found = try context.fetch(FetchDescriptor(predicate: predicate))
                        if found.count != 5 || found.contains(where: { $0.number != number }) { wrong += 1 }
                    }
                    return wrong
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(wrong == 0)
    }

    @Test func subclassesAreFound() throws {
        let container = try ModelContainer(
            for: Schema(versionedSchema: Travel.self), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        for number in 0..<12 {
            let (code, name) = ("\(number)", "trip \(number)")
            let trip =
                switch number % 3 {
                case 0: Travel.Trip(code: code, name: name)
                case 1: Travel.BusinessTrip(code: code, name: name, perdiem: 1)
                default: Travel.PersonalTrip(code: code, name: name, reason: .rest)
                }
            trip.days = number % 2
            context.insert(trip)
        }
        try context.save()
        let all = try context.fetch(FetchDescriptor<Travel.Trip>())
        for _ in 0..<3 {
            for days in 0..<2 {
                let trips = try context.fetch(FetchDescriptor<Travel.Trip>(predicate: #Predicate { $0.days == days }))
                let wanted = all.filter { $0.days == days }
                #expect(trips.count == wanted.count && Set(trips) == Set(wanted))
                let business = try context.fetch(
                    FetchDescriptor<Travel.BusinessTrip>(predicate: #Predicate { $0.days == days }))
                let wantedBusiness = wanted.compactMap { $0 as? Travel.BusinessTrip }
                #expect(business.count == wantedBusiness.count && Set(business) == Set(wantedBusiness))
            }
        }
    }
}
