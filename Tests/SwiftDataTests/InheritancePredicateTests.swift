import Foundation
import PermafrostTestSupport
import Testing

@testable import SwiftData

/// A fetch with a predicate over a hierarchy returns the objects that match the predicate in memory.
@Suite struct InheritancePredicateTests {
    /// Makes a container with random rows of every class.
    private static func populated(seed: UInt64, rows: Int) throws -> ModelContainer {
        let container = try ModelContainer(
            for: Schema(versionedSchema: Travel.self), configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        var random = SeededGenerator(state: seed)
        var travelers: [Travel.Traveler] = []
        for number in 0..<6 {
            let name = Samples.text(&random)
            let guide = number > 2 ? Travel.Guide(name: name) : nil
            guide?.language = ["en", "fr", "a"][number % 3]
            let traveler = guide ?? Travel.Traveler(name: name)
            travelers.append(traveler)
            context.insert(traveler)
        }
        let stops = (0..<3).map { Travel.Stop(place: "\($0)") }
        for number in 0..<rows {
            let trip = Travel.random(number, &random)
            context.insert(trip)
            trip.days = Int.random(in: 0...3, using: &random)
            if Bool.random(using: &random) { trip.traveler = travelers.randomElement(using: &random) }
            trip.stops = stops.filter { _ in Int.random(in: 0...3, using: &random) == 0 }
            (trip as? Travel.Congress)?.host = Bool.random(using: &random) ? travelers.last : nil
        }
        let trips = try context.fetch(FetchDescriptor<Travel.Trip>())
        for traveler in travelers.dropFirst() { traveler.favourite = trips.randomElement(using: &random) }
        try context.save()
        return container
    }

    /// Compares SQL with evaluation in memory for more than 20,000 pairs of a predicate and an object. The predicates
    /// are three of each form, and random combinations.
    @Test func sqlAgreesWithEvaluation() throws {
        let context = ModelContext(try Self.populated(seed: 11, rows: 80))
        var random = SeededGenerator(state: 12)
        let pairs =
            try differences(context, HierarchyPredicates.trips, combinations: 150, &random)
            + differences(context, HierarchyPredicates.businessTrips, combinations: 60, &random)
            + differences(context, HierarchyPredicates.travelers, combinations: 60, &random)
        #expect(pairs > 20_000)
    }

    private func differences<Model: PersistentModel>(
        _ context: ModelContext, _ forms: (HierarchyPredicates.Constants) -> [Predicate<Model>], combinations: Int,
        _ random: inout SeededGenerator
    ) throws -> Int {
        let objects = try context.fetch(FetchDescriptor<Model>())
        let count = forms(HierarchyPredicates.Constants(&random)).count
        var predicates: [(String, Predicate<Model>)] = []
        for form in 0..<count {
            for _ in 0..<3 { predicates.append(("form \(form)", forms(HierarchyPredicates.Constants(&random))[form])) }
        }
        for number in 0..<combinations {
            predicates.append(
                (
                    "combination \(number)",
                    RandomPredicates.combination(&random, depth: 2) { random in
                        forms(HierarchyPredicates.Constants(&random))[Int.random(in: 0..<count, using: &random)]
                    }
                ))
        }
        for (name, predicate) in predicates {
            let expected = Set(try objects.filter { try predicate.evaluate($0) }.map(\.persistentModelID))
            let fetched = try context.fetch(FetchDescriptor(predicate: predicate))
            #expect(Set(fetched.map(\.persistentModelID)) == expected, "\(Model.self) \(name): \(predicate)")
            #expect(try context.fetchCount(FetchDescriptor(predicate: predicate)) == expected.count)
        }
        return predicates.count * objects.count
    }

    @Test func objectsAndIdentifiersAreCompared() throws {
        let context = ModelContext(try Self.populated(seed: 13, rows: 20))
        let congress = try #require(try context.fetch(FetchDescriptor<Travel.Congress>()).first)
        let identifier = congress.persistentModelID
        #expect(
            try context.fetch(
                FetchDescriptor<Travel.Trip>(predicate: #Predicate { $0.persistentModelID == identifier }))
                == [congress])
        let base = try PersistentIdentifier.identifier(
            for: #require(identifier.storeIdentifier), entityName: "Trip", primaryKey: congress._modelStorage.key)
        #expect(
            try context.fetchCount(
                FetchDescriptor<Travel.Trip>(predicate: #Predicate { $0.persistentModelID == base })) == 0)
    }

    @Test func inheritedPropertiesOrder() throws {
        let context = ModelContext(try Self.populated(seed: 14, rows: 30))
        let sorted = try context.fetch(
            FetchDescriptor<Travel.BusinessTrip>(sortBy: [SortDescriptor(\.days), SortDescriptor(\.code)]))
        #expect(sorted.count > 5)
        #expect(sorted.map(\.code) == sorted.sorted { ($0.days, $0.code) < ($1.days, $1.code) }.map(\.code))
    }

    @Test func identifiersOrder() throws {
        let context = ModelContext(try Self.populated(seed: 15, rows: 30))
        let trips = try context.fetch(FetchDescriptor<Travel.Trip>())
        #expect(Set(trips.map(\.persistentModelID.entityName)).count > 2)
        for order in [SortOrder.forward, .reverse] {
            let descriptor = SortDescriptor(\Travel.Trip.persistentModelID, order: order)
            let sorted = try context.fetch(FetchDescriptor(sortBy: [descriptor]))
            #expect(sorted == trips.sorted(using: descriptor))
        }
        let trip = SortDescriptor(\Travel.Receipt.trip?.persistentModelID)
        let receipts = try context.fetch(FetchDescriptor<Travel.Receipt>(sortBy: [trip]))
        let identifiers = receipts.compactMap { $0.trip?.persistentModelID }
        #expect(identifiers.count > 2)
        #expect(identifiers == identifiers.sorted())
        let business = try context.fetch(FetchDescriptor<Travel.BusinessTrip>(sortBy: [SortDescriptor(\.id)]))
        #expect(business.map(\.persistentModelID) == business.map(\.persistentModelID).sorted())
    }
}

extension Travel {
    /// Makes a trip of any class.
    fileprivate static func random(_ number: Int, _ random: inout some RandomNumberGenerator) -> Trip {
        let name = Samples.text(&random)
        switch number % 4 {
        case 0: return Trip(code: "\(number)", name: name)
        case 1:
            return PersonalTrip(
                code: "\(number)", name: name, reason: Reason.allCases.randomElement(using: &random) ?? .rest)
        default:
            let perdiem = Double(Int.random(in: 0...3, using: &random)) / 2
            let congress = number % 4 == 3 ? Congress(code: "\(number)", name: name, perdiem: perdiem) : nil
            congress?.badge = Bool.random(using: &random) ? nil : number
            let trip = congress ?? BusinessTrip(code: "\(number)", name: name, perdiem: perdiem)
            trip.standard = Standard.allCases.randomElement(using: &random) ?? .plain
            trip.budget = Bool.random(using: &random) ? nil : Budget(limit: Int.random(in: 0...2, using: &random))
            trip.receipts = (0..<Int.random(in: 0...2, using: &random)).map { Receipt(amount: $0) }
            return trip
        }
    }
}
