import Foundation
import Testing

@testable import SwiftData

/// Random changes of relationships, some already read and some still in the store, compared with plain dictionaries.
@Suite struct RandomLinkTests {
    private struct Links: Equatable {
        /// The name of each child's parent, keyed by the child's name.
        var parents: [String: String] = [:]
        /// The pairs of a parent's name and the title of one of the parent's clubs.
        var friends: Set<[String]> = []
    }

    @Test(arguments: 0..<60)
    func linksMatchTheModel(seed: Int) throws {
        var random = LinkRandom(seed: UInt64(seed))
        let container = try ModelContainer(
            for: Parent.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        var context = ModelContext(container)
        for number in 0..<4 { context.insert(Parent(name: "p\(number)")) }
        for number in 0..<8 { context.insert(Child(name: "c\(number)")) }
        for number in 0..<4 { context.insert(Club(title: "k\(number)")) }
        try context.save()
        var (expected, saved) = (Links(), Links())
        for _ in 0..<80 {
            let (parents, children, clubs) = try objects(context)
            let parent = try #require(parents.randomElement(using: &random))
            let child = try #require(children.randomElement(using: &random))
            let club = try #require(clubs.randomElement(using: &random))
            switch Int.random(in: 0..<13, using: &random) {
            case 0, 1:
                child.parent = parent
                expected.parents[child.name] = parent.name
            case 2:
                child.parent = nil
                expected.parents[child.name] = nil
            case 3:
                let some = children.filter { _ in Bool.random(using: &random) }
                parent.children = some
                expected.parents = expected.parents.filter { $0.value != parent.name }
                for child in some { expected.parents[child.name] = parent.name }
            case 4:
                if !parent.children.contains(where: { $0 === child }) { parent.children.append(child) }
                expected.parents[child.name] = parent.name
            case 5, 6:
                if !parent.friends.contains(where: { $0 === club }) { parent.friends.append(club) }
                expected.friends.insert([parent.name, club.title])
            case 7:
                club.members.removeAll { $0 === parent }
                expected.friends.remove([parent.name, club.title])
            case 8:
                let some = parents.filter { _ in Bool.random(using: &random) }
                club.members = some
                expected.friends = expected.friends.filter { $0[1] != club.title }
                for parent in some { expected.friends.insert([parent.name, club.title]) }
            case 9:
                let number = Int.random(in: 8..<1000, using: &random)
                let new = Child(name: "c\(number)")
                guard !children.contains(where: { $0.name == new.name }) else { continue }
                context.insert(new)
                new.parent = parent
                expected.parents[new.name] = parent.name
            case 10:
                try context.save()
                saved = expected
                #expect(try links(ModelContext(container)) == expected)
            case 11:
                if Bool.random(using: &random) {
                    context.rollback()
                } else {
                    context = ModelContext(container)
                }
                expected = saved
            default: #expect(try links(context) == expected)
            }
        }
        #expect(try links(context) == expected)
        try context.save()
        #expect(try links(ModelContext(container)) == expected)
    }

    private func objects(_ context: ModelContext) throws -> ([Parent], [Child], [Club]) {
        (
            try context.fetch(FetchDescriptor<Parent>()), try context.fetch(FetchDescriptor<Child>()),
            try context.fetch(FetchDescriptor<Club>())
        )
    }

    /// Returns the links. Expects that both sides of each relationship report the same links.
    private func links(_ context: ModelContext) throws -> Links {
        let (parents, children, clubs) = try objects(context)
        var (forward, back) = (Links(), Links())
        for child in children { forward.parents[child.name] = child.parent?.name }
        for parent in parents {
            for child in parent.children { back.parents[child.name] = parent.name }
            for club in parent.friends { forward.friends.insert([parent.name, club.title]) }
            #expect(Set(parent.friends.map { ObjectIdentifier($0) }).count == parent.friends.count)
        }
        for club in clubs {
            for parent in club.members { back.friends.insert([parent.name, club.title]) }
            #expect(Set(club.members.map { ObjectIdentifier($0) }).count == club.members.count)
        }
        #expect(forward == back)
        return forward
    }
}

/// A random number generator with a given seed.
private struct LinkRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
