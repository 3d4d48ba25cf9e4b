import Foundation
import Observation
import PermafrostStore
import Testing

@testable import SwiftData

@Suite struct ContextTests {
    private func memory() throws -> ModelContext {
        ModelContext(
            try ModelContainer(for: Parent.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true)))
    }

    private func count<Model: PersistentModel>(_ type: Model.Type, _ context: ModelContext) throws -> Int {
        try context.fetchCount(FetchDescriptor<Model>())
    }

    @Test func bothSidesOfARelationshipStayEqual() throws {
        let context = try memory()
        let (first, second) = (Parent(name: "a"), Parent(name: "b"))
        let child = Child(name: "c")
        first.children = [child]
        context.insert(first)
        #expect(child.parent === first)
        #expect(child.modelContext === context)
        context.insert(second)
        second.children.append(child)
        #expect(child.parent === second)
        #expect(first.children.isEmpty)
        child.parent = nil
        #expect(second.children.isEmpty)
        let club = Club(title: "k")
        first.friends.append(club)
        #expect(club.members.map(\.name) == ["a"])
        club.members.append(second)
        #expect(second.friends.map(\.title) == ["k"])
        try context.save()
        let other = ModelContext(context.container)
        let found = try #require(try other.fetch(FetchDescriptor<Club>()).first)
        #expect(Set(found.members.map(\.name)) == ["a", "b"])
        found.members.removeAll { $0.name == "a" }
        try other.save()
        let third = ModelContext(context.container)
        #expect(try third.fetch(FetchDescriptor<Club>()).first?.members.map(\.name) == ["b"])
    }

    /// An object that refers to an inserted one is inserted too.
    @Test func referringToAnInsertedObjectInserts() throws {
        let context = try memory()
        let parent = Parent(name: "a")
        context.insert(parent)
        let child = Child(name: "c")
        child.parent = parent
        #expect(child.modelContext === context)
        #expect(parent.children.map(\.name) == ["c"])
        try context.save()
        #expect(try count(Child.self, ModelContext(context.container)) == 1)
    }

    @Test func deleteRules() throws {
        let context = try memory()
        let parent = Parent(name: "p")
        context.insert(parent)
        parent.children = [Child(name: "c1"), Child(name: "c2")]
        parent.toys = [Toy(name: "t")]
        parent.friends = [Club(title: "k")]
        let watch = Watch(name: "w")
        parent.guards = [watch]
        try context.save()
        let other = ModelContext(context.container)
        let found = try #require(try other.fetch(FetchDescriptor<Parent>()).first)
        other.delete(found)
        #expect(found.isDeleted)
        // The watch denies the deletion, so nothing is written.
        #expect(throws: SwiftDataError.modelValidationFailure) { try other.save() }
        #expect(try count(Child.self, ModelContext(context.container)) == 2)
        other.rollback()
        #expect(!found.isDeleted)
        #expect(found.children.count == 2)
        for guardian in found.guards { other.delete(guardian) }
        other.delete(found)
        try other.save()
        let last = ModelContext(context.container)
        #expect(try count(Parent.self, last) == 0)
        #expect(try count(Child.self, last) == 0)
        #expect(try count(Watch.self, last) == 0)
        #expect(try last.fetch(FetchDescriptor<Toy>()).map { $0.keeper?.name } == [nil])
        #expect(try last.fetch(FetchDescriptor<Club>()).map(\.members.count) == [0])
    }

    @Test func uniqueValuesUpdateTheStoredRow() throws {
        let context = try memory()
        let first = Parent(name: "same")
        first.age = 1
        context.insert(first)
        try context.save()
        let other = ModelContext(context.container)
        let second = Parent(name: "same")
        second.age = 2
        let third = Parent(name: "same")
        third.age = 3
        third.children = [Child(name: "c")]
        other.insert(second)
        other.insert(third)
        try other.save()
        let found = try ModelContext(context.container).fetch(FetchDescriptor<Parent>())
        #expect(found.map(\.age) == [3])
        #expect(found.first?.children.map(\.name) == ["c"])
        #expect(found.first?.persistentModelID == first.persistentModelID)
        // The first context's object shows the stored value once it is fetched.
        #expect(try context.fetch(FetchDescriptor<Parent>()).first === first)
        #expect(first.age == 3)
    }

    /// A save deletes rows first, so the values of a deleted row are free for another object.
    @Test func aDeletedRowFreesItsUniqueValues() throws {
        let context = try memory()
        let (first, second) = (Parent(name: "a"), Parent(name: "b"))
        first.children = [Child(name: "old")]
        context.insert(first)
        context.insert(second)
        try context.save()
        let replacement = Parent(name: "a")
        replacement.children = [Child(name: "new")]
        context.delete(first)
        context.insert(replacement)
        try context.save()
        let found = try ModelContext(context.container).fetch(FetchDescriptor<Parent>(sortBy: [.init(\.name)]))
        #expect(found.map(\.name) == ["a", "b"])
        #expect(found.first?.children.map(\.name) == ["new"])
        #expect(found.first?.persistentModelID == replacement.persistentModelID)
        context.delete(replacement)
        second.name = "a"
        try context.save()
        #expect(try ModelContext(context.container).fetch(FetchDescriptor<Parent>()).map(\.name) == ["a"])
    }

    @Test func changesToTakenUniqueValuesAreRejected() throws {
        let context = try memory()
        let (first, second) = (Parent(name: "a"), Parent(name: "b"))
        context.insert(first)
        context.insert(second)
        try context.save()
        second.name = "a"
        #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
        #expect(second.name == "a")
        second.name = "c"
        try context.save()
        #expect(Set(try ModelContext(context.container).fetch(FetchDescriptor<Parent>()).map(\.name)) == ["a", "c"])
    }

    @Test func rollbackUndoesEverything() throws {
        let context = try memory()
        let parent = Parent(name: "a")
        context.insert(parent)
        parent.children = [Child(name: "c")]
        try context.save()
        parent.name = "b"
        parent.children = []
        let new = Parent(name: "n")
        context.insert(new)
        context.rollback()
        #expect(!context.hasChanges)
        #expect(parent.name == "a")
        #expect(parent.children.map(\.name) == ["c"])
        #expect(new.modelContext == nil)
        #expect(new.name == "n")
    }

    /// Both changes are kept if two contexts change different properties of one row.
    @Test func changesOfDifferentPropertiesMerge() throws {
        let context = try memory()
        let parent = Parent(name: "a")
        context.insert(parent)
        try context.save()
        let other = ModelContext(context.container)
        let same = try #require(try other.fetch(FetchDescriptor<Parent>()).first)
        parent.age = 7
        same.name = "z"
        try context.save()
        try other.save()
        let found = try #require(try ModelContext(context.container).fetch(FetchDescriptor<Parent>()).first)
        #expect(found.age == 7)
        #expect(found.name == "z")
    }

    @Test func aRowDeletedInAnotherContextMakesTheSaveThrow() throws {
        let context = try memory()
        let parent = Parent(name: "a")
        context.insert(parent)
        try context.save()
        let other = ModelContext(context.container)
        other.delete(try #require(try other.fetch(FetchDescriptor<Parent>()).first))
        try other.save()
        parent.age = 1
        #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
    }

    @Test func observersOfBothSidesAreNotified() throws {
        let context = try memory()
        let parent = Parent(name: "a")
        context.insert(parent)
        let child = Child(name: "c")
        context.insert(child)
        let heard = Heard()
        withObservationTracking {
            _ = parent.children
        } onChange: {
            heard.children = true
        }
        withObservationTracking {
            _ = parent.name
        } onChange: {
            heard.name = true
        }
        child.parent = parent
        #expect(heard.children)
        #expect(!heard.name)
        parent.name = "b"
        #expect(heard.name)
    }

    private final class Heard: @unchecked Sendable {
        var children = false
        var name = false
    }

    /// Fetching rows makes no objects for the rows that they refer to.
    @Test func aFetchCreatesNoObjectsForReferencedRows() throws {
        let context = try memory()
        for number in 0..<10 {
            let child = Child(name: "\(number)")
            context.insert(child)
            child.parent = Parent(name: "\(number)")
        }
        try context.save()
        let other = ModelContext(context.container)
        let children = try other.fetch(FetchDescriptor<Child>())
        #expect(other.state.registeredObjects.count == 10)
        #expect(children.compactMap { $0.parent?.name }.count == 10)
        #expect(other.state.registeredObjects.count == 20)
    }

    @Test func identifiersFindTheirObjects() throws {
        let context = try memory()
        let parent = Parent(name: "a")
        let temporary = parent.persistentModelID
        context.insert(parent)
        #expect(parent.persistentModelID == temporary)
        try context.save()
        let identifier = parent.persistentModelID
        #expect(identifier.description.hasPrefix("x-coredata://"))
        #expect(identifier.description.hasSuffix("/Parent/p1"))
        let coded = try JSONDecoder().decode(PersistentIdentifier.self, from: JSONEncoder().encode(identifier))
        #expect(coded == identifier)
        let other = ModelContext(context.container)
        let unread: Parent? = other.registeredModel(for: identifier)
        #expect(unread == nil)
        let model = try #require(other.model(for: identifier) as? Parent)
        #expect(model.name == "a")
        let registered: Parent? = other.registeredModel(for: identifier)
        #expect(registered === model)
    }

    @Test func enumerationVisitsEachObjectOnce() throws {
        let context = try memory()
        for number in 0..<25 { context.insert(Toy(name: "\(number)")) }
        try context.save()
        let other = ModelContext(context.container)
        var seen: Set<String> = []
        try other.enumerate(FetchDescriptor<Toy>(), batchSize: 7) { toy in
            #expect(seen.insert(toy.name).inserted)
            toy.name += "!"
        }
        #expect(seen.count == 25)
        #expect(!other.hasChanges)
        #expect(other.state.registeredObjects.isEmpty)
        #expect(try ModelContext(context.container).fetch(FetchDescriptor<Toy>()).allSatisfy { $0.name.hasSuffix("!") })
    }
}
