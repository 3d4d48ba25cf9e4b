import Foundation
import Testing

@testable import SwiftData

/// Enumerating objects in batches, with any order, pending changes, and blocks that change or throw.
@Suite struct EnumerationTests {
    private func context(rows: Int) throws -> ModelContext {
        let container = try ModelContainer(
            for: Parent.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        for number in 0..<rows {
            let parent = Parent(name: String(format: "%03d", number))
            parent.age = number
            context.insert(parent)
        }
        try context.save()
        return ModelContext(container)
    }

    private func ages(
        _ context: ModelContext, _ descriptor: FetchDescriptor<Parent>, batchSize: Int
    ) throws -> [Int] {
        var ages: [Int] = []
        try context.enumerate(descriptor, batchSize: batchSize) { ages.append($0.age) }
        return ages
    }

    @Test(arguments: [1, 2, 7, 19, 20, 21, 5000, 0, -3])
    func everyOrderAndLimit(batchSize: Int) throws {
        let context = try context(rows: 20)
        #expect(try ages(context, FetchDescriptor(), batchSize: batchSize) == Array(0..<20))
        let backwards = [SortDescriptor(\Parent.age, order: .reverse)]
        #expect(try ages(context, FetchDescriptor(sortBy: backwards), batchSize: batchSize) == (0..<20).reversed())
        var part = FetchDescriptor<Parent>(predicate: #Predicate { $0.age % 3 != 1 }, sortBy: backwards)
        part.fetchOffset = 2
        part.fetchLimit = 9
        let expected = Array((0..<20).reversed().filter { $0 % 3 != 1 }.dropFirst(2).prefix(9))
        #expect(try ages(context, part, batchSize: batchSize) == expected)
        part.fetchLimit = 0
        #expect(try ages(context, part, batchSize: batchSize) == [])
    }

    /// An enumeration doesn't use an index whose order would separate neighboring rows. All rows then form a single
    /// range, which needs little memory.
    @Test func anIndexDoesNotSeparateNeighboringRows() throws {
        let container = try ModelContainer(
            for: Narrow.Row.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        for number in 0..<200 { context.insert(Narrow.Row(number * 37 % 200)) }
        try context.save()
        let all = FetchDescriptor<Narrow.Row>()
        #expect(try FetchRequest(all, container.opened).rows(all, context.state).parts.count == 1)
        var numbers: [Int] = []
        try context.enumerate(all, batchSize: 30) { numbers.append($0.number) }
        #expect(numbers == (0..<200).map { $0 * 37 % 200 })
        let some = FetchDescriptor<Narrow.Row>(predicate: #Predicate { $0.number >= 0 })
        #expect(try FetchRequest(some, container.opened).rows(some, context.state).parts.count == 1)
    }

    @Test func unsavedObjectsAreAmongThem() throws {
        let context = try context(rows: 5)
        let new = Parent(name: "new")
        new.age = 99
        context.insert(new)
        context.delete(
            try #require(try context.fetch(FetchDescriptor<Parent>(predicate: #Predicate { $0.age == 2 })).first))
        let sorted = FetchDescriptor<Parent>(sortBy: [SortDescriptor(\.age)])
        #expect(try ages(context, sorted, batchSize: 2) == [0, 1, 3, 4, 99])
        #expect(context.hasChanges)
    }

    /// The set of objects is fixed at the start. An object that the block deletes isn't visited.
    @Test func changesOfTheSetMeanwhile() throws {
        let context = try context(rows: 10)
        var seen: [Int] = []
        try context.enumerate(FetchDescriptor<Parent>(), batchSize: 3) { parent in
            seen.append(parent.age)
            context.insert(Parent(name: "n\(parent.age)"))
            let next = parent.age + 1
            let others = try context.fetch(
                FetchDescriptor<Parent>(predicate: #Predicate { $0.age == next && next % 4 == 0 }))
            for other in others { context.delete(other) }
        }
        #expect(seen == [0, 1, 2, 3, 5, 6, 7, 9])
    }

    /// An error of the block is rethrown. The objects that the block read are released.
    @Test func aBlockThatThrows() throws {
        struct Stop: Error {}
        let context = try context(rows: 10)
        #expect(throws: Stop.self) {
            try context.enumerate(FetchDescriptor<Parent>(), batchSize: 4) { parent in
                _ = parent.children.count
                if parent.age == 6 { throw Stop() }
            }
        }
        #expect(context.state.registeredObjects.isEmpty)
        #expect(try context.fetchCount(FetchDescriptor<Parent>()) == 10)
    }
}

/// A save that spans several stores when one of them fails.
@Suite struct SeveralStoreTests {
    @Test func aRetriedSaveWritesEachStoreOnce() throws {
        try Places.withFolder { folder in
            let (first, second) = (folder.appendingPathComponent("a.store"), folder.appendingPathComponent("b.store"))
            let parents = Schema([Parent.self])
            let all = Schema([Parent.self, Lonely.self])
            let lonely = Schema([Lonely.self])
            _ = try ModelContainer(for: lonely, configurations: ModelConfiguration("b", schema: lonely, url: second))
            let container = try ModelContainer(
                for: all,
                configurations: ModelConfiguration("a", schema: parents, url: first),
                ModelConfiguration("b", schema: lonely, url: second, allowsSave: false))
            let context = ModelContext(container)
            context.insert(Toy(name: "t"))
            context.insert(Lonely(name: "l"))
            for _ in 0..<2 {
                #expect(throws: (any Error).self) { try context.save() }
                #expect(context.insertedModelsArray.count == 1)
            }
            #expect(try ModelContext(container).fetchCount(FetchDescriptor<Toy>()) == 1)
            #expect(try ModelContext(container).fetchCount(FetchDescriptor<Lonely>()) == 0)
        }
    }
}

@Model final class Lonely {
    var name: String
    init(name: String) { self.name = name }
}
