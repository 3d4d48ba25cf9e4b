import Foundation
import PermafrostTestSupport
import Testing

@testable import SwiftData

/// What a predicate fetches by SQL is what it says of the objects in memory.
@Suite struct PredicateTests {
    /// A container with random rows.
    static func populated(seed: UInt64, rows: Int) throws -> ModelContainer {
        let container = try ModelContainer(
            for: Thing.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        var random = SeededGenerator(state: seed)
        var owners: [Owner] = []
        for rank in 0..<4 {
            let owner = Owner(name: Samples.text(&random), rank: rank == 3 ? nil : rank)
            owner.boss = owners.last
            owners.append(owner)
            context.insert(owner)
        }
        for _ in 0..<rows {
            let thing = Thing(&random)
            context.insert(thing)
            if Bool.random(using: &random) { thing.owner = owners.randomElement(using: &random) }
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                thing.parts.append(
                    Part(size: Int.random(in: 0...3, using: &random), label: Bool.random(using: &random) ? nil : "a"))
            }
        }
        try context.save()
        return container
    }

    /// 60 rows under every form three times, and under 300 combinations: more than 30,000 pairs.
    @Test func sqlAgreesWithEvaluation() throws {
        let container = try Self.populated(seed: 1, rows: 60)
        let context = ModelContext(container)
        let things = try context.fetch(FetchDescriptor<Thing>())
        var random = SeededGenerator(state: 2)
        var predicates: [(String, Predicate<Thing>)] = []
        for form in 0..<RandomPredicates.formCount {
            for _ in 0..<3 { predicates.append(("form \(form)", RandomPredicates.predicate(form, &random))) }
        }
        for number in 0..<300 { predicates.append(("combination \(number)", RandomPredicates.predicate(&random))) }
        var pairs = 0
        for (name, predicate) in predicates {
            let expected = Set(try things.filter { try predicate.evaluate($0) }.map(\.persistentModelID))
            let fetched = try context.fetch(FetchDescriptor(predicate: predicate))
            #expect(Set(fetched.map(\.persistentModelID)) == expected, "\(name): \(predicate)")
            #expect(try context.fetchCount(FetchDescriptor(predicate: predicate)) == expected.count)
            pairs += things.count
        }
        #expect(pairs > 20_000)
    }

    /// Unsaved changes count as if they were saved.
    @Test func pendingChangesCount() throws {
        let container = try Self.populated(seed: 3, rows: 40)
        let context = ModelContext(container)
        var random = SeededGenerator(state: 4)
        for thing in try context.fetch(FetchDescriptor<Thing>()) where Bool.random(using: &random) {
            switch Int.random(in: 0...3, using: &random) {
            case 0: context.delete(thing)
            case 1: thing.number += 1
            case 2: thing.owner?.name += "x"
            default: thing.owner = nil
            }
        }
        context.insert(Thing(&random))
        // Held, so that each row stays one object.
        let held = try context.fetch(FetchDescriptor<Thing>())
        let predicates = (0..<RandomPredicates.formCount).map { RandomPredicates.predicate($0, &random) }
        let pending = try predicates.map {
            Set(try context.fetch(FetchDescriptor(predicate: $0)).map(ObjectIdentifier.init))
        }
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Thing>()) == held.count)
        for (predicate, before) in zip(predicates, pending) {
            let after = Set(try context.fetch(FetchDescriptor(predicate: predicate)).map(ObjectIdentifier.init))
            #expect(before == after, "\(predicate)")
        }
        withExtendedLifetime(held) {}
    }

    @Test func ordersLimitsAndOffsets() throws {
        let context = ModelContext(try Self.populated(seed: 5, rows: 50))
        let all = try context.fetch(FetchDescriptor<Thing>())
        var descriptor = FetchDescriptor<Thing>(sortBy: [
            SortDescriptor(\.text), SortDescriptor(\.number, order: .reverse),
        ])
        let sorted = try context.fetch(descriptor)
        let expected = all.sorted { ($0.text, $1.number) < ($1.text, $0.number) }
        #expect(sorted.map(\.text) == expected.map(\.text))
        #expect(sorted.map(\.number) == expected.map(\.number))
        descriptor.fetchOffset = 7
        descriptor.fetchLimit = 5
        #expect(try context.fetch(descriptor) == Array(sorted[7..<12]))
        #expect(try context.fetchCount(descriptor) == 5)
        #expect(try context.fetchIdentifiers(descriptor) == sorted[7..<12].map(\.persistentModelID))
    }

    /// A descriptor's comparator counts, in the store as for what is not saved.
    @Test func comparatorsOrder() throws {
        let context = ModelContext(try Self.populated(seed: 7, rows: 60))
        let all = try context.fetch(FetchDescriptor<Thing>())
        let orders: [[SortDescriptor<Thing>]] = [
            [SortDescriptor(\.text), SortDescriptor(\.key)],
            [SortDescriptor(\.text, comparator: .lexical, order: .reverse), SortDescriptor(\.key)],
            [SortDescriptor(\.note, comparator: .lexical), SortDescriptor(\.number)],
            [SortDescriptor(\.note, order: .reverse), SortDescriptor(\.number)],
        ]
        for order in orders {
            let sorted = try context.fetch(FetchDescriptor(sortBy: order))
            let expected = all.sorted(using: order)
            #expect(sorted.map(\.text) == expected.map(\.text))
            #expect(sorted.map(\.note) == expected.map(\.note))
        }
    }

    @Test func whatSQLCannotSayIsRefused() throws {
        let context = ModelContext(try Self.populated(seed: 6, rows: 1))
        let spot = Spot(x: 1, label: nil)
        #expect(throws: SwiftDataError.unsupportedPredicate) {
            try context.fetch(FetchDescriptor<Thing>(predicate: #Predicate { $0.spot == spot }))
        }
        #expect(throws: SwiftDataError.unsupportedPredicate) {
            try context.fetch(FetchDescriptor<Thing>(predicate: #Predicate { $0.hasChanges }))
        }
        #expect(throws: SwiftDataError.unsupportedSortDescriptor) {
            try context.fetch(FetchDescriptor<Thing>(sortBy: [SortDescriptor(\.owner?.name)]))
        }
    }
}
