import Foundation
import Testing

@testable import SwiftData

@Suite struct LifetimeTests {
    /// Objects that refer to each other are released with their context, and the connection with them.
    @Test func aContextReleasesItsObjects() throws {
        let container = try ModelContainer(
            for: Parent.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        weak var leaked: Parent?
        weak var state: ContextState?
        do {
            let context = ModelContext(container)
            let parent = Parent(name: "a")
            context.insert(parent)
            parent.children = [Child(name: "c")]
            try context.save()
            #expect(parent.children.first?.parent === parent)
            leaked = parent
            state = context.state
        }
        #expect(leaked == nil)
        #expect(state == nil)
    }

    private func container() throws -> ModelContainer {
        try ModelContainer(for: Parent.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }

    /// Makes parents, children and clubs that refer to each other both ways. Returns weak references to them.
    private func graph(in context: ModelContext) -> [WeakObject] {
        let parents = ["a", "b"].map { Parent(name: $0) }
        let club = Club(title: "k")
        context.insert(club)
        for parent in parents {
            context.insert(parent)
            parent.children = [Child(name: "c"), Child(name: "d")]
            parent.friends = [club]
            parent.toys = [Toy(name: "t")]
        }
        let objects: [any PersistentModel] =
            parents + parents.flatMap(\.children) + [club] + parents.flatMap { $0.toys ?? [] }
        return objects.map { WeakObject($0) }
    }

    @Test func unsavedObjectsAreReleasedWithTheirContext() throws {
        let container = try container()
        var watched: [WeakObject] = []
        do {
            let context = ModelContext(container)
            watched = graph(in: context)
            #expect(watched.allSatisfy { $0.object != nil })
        }
        #expect(watched.allSatisfy { $0.object == nil })
    }

    /// Saved objects are released when nobody holds them, even if their context lives on.
    @Test func savedObjectsAreReleasedBeforeTheirContext() throws {
        let context = ModelContext(try container())
        var watched: [WeakObject] = []
        do {
            watched = graph(in: context)
            try context.save()
        }
        #expect(watched.allSatisfy { $0.object == nil })
        #expect(context.state.registeredObjects.isEmpty)
        let found = try context.fetch(FetchDescriptor<Parent>(sortBy: [SortDescriptor(\.name)]))
        #expect(found.map { $0.children.count } == [2, 2])
        #expect(found.allSatisfy { parent in parent.children.allSatisfy { $0.parent === parent } })
    }

    /// Objects that were read both ways, from a parent to its children and back, are released too.
    @Test func readObjectsAreReleasedBeforeTheirContext() throws {
        let context = ModelContext(try container())
        do {
            _ = graph(in: context)
            try context.save()
        }
        do {
            for parent in try context.fetch(FetchDescriptor<Parent>()) {
                for child in parent.children { #expect(child.parent === parent) }
            }
            for child in try context.fetch(FetchDescriptor<Child>()) {
                #expect(child.parent?.children.contains { $0 === child } == true)
            }
        }
        #expect(context.state.registeredObjects.isEmpty)
    }

    /// An object retains the object that it refers to, unless that object already retains it.
    @Test func aRetainedObjectKeepsTheObjectsThatItRefersTo() throws {
        let context = ModelContext(try container())
        do {
            _ = graph(in: context)
            try context.save()
        }
        let child = try #require(try context.fetch(FetchDescriptor<Child>()).first)
        let parent = try WeakObject(#require(child.parent))
        #expect(parent.object != nil)
        let known = try #require(child.parent)
        #expect(known.children.contains { $0 === child })
        #expect(child.parent === known)
    }

    @Test(arguments: [false, true])
    func enumerationReleasesTheObjectsThatItsBlockRead(mutating: Bool) throws {
        let container = try container()
        for number in 0..<30 {
            let context = ModelContext(container)
            let parent = Parent(name: "\(number)")
            context.insert(parent)
            parent.children = [Child(name: "c"), Child(name: "d")]
            parent.friends = [Club(title: "k")]
            try context.save()
        }
        let context = ModelContext(container)
        var most = 0
        try context.enumerate(FetchDescriptor<Parent>(), batchSize: 5) { parent in
            for child in parent.children { _ = child.parent?.name }
            for club in parent.friends { _ = club.members.count }
            if mutating { parent.age += 1 }
            most = max(most, context.state.registeredObjects.count)
        }
        #expect(most <= 5 * 4)
        #expect(context.state.registeredObjects.isEmpty)
        #expect(try context.fetch(FetchDescriptor<Parent>()).allSatisfy { $0.age == (mutating ? 1 : 0) })
    }

    /// Changes that the block doesn't save are kept.
    @Test func enumerationKeepsUnsavedChanges() throws {
        let container = try container()
        let first = ModelContext(container)
        _ = graph(in: first)
        try first.save()
        let context = ModelContext(container)
        try context.enumerate(FetchDescriptor<Parent>(), batchSize: 1, allowEscapingMutations: true) { parent in
            parent.children = []
        }
        #expect(context.hasChanges)
        try context.save()
        let children = try ModelContext(container).fetch(FetchDescriptor<Child>())
        #expect(children.count == 4 && children.allSatisfy { $0.parent == nil })
    }

    private struct WeakObject {
        weak var object: (any PersistentModel)?

        init(_ object: any PersistentModel) { self.object = object }
    }
}

/// A container's stores close with the last container or context that uses them.
@Suite struct OpenStoreTests {
    /// A way to get a context that saves a row.
    enum Way: CaseIterable {
        case main, own, mainTwice, actor, mainAutosaved, objectOnly
    }

    @Model final class Note {
        var text: String
        init(text: String) { self.text = text }
    }

    @ModelActor actor Writer {
        func write() throws {
            modelContext.insert(Note(text: "a"))
            try modelContext.save()
        }
    }

    private static func open(_ url: URL) throws -> ModelContainer {
        try ModelContainer(for: Note.self, configurations: ModelConfiguration(url: url))
    }

    @MainActor private static func save(_ way: Way, in url: URL) async throws {
        let container = try open(url)
        switch way {
        case .main:
            container.mainContext.insert(Note(text: "a"))
            try container.mainContext.save()
        case .own:
            let context = ModelContext(container)
            context.insert(Note(text: "a"))
            try context.save()
        case .mainTwice:
            container.mainContext.insert(Note(text: "b"))
            container.mainContext.rollback()
            #expect(container.mainContext.container == container)
            container.mainContext.insert(Note(text: "a"))
            try container.mainContext.save()
        case .actor: try await Writer(modelContainer: container).write()
        case .mainAutosaved:
            container.mainContext.insert(Note(text: "a"))
            while container.mainContext.hasChanges { await Task.yield() }
        case .objectOnly:
            let note = Note(text: "a")
            container.mainContext.insert(note)
            try #require(note.modelContext).save()
        }
    }

    /// Returns the texts in a copy of the main file, without a `-wal`.
    private static func textsOfCopy(of url: URL) throws -> [String] {
        let copy = url.appendingPathExtension("copy")
        try FileManager.default.copyItem(at: url, to: copy)
        return try ModelContext(try open(copy)).fetch(FetchDescriptor<Note>()).map(\.text)
    }

    @MainActor @Test(arguments: Way.allCases)
    func theMainFileHasTheRowsOnceNothingUsesTheStore(_ way: Way) async throws {
        try await Places.withFolder { folder in
            let url = folder.appendingPathComponent("a.store")
            try await Self.save(way, in: url)
            #expect(!FileManager.default.fileExists(atPath: url.path + "-wal"))
            #expect(try Self.textsOfCopy(of: url) == ["a"])
        }
    }

    /// Releases a container, its contexts and an object in every order. Those that remain can be used, and after the
    /// last one the store is closed.
    @MainActor
    @Test(arguments: [[0, 1, 2, 3], [3, 2, 1, 0], [1, 0, 3, 2], [2, 3, 0, 1], [0, 3, 1, 2], [1, 2, 3, 0]])
    func ownersCanBeReleasedInEveryOrder(_ order: [Int]) throws {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("a.store")
            var container: ModelContainer? = try Self.open(url)
            var main = container?.mainContext
            var own = container.map { ModelContext($0) }
            main?.insert(Note(text: "a"))
            try main?.save()
            var note = try own?.fetch(FetchDescriptor<Note>()).first
            for index in order {
                switch index {
                case 0: container = nil
                case 1: main = nil
                case 2: own = nil
                default: note = nil
                }
                for context in [container?.mainContext, main, own].compactMap({ $0 }) {
                    #expect(try context.fetchCount(FetchDescriptor<Note>()) == 1)
                    #expect(context.container.mainContext.container === context.container)
                }
                if let container { #expect(own.map { $0.container === container } ?? true) }
                if let note { #expect(note.text == "a") }
            }
            #expect(!FileManager.default.fileExists(atPath: url.path + "-wal"))
            #expect(try Self.textsOfCopy(of: url) == ["a"])
        }
    }

    @MainActor @Test func aMainContextThatOutlivesItsContainerStaysTheMainContext() throws {
        var container: ModelContainer? = try ModelContainer(
            for: Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let main = try #require(container?.mainContext)
        container = nil
        #expect(main.container.mainContext === main)
        #expect(main.container == main.container)
    }

    /// Changes that would be saved automatically aren't lost if nothing else refers to their context.
    @MainActor @Test func scheduledChangesAreSavedAfterTheirContainerIsReleased() async throws {
        try await Places.withFolder { folder in
            let url = folder.appendingPathComponent("a.store")
            do { try Self.open(url).mainContext.insert(Note(text: "a")) }
            for _ in 0..<1000 where FileManager.default.fileExists(atPath: url.path + "-wal") { await Task.yield() }
            #expect(try Self.textsOfCopy(of: url) == ["a"])
        }
    }

    @MainActor @Test func aContainerCanBeReleasedDuringAFetch() throws {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("a.store")
            do {
                let first = ModelContext(try Self.open(url))
                for text in ["a", "b", "c"] { first.insert(Note(text: text)) }
                try first.save()
            }
            var container: ModelContainer? = try Self.open(url)
            let context = ModelContext(try #require(container))
            var texts: [String] = []
            try context.enumerate(FetchDescriptor<Note>(sortBy: [SortDescriptor(\.text)]), batchSize: 1) { note in
                container = nil
                texts.append(note.text)
            }
            #expect(texts == ["a", "b", "c"])
        }
    }
}
