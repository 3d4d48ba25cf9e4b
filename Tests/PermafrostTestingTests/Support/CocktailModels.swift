import Foundation
import SwiftData

/// Declarations written from the model of a real store.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
enum CocktailsV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Cocktail.self] }

    @Model final class Cocktail {
        #Index<Cocktail>([\.cocktailName], [\.collectionName], [\.cocktailName, \.collectionName])
        var id = UUID()
        @Attribute(.unique) var cocktailName: String
        var glasswareType: CocktailValues.Glassware
        @Relationship(deleteRule: .nullify, inverse: \Garnish.cocktails) var garnish: [Garnish]
        var ice: CocktailValues.Ice?
        var author: CocktailValues.Author?
        @Relationship(deleteRule: .cascade) var spec: [Ingredient]
        var buildOrder: CocktailValues.Build?
        var notes: String?
        var variation: CocktailValues.Variation?
        var collection: CocktailValues.Collection?
        var collectionName: String
        var titleCocktail: Bool?
        var historicSpec: CocktailValues.Book?
        var compiledTags: CocktailValues.Tags = CocktailValues.Tags()
        var favorite: Bool
        var isCustomCocktail: Bool
        var variationName: String?

        init(cocktailName: String) {
            self.cocktailName = cocktailName
            glasswareType = .coupe
            (garnish, spec, collectionName, favorite, isCustomCocktail) = ([], [], "", false, false)
        }
    }

    @Model final class Garnish {
        @Attribute(.unique) var name: String
        var cocktails: [Cocktail]?

        init(name: String) { self.name = name }
    }

    @Model final class Ingredient {
        var id: UUID
        var ingredientBase: IngredientBase
        var value: Double
        var unit: CocktailValues.Unit

        init(of base: IngredientBase) {
            id = UUID()
            ingredientBase = base
            (value, unit) = (1, .ounces)
        }
    }

    @Model final class IngredientBase {
        var id: UUID
        @Attribute(.unique) var name: String
        var info: String?
        var umbrellaCategory: String
        var baseCategory: String
        var specialtyCategory: String
        var tags: CocktailValues.Tags?
        var prep: CocktailValues.Prep?
        var isCustom: Bool = false

        init(name: String) {
            id = UUID()
            self.name = name
            (umbrellaCategory, baseCategory, specialtyCategory) = ("", "", "")
        }
    }
}

/// A version that adds a rating.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
enum CocktailsV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Cocktail.self] }

    @Model final class Cocktail {
        #Index<Cocktail>([\.cocktailName], [\.collectionName], [\.cocktailName, \.collectionName])
        var id = UUID()
        @Attribute(.unique) var cocktailName: String
        var glasswareType: CocktailValues.Glassware
        @Relationship(deleteRule: .nullify, inverse: \Garnish.cocktails) var garnish: [Garnish]
        var ice: CocktailValues.Ice?
        var author: CocktailValues.Author?
        @Relationship(deleteRule: .cascade) var spec: [Ingredient]
        var buildOrder: CocktailValues.Build?
        var notes: String?
        var variation: CocktailValues.Variation?
        var collection: CocktailValues.Collection?
        var collectionName: String
        var titleCocktail: Bool?
        var historicSpec: CocktailValues.Book?
        var compiledTags: CocktailValues.Tags = CocktailValues.Tags()
        var favorite: Bool
        var isCustomCocktail: Bool
        var variationName: String?
        var rating: Int = 3

        init(cocktailName: String) {
            self.cocktailName = cocktailName
            glasswareType = .coupe
            (garnish, spec, collectionName, favorite, isCustomCocktail) = ([], [], "", false, false)
        }
    }

    @Model final class Garnish {
        @Attribute(.unique) var name: String
        var cocktails: [Cocktail]?

        init(name: String) { self.name = name }
    }

    @Model final class Ingredient {
        var id: UUID
        var ingredientBase: IngredientBase
        var value: Double
        var unit: CocktailValues.Unit

        init(of base: IngredientBase) {
            id = UUID()
            ingredientBase = base
            (value, unit) = (1, .ounces)
        }
    }

    @Model final class IngredientBase {
        var id: UUID
        @Attribute(.unique) var name: String
        var info: String?
        var umbrellaCategory: String
        var baseCategory: String
        var specialtyCategory: String
        var tags: CocktailValues.Tags?
        var prep: CocktailValues.Prep?
        var isCustom: Bool = false

        init(name: String) {
            id = UUID()
            self.name = name
            (umbrellaCategory, baseCategory, specialtyCategory) = ("", "", "")
        }
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
enum CocktailsPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [CocktailsV1.self, CocktailsV2.self] }
    static var stages: [MigrationStage] {
        [.lightweight(fromVersion: CocktailsV1.self, toVersion: CocktailsV2.self)]
    }
}

/// The types of the cocktails' values, in both versions.
enum CocktailValues {
    struct Author: Codable {
        var id = UUID()
        var person: String
        var place: String?
        var year: String?
    }
    struct Build: Codable { var instructions: [Instruction] }
    struct Instruction: Codable {
        var step: Int
        var method: String
    }
    struct Tags: Codable {
        var flavors: [Word]?
        var profiles: [Word]?
        var styles: [Word]?
        var booze: [Instruction]?
        var nA: [Word]?
    }

    /// A replacement for an enum that has a raw value for each of many words.
    enum Word: RawRepresentable, Codable, Equatable {
        case word(String)

        init(rawValue: String) { self = .word(rawValue) }
        var rawValue: String {
            switch self {
            case .word(let word): word
            }
        }
    }
    struct Prep: Codable {
        var id = UUID()
        var prepIngredientName: String
        var prepRecipe: [Instruction]
    }
    enum Ice: String, Codable { case crushed, cubed }
    enum Variation: String, Codable { case one }
    enum Collection: Int, Codable { case all, some }
    enum Glassware: String, Codable { case coupe, rocks }
    enum Unit: String, Codable { case ounces }
    enum Book: Codable {
        case algonquin, alaska, betweenTheSheets, bloodAndSand, bramble, bobbyBurns, chocolateCocktail
        case elDiablo, fogCutter, ginFizz, gimlet, silverFizz, hotToddy, mexicanFiringSquad, modernCocktail
    }
}
