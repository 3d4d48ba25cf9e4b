import Foundation
import PermafrostTestSupport
import Testing

@testable import SwiftData

/// A fetch with a predicate returns the objects that match the predicate in memory.
@Suite struct PredicateTests {
    /// Makes a container with random rows.
    static func populated(seed: UInt64, rows: Int) throws -> ModelContainer {
        let container = try ModelContainer(
            for: Thing.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        var random = SeededGenerator(state: seed)
        var owners: [Owner] = []
        for rank in 0..<4 {
            let owner = Owner(name: Samples.text(&random), rank: rank == 3 ? nil : rank)
            owner.boss = owners.last
            owner.home = Home(spot: Spot(x: rank % 2, label: rank == 1 ? nil : "\(3 - rank)"))
            owner.portrait = rank % 2 == 0 ? Data(repeating: 7, count: 200_000) : nil
            owner.pets = (0..<rank).map { Pet(name: $0 == 0 ? "a" : "b") }
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

    /// Compares SQL with evaluation in memory for more than 30,000 pairs of a predicate and one of 60 objects. The
    /// predicates are three of each form, and 300 random combinations.
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

    /// A fetch that includes unsaved changes returns the same objects as after a save.
    @Test func pendingChangesAreIncluded() throws {
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
        // Retained, so that each row keeps its object.
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

    /// A descriptor's comparator applies to stored objects and to unsaved ones.
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

    private static func byIdentifier<Model: PersistentModel>() -> SortDescriptor<Model> {
        SortDescriptor(\.persistentModelID, order: .reverse)
    }

    /// Orders go through optional and required to-one relationships, and through members of optional and required
    /// structs.
    @Test func ordersFollowKeyPaths() throws {
        let container = try Self.populated(seed: 8, rows: 60)
        let context = ModelContext(container)
        let all = try context.fetch(FetchDescriptor<Thing>())
        let orders: [SortDescriptor<Thing>] = [
            SortDescriptor(\.owner?.name), SortDescriptor(\.owner?.name, order: .reverse),
            SortDescriptor(\.owner?.name, comparator: .lexical), SortDescriptor(\.owner?.rank),
            SortDescriptor(\.owner?.boss?.name), SortDescriptor(\.owner?.boss?.boss?.rank, order: .reverse),
            SortDescriptor(\.spot.x), SortDescriptor(\.spot.label), SortDescriptor(\.other?.x),
            SortDescriptor(\.other?.label, order: .reverse), SortDescriptor(\.owner?.home.spot.x),
            SortDescriptor(\.owner?.home.spot.label), SortDescriptor(\.owner?.serial), SortDescriptor(\.serial),
            SortDescriptor(\.note), SortDescriptor(\.date, order: .reverse), SortDescriptor(\.persistentModelID),
            SortDescriptor(\.id, order: .reverse), SortDescriptor(\.owner?.persistentModelID),
            SortDescriptor(\.owner?.id, order: .reverse), Self.byIdentifier(),
        ]
        for order in orders {
            let descriptors = [order, SortDescriptor(\Thing.serial)]
            let sorted = try context.fetch(FetchDescriptor(sortBy: descriptors))
            #expect(sorted == all.sorted(using: descriptors), "\(order)")
            var part = FetchDescriptor(sortBy: descriptors)
            part.fetchLimit = 7
            #expect(try context.fetchIdentifiers(part) == sorted.prefix(7).map(\.persistentModelID))
        }
        let parts = try context.fetch(
            FetchDescriptor<Part>(sortBy: [SortDescriptor(\.thing?.serial), SortDescriptor(\.size)]))
        #expect(parts.compactMap { $0.thing?.serial } == parts.compactMap { $0.thing?.serial }.sorted())
        #expect(parts.count > 20)
    }

    @Test func externalValuesAreComparedWithNil() throws {
        let container = try Self.populated(seed: 9, rows: 40)
        let context = ModelContext(container)
        let things = try context.fetch(FetchDescriptor<Thing>())
        let none: Data? = nil
        let predicates: [Predicate<Thing>] = [
            #Predicate { $0.picture == nil }, #Predicate { $0.picture != nil }, #Predicate { nil == $0.picture },
            #Predicate { $0.picture == none }, #Predicate { $0.picture != nil && $0.number > 0 },
            #Predicate { $0.owner?.portrait == nil }, #Predicate { $0.owner?.portrait != nil },
        ]
        for predicate in predicates {
            let expected = Set(try things.filter { try predicate.evaluate($0) }.map(\.serial))
            #expect(Set(try context.fetch(FetchDescriptor(predicate: predicate)).map(\.serial)) == expected)
            #expect(!expected.isEmpty && expected.count < things.count, "\(predicate)")
        }
    }

    @Test func optionalRelationshipsToManyAreFollowed() throws {
        let container = try Self.populated(seed: 10, rows: 40)
        let context = ModelContext(container)
        let owners = try context.fetch(FetchDescriptor<Owner>())
        let predicates: [Predicate<Owner>] = [
            #Predicate { $0.pets?.isEmpty ?? true }, #Predicate { ($0.pets?.count ?? 0) > 1 },
            #Predicate { $0.pets?.contains { $0.name == "a" } ?? false },
        ]
        for predicate in predicates {
            let expected = Set(try owners.filter { try predicate.evaluate($0) }.map(\.serial))
            #expect(Set(try context.fetch(FetchDescriptor(predicate: predicate)).map(\.serial)) == expected)
            #expect(!expected.isEmpty && expected.count < owners.count, "\(predicate)")
        }
    }

    /// A sort that SQL can't express throws, and the message has the key path's name. A key path doesn't contain the
    /// name of a computed property, so the message has its type.
    @Test func aRejectedSortNamesItsKeyPath() throws {
        let context = ModelContext(
            try ModelContainer(for: Crate.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
        let rejected: [(order: SortDescriptor<Crate>, name: String)] = [
            (SortDescriptor(\.weight), "\\Crate.weight "), (SortDescriptor(\.lid?.weight), "\\Crate.lid?.weight? "),
            (SortDescriptor(\.doubled), "\\Crate.<computed Int> "),
            (SortDescriptor(\.lid?.doubled), "\\Crate.lid?.<computed Int>? "),
            (SortDescriptor(\.grade), "Crate.grade "), (SortDescriptor(\.lid?.grade), "Crate.lid.grade "),
            (SortDescriptor(\.title), "Crate.title "), (SortDescriptor(\.tags.count), "Crate.tags"),
            (SortDescriptor(\.lids.count), "Crate.lids.<computed Int> "),
            (SortDescriptor(\.lids[0].label), "Crate.lids."), (SortDescriptor(\.lids.first?.label), "Crate.lids."),
        ]
        for (order, name) in rejected {
            do {
                _ = try context.fetch(FetchDescriptor<Crate>(sortBy: [order]))
                Issue.record("\(name) was accepted")
            } catch let error as SwiftDataError {
                #expect(error == .unsupportedSortDescriptor)
                let text = try #require(error.errorDescription)
                #expect(text.contains(name), "\(text)")
                #expect(!text.contains("0x"), "\(text)")
            }
        }
    }

    /// Prefetching never changes the result. A key path that isn't a relationship has no effect.
    @Test func everyKeyPathCanBePrefetched() throws {
        let context = ModelContext(
            try ModelContainer(for: Crate.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
        let crate = Crate(label: "a")
        crate.lid = Crate(label: "b")
        context.insert(crate)
        try context.save()
        var descriptor = FetchDescriptor<Crate>(sortBy: [SortDescriptor(\.label)])
        let paths: [PartialKeyPath<Crate>] = [
            \.lid, \.lids, \.lid?.lid, \.lid?.lids, \.label, \.weight, \.doubled, \.grade, \.tags, \.persistentModelID,
        ]
        for path in paths {
            descriptor.relationshipKeyPathsForPrefetching = [path]
            descriptor.propertiesToFetch = [path]
            let found = try ModelContext(context.container).fetch(descriptor)
            #expect(found.map(\.label) == ["a", "b"])
            #expect(found[0].lid === found[1])
        }
    }

    @Test func predicatesThatSQLCannotExpressAreRejected() throws {
        let context = ModelContext(try Self.populated(seed: 6, rows: 1))
        let spot = Spot(x: 1, label: nil)
        let photo: Data? = Data([1])
        #expect(throws: SwiftDataError.unsupportedPredicate) {
            try context.fetch(FetchDescriptor<Thing>(predicate: #Predicate { $0.spot == spot }))
        }
        #expect(throws: SwiftDataError.unsupportedPredicate) {
            try context.fetch(FetchDescriptor<Thing>(predicate: #Predicate { $0.hasChanges }))
        }
        #expect(throws: SwiftDataError.unsupportedPredicate) {
            try context.fetch(FetchDescriptor<Thing>(predicate: #Predicate { $0.picture == photo }))
        }
        let identifier = try #require(try context.fetchIdentifiers(FetchDescriptor<Thing>()).first)
        #expect(throws: SwiftDataError.unsupportedPredicate) {
            try context.fetch(FetchDescriptor<Thing>(predicate: #Predicate { $0.ownerIdentifier == identifier }))
        }
        let orders = [
            SortDescriptor(\Thing.doubled), SortDescriptor(\Thing.owner?.shout), SortDescriptor(\Thing.spot.negated),
            SortDescriptor(\Thing.parts.count), SortDescriptor(\Thing.text.count), SortDescriptor(\Thing.title),
            SortDescriptor(\Thing.title.count), SortDescriptor(\Thing.ownerIdentifier),
            SortDescriptor(\Thing.owner?.boss?.persistentModelID),
        ]
        for order in orders {
            #expect(throws: SwiftDataError.unsupportedSortDescriptor) {
                try context.fetch(FetchDescriptor<Thing>(sortBy: [order]))
            }
        }
    }
}
