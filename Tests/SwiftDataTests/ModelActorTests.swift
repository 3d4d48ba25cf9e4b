import Foundation
import SwiftData
import Testing

@ModelActor
actor Keeper {
    func add(_ name: String) throws -> PersistentIdentifier {
        let toy = Toy(name: name)
        modelContext.insert(toy)
        try modelContext.save()
        return toy.persistentModelID
    }

    func name(of identifier: PersistentIdentifier) -> String? { self[identifier, as: Toy.self]?.name }
}

/// Compiles only if the macro's members are as visible as the actor.
@ModelActor
package actor SharedKeeper {}

@ModelActor
public actor PublicKeeper {}

@Suite struct ModelActorTests {
    @Test func actorsSaveSideBySide() async throws {
        let container = try ModelContainer(
            for: Parent.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let names = try await withThrowingTaskGroup(of: (String, PersistentIdentifier).self) { group in
            for number in 0..<20 {
                group.addTask { ("\(number)", try await Keeper(modelContainer: container).add("\(number)")) }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        #expect(Set(names.values).count == 20)
        let reader = Keeper(modelContainer: container)
        for (name, identifier) in names { #expect(await reader.name(of: identifier) == name) }
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<Toy>()) == 20)
    }
}
