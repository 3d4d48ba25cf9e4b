import Foundation
import SwiftData
import Testing

@ModelActor
actor Autosaver {
    func turnOn() { modelContext.autosaveEnabled = true }
    func add(_ name: String) { modelContext.insert(Toy(name: name)) }
    func hasChanges() -> Bool { modelContext.hasChanges }
}

@Suite struct AutosaveTests {
    private static func container() throws -> ModelContainer {
        try ModelContainer(for: Parent.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
    }

    /// Returns the names of the stored toys, sorted. Reads the store with a new context.
    private static func stored(_ container: ModelContainer) throws -> [String] {
        try ModelContext(container).fetch(FetchDescriptor<Toy>(sortBy: [SortDescriptor(\.name)])).map(\.name)
    }

    /// Waits until the condition holds, for about five seconds at most. Meanwhile, other work can run on the actor.
    private static func wait(
        isolation: isolated (any Actor)? = #isolation, until condition: () async throws -> Bool
    ) async throws {
        for _ in 0..<1000 where try await !condition() { await Task.yield() }
        for _ in 0..<500 where try await !condition() { try await Task.sleep(for: .milliseconds(10)) }
        #expect(try await condition())
    }

    @MainActor @Test func theMainContextSavesOnTheNextTurn() async throws {
        let container = try Self.container()
        let context = container.mainContext
        #expect(context.autosaveEnabled)
        let toy = Toy(name: "a")
        context.insert(toy)
        #expect(context.hasChanges)
        #expect(try Self.stored(container).isEmpty)
        try await Self.wait { !context.hasChanges }
        #expect(try Self.stored(container) == ["a"])
        toy.name = "b"
        try await Self.wait { !context.hasChanges }
        #expect(try Self.stored(container) == ["b"])
        context.delete(toy)
        try await Self.wait { !context.hasChanges }
        #expect(try Self.stored(container).isEmpty)
    }

    @MainActor @Test func otherContextsSaveOnlyOnRequest() async throws {
        let container = try Self.container()
        let context = ModelContext(container)
        #expect(!context.autosaveEnabled)
        context.insert(Toy(name: "a"))
        for _ in 0..<20 { await Task.yield() }
        #expect(context.hasChanges)
        // Changes that exist already are saved too.
        context.autosaveEnabled = true
        try await Self.wait { !context.hasChanges }
        #expect(try Self.stored(container) == ["a"])
        context.autosaveEnabled = false
        context.insert(Toy(name: "b"))
        for _ in 0..<20 { await Task.yield() }
        #expect(context.hasChanges)
    }

    @Test func anActorsContextSavesOnItsQueue() async throws {
        let container = try Self.container()
        let saver = Autosaver(modelContainer: container)
        await saver.add("a")
        #expect(await saver.hasChanges())
        await saver.turnOn()
        await saver.add("b")
        try await Self.wait { await !saver.hasChanges() }
        #expect(try Self.stored(container) == ["a", "b"])
    }

    /// A failed autosave keeps the changes. The next explicit save throws the error.
    @MainActor @Test func theNextSaveThrowsTheErrorOfAFailedAutosave() async throws {
        let container = try Self.container()
        let context = container.mainContext
        let parent = Parent(name: "p")
        parent.guards = [Watch(name: "w")]
        context.insert(parent)
        try context.save()
        context.delete(parent)
        for _ in 0..<20 { await Task.yield() }
        #expect(context.hasChanges)
        #expect(throws: SwiftDataError.modelValidationFailure) { try context.save() }
        context.rollback()
        #expect(!context.hasChanges)
    }

    @MainActor @Test func notificationsListTheSavedObjects() throws {
        let container = try Self.container()
        let context = ModelContext(container)
        let (kept, changed, gone) = (Toy(name: "kept"), Toy(name: "changed"), Toy(name: "gone"))
        for toy in [changed, gone] { context.insert(toy) }
        try context.save()
        changed.name = "x"
        context.delete(gone)
        context.insert(kept)
        let log = NotificationLog()
        let tokens = [ModelContext.willSave, ModelContext.didSave].map { name in
            NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { log.add($0) }
        }
        defer { tokens.forEach(NotificationCenter.default.removeObserver) }
        try context.save()
        #expect(log.names == [ModelContext.willSave, ModelContext.didSave])
        #expect(log.identifiers(.insertedIdentifiers) == [kept.persistentModelID])
        #expect(log.identifiers(.updatedIdentifiers) == [changed.persistentModelID])
        #expect(log.identifiers(.deletedIdentifiers) == [gone.persistentModelID])
    }
}

/// The posted notifications, in order.
private final class NotificationLog: @unchecked Sendable {
    // The tests post and read on one thread.
    private(set) var names: [Notification.Name] = []
    private var content: [AnyHashable: Any] = [:]

    func add(_ notification: Notification) {
        names.append(notification.name)
        content.merge(notification.userInfo ?? [:]) { $1 }
    }

    func identifiers(_ key: ModelContext.NotificationKey) -> [PersistentIdentifier]? {
        content[key.rawValue] as? [PersistentIdentifier]
    }
}
