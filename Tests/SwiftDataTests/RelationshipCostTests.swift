import Foundation
import Testing

@testable import SwiftData

/// Changing one side of a relationship reads the rows involved, but no other rows that the other side refers to.
@Suite struct RelationshipCostTests {
    /// Makes two parents with many children each, and a club with many members.
    private func container() throws -> ModelContainer {
        let container = try ModelContainer(
            for: Parent.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        let club = Club(title: "k")
        context.insert(club)
        for name in ["a", "b"] {
            let parent = Parent(name: name)
            context.insert(parent)
            parent.children = (0..<200).map { Child(name: "\(name)\($0)") }
        }
        club.members = (0..<200).map { Parent(name: "m\($0)") }
        try context.save()
        return container
    }

    private func parent(_ name: String, _ context: ModelContext) throws -> Parent {
        try #require(try context.fetch(FetchDescriptor<Parent>(predicate: #Predicate { $0.name == name })).first)
    }

    private func child(_ name: String, _ context: ModelContext) throws -> Child {
        try #require(try context.fetch(FetchDescriptor<Child>(predicate: #Predicate { $0.name == name })).first)
    }

    private func names(_ parent: String, _ container: ModelContainer) throws -> Set<String> {
        Set(try self.parent(parent, ModelContext(container)).children.map(\.name))
    }

    @Test func settingAToOneRelationship() throws {
        let container = try container()
        let context = ModelContext(container)
        let (child, other) = (try child("a7", context), try parent("b", context))
        child.parent = other
        // The child, its old parent and its new parent.
        #expect(context.state.registeredObjects.count == 3)
        try context.save()
        #expect(context.state.registeredObjects.count <= 3)
        #expect(try names("b", container).contains("a7"))
        #expect(try names("a", container).count == 199)
        #expect(child.parent === other)
        child.parent = nil
        try context.save()
        #expect(context.state.registeredObjects.count <= 3)
        #expect(try names("b", container).count == 200)
    }

    @Test func anUnsavedChangeIsVisibleOnTheOtherSide() throws {
        let context = ModelContext(try container())
        let (child, other) = (try child("a7", context), try parent("b", context))
        child.parent = other
        #expect(other.children.count == 201)
        #expect(other.children.contains { $0 === child })
        #expect(try !parent("a", context).children.contains { $0 === child })
        context.rollback()
        #expect(other.children.count == 200)
        #expect(child.parent?.name == "a")
    }

    @Test func insertingAndDeleting() throws {
        let container = try container()
        let context = ModelContext(container)
        let other = try parent("b", context)
        let new = Child(name: "new")
        new.parent = other
        let gone = try child("b3", context)
        context.delete(gone)
        #expect(context.state.registeredObjects.count == 2)
        try context.save()
        let names = try names("b", container)
        #expect(names.count == 200 && names.contains("new") && !names.contains("b3"))
    }

    @Test func linkingManyToMany() throws {
        let container = try container()
        let context = ModelContext(container)
        let parent = try parent("a", context)
        let club = try #require(try context.fetch(FetchDescriptor<Club>()).first)
        parent.friends.append(club)
        #expect(context.state.registeredObjects.count == 2)
        try context.save()
        let other = ModelContext(container)
        let members = try #require(try other.fetch(FetchDescriptor<Club>()).first).members
        #expect(members.count == 201)
        let member = try #require(members.first { $0.name == "m5" })
        let last = ModelContext(container)
        let found = try #require(last.model(for: member.persistentModelID) as? Parent)
        found.friends = []
        #expect(last.state.registeredObjects.count == 2)
        try last.save()
        #expect(try ModelContext(container).fetch(FetchDescriptor<Club>()).first?.members.count == 200)
    }

    /// Linking one new object to many others takes linear time, not quadratic time.
    @Test func manyObjectsOfOneNewOwner() throws {
        let context = ModelContext(try container())
        let owner = Parent(name: "new")
        context.insert(owner)
        for number in 0..<5000 {
            let child = Child(name: "n\(number)")
            child.parent = owner
        }
        #expect(owner.children.count == 5000)
        try context.save()
        context.delete(owner)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Child>()) == 400)
    }

    /// An object that already refers to its new owner is linked once.
    @Test func bothSidesSetBeforehandAreLinkedOnce() throws {
        let context = ModelContext(try container())
        let parent = try parent("a", context)
        let child = Child(name: "new")
        child.parent = nil
        parent.children.append(child)
        #expect(parent.children.count { $0 === child } == 1)
        let club = Club(title: "l")
        club.members = [parent]
        #expect(parent.friends.count { $0 === club } == 1)
        let another = Parent(name: "z")
        let third = Club(title: "n")
        another.friends = [third]
        third.members = [another]
        context.insert(another)
        #expect(another.friends.count == 1 && third.members.count == 1)
    }
}
