import Foundation
import Testing

@testable import SwiftData

/// Models that are isolated to an actor. Code that uses an object stays on that actor. A context can use the object on
/// any thread.
///
/// Foundation's `#Predicate` and `SortDescriptor` require sendable key paths. Key paths to an isolated model's
/// properties aren't sendable.
@Suite struct IsolatedModelTests {
    @MainActor @Model final class Recipe {
        @Attribute(.unique) var title: String
        var steps: [String] = []
        var rating: Rating = Rating.none
        @Transient var isOpen = false
        @Relationship(deleteRule: .cascade, inverse: \Ingredient.recipe) var ingredients: [Ingredient] = []
        var summary: String { "\(title) in \(steps.count) steps" }

        init(title: String) { self.title = title }
    }

    nonisolated enum Rating: Int, Codable {
        case none
        case good
    }

    @MainActor @Model class Ingredient {
        #Index<Ingredient>([\.name])
        var name: String
        var recipe: Recipe?

        init(name: String) { self.name = name }
    }

    @MainActor @Model final class Spice: Ingredient {
        var heat = 0

        init(name: String, heat: Int) {
            self.heat = heat
            super.init(name: name)
        }
    }

    private static let schema = Schema([Recipe.self, Ingredient.self, Spice.self])

    @MainActor private func fill(_ context: ModelContext) throws {
        let recipe = Recipe(title: "Soup")
        context.insert(recipe)
        recipe.steps = ["cut", "boil"]
        recipe.rating = .good
        recipe.ingredients = [Ingredient(name: "leek"), Spice(name: "pepper", heat: 3)]
        try context.save()
    }

    @MainActor @Test func objectsOfTheMainActorAreSavedAndFetched() throws {
        let container = try ModelContainer(
            for: Self.schema, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        try fill(container.mainContext)
        let recipe = try #require(try ModelContext(container).fetch(FetchDescriptor<Recipe>()).first)
        #expect(recipe.summary == "Soup in 2 steps")
        #expect(recipe.rating == .good && !recipe.isOpen)
        #expect(recipe.ingredients.map(\.name).sorted() == ["leek", "pepper"])
        let spices = try ModelContext(container).fetch(FetchDescriptor<Spice>())
        #expect(spices.map(\.heat) == [3] && spices.first?.recipe?.title == "Soup")
        #expect(spices.first?.recipe !== recipe)
    }

    /// A context on another thread counts and deletes objects whose properties it can't access.
    @Test func contextsOnOtherThreadsCountAndDelete() async throws {
        let container = try ModelContainer(
            for: Self.schema, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        try await MainActor.run { try fill(container.mainContext) }
        let context = ModelContext(container)
        #expect(try context.fetchCount(FetchDescriptor<Ingredient>()) == 2)
        try context.delete(model: Recipe.self)
        try context.save()
        #expect(try context.fetchCount(FetchDescriptor<Ingredient>()) == 0)
    }

    @Test func theSchemaEqualsTheOneOfNonisolatedModels() {
        let entity = Self.schema.entitiesByName["Recipe"]
        #expect(entity?.properties.map(\.name).sorted() == ["ingredients", "rating", "steps", "title"])
        #expect(Recipe.schemaMetadata.count == 4 && Spice.schemaMetadata.count == 3)
        #expect(Self.schema.entitiesByName["Spice"]?.superentityName == "Ingredient")
    }
}
