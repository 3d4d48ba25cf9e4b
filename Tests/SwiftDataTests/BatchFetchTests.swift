import Foundation
import Testing

@testable import SwiftData

@Suite struct BatchFetchTests {
    private static func populated(_ count: Int) throws -> ModelContainer {
        let container = try ModelContainer(
            for: Parent.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        for number in 0..<count {
            let parent = Parent(name: "\(number)")
            parent.age = number % 7
            context.insert(parent)
        }
        try context.save()
        return container
    }

    private static func descriptor() -> FetchDescriptor<Parent> {
        var descriptor = FetchDescriptor<Parent>(
            predicate: #Predicate { $0.age > 1 },
            sortBy: [SortDescriptor(\.age, order: .reverse), SortDescriptor(\.name)])
        descriptor.includePendingChanges = false
        return descriptor
    }

    @Test(arguments: [1, 3, 10, 600, 5000])
    func batchesContainTheResultsOfAFetch(_ size: Int) throws {
        let context = ModelContext(try Self.populated(700))
        let expected = try context.fetch(Self.descriptor()).map(\.name)
        let parents = try context.fetch(Self.descriptor(), batchSize: size)
        #expect(parents.count == expected.count)
        #expect(parents.map(\.name) == expected)
        #expect(parents.reversed().map(\.name) == expected.reversed())
        #expect(parents[expected.count / 2].name == expected[expected.count / 2])
        #expect(parents.last?.name == expected.last)
        let identifiers = try context.fetchIdentifiers(Self.descriptor(), batchSize: size)
        #expect(Array(identifiers) == parents.map(\.persistentModelID))
        #expect(parents[...].dropFirst(5).first?.name == expected[5])
    }

    @Test func noObjectsAreAnEmptyCollection() throws {
        let context = ModelContext(try Self.populated(0))
        #expect(try context.fetch(Self.descriptor(), batchSize: 4).isEmpty)
        #expect(try context.fetchIdentifiers(Self.descriptor(), batchSize: 4).isEmpty)
    }

    /// At most two batches stay in memory.
    @Test func batchesAreReleased() throws {
        let context = ModelContext(try Self.populated(300))
        let parents = try context.fetch(Self.descriptor(), batchSize: 10)
        #expect(context.state.registeredObjects.isEmpty)
        for parent in parents { _ = parent.name }
        #expect(context.state.registeredObjects.count <= 20)
    }

    @Test func pendingChangesAreRefused() throws {
        let context = ModelContext(try Self.populated(1))
        #expect(throws: SwiftDataError.includePendingChangesWithBatchSize) {
            try context.fetch(FetchDescriptor<Parent>(), batchSize: 4)
        }
        #expect(throws: SwiftDataError.includePendingChangesWithBatchSize) {
            try context.fetchIdentifiers(FetchDescriptor<Parent>(), batchSize: 4)
        }
    }

    /// The object of a row that was deleted meanwhile has no values, and the next fetch throws.
    @Test func deletedRowsMakeTheNextFetchThrow() throws {
        let container = try Self.populated(20)
        let context = ModelContext(container)
        let parents = try context.fetch(Self.descriptor(), batchSize: 5)
        let other = ModelContext(container)
        try other.delete(model: Parent.self)
        try other.save()
        #expect(parents.count > 0)
        #expect(parents.allSatisfy { $0.name == "" })
        #expect(throws: SwiftDataError.modelValidationFailure) { try context.fetch(FetchDescriptor<Parent>()) }
    }

    /// `model(for:)` can't throw, so the next save or fetch throws its error.
    @Test func unknownIdentifiersMakeTheNextSaveOrFetchThrow() throws {
        let context = ModelContext(try Self.populated(1))
        let foreign = [
            try PersistentIdentifier.identifier(for: "X", entityName: "Nothing", primaryKey: 1),
            try PersistentIdentifier.identifier(for: "X", entityName: "Parent", primaryKey: 1),
            Parent(name: "x").persistentModelID,
        ]
        for identifier in foreign {
            #expect(context.model(for: identifier) as? Parent == nil)
            #expect(context.registeredModel(for: identifier) as Parent? == nil)
            #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
            #expect(throws: Never.self) { try context.save() }
        }
    }
}
