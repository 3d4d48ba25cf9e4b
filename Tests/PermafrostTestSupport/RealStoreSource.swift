/// Declarations written to match the models in real SwiftData stores.
public struct RealStoreSource: Sendable, CustomStringConvertible {
    /// The name of the real store.
    public let store: String
    /// The name of the type that declares the store's version.
    public let schema: String
    public let name: String
    public let text: String

    public var description: String { store }

    public static let users1 = RealStoreSource(
        store: "swiftdata-users-1.0.0.sqlite", schema: "UsersV1", name: "users 1.0.0", text: users)

    /// A declaration for each store.
    public static let all = [
        users1,
        RealStoreSource(
            store: "swiftdata-users-2.0.0.sqlite", schema: "UsersV2", name: "users 2.0.0", text: users),
        RealStoreSource(
            store: "swiftdata-resources-wal.store", schema: "ResourcesV1", name: "resources", text: resources),
        RealStoreSource(store: "swiftdata-cards.store", schema: "CardSchemaV1", name: "cards", text: cards),
        RealStoreSource(
            store: "swiftdata-cocktails-a.store", schema: "CocktailsV1", name: "cocktails a", text: cocktails),
        RealStoreSource(
            store: "swiftdata-cocktails-b.store", schema: "CocktailsV1", name: "cocktails b", text: cocktails),
    ]

    private static let users = """
        import SwiftData
        enum UsersV1: VersionedSchema {
            static let versionIdentifier = Schema.Version(1, 0, 0)
            static let models: [any PersistentModel.Type] = [User.self]
            @Model final class User {
                var name: String?
                var createdAt: Date?
                init() {}
            }
        }
        enum UsersV2: VersionedSchema {
            static var versionIdentifier: Schema.Version { .init(2, 0, 0) }
            static var models: [any PersistentModel.Type] { [User.self] }
            @Model final class User {
                var name: String?
                var email: String?
                var createdAt: Date?
                init() {}
            }
        }
        """

    private static let resources = """
        import SwiftData
        enum ResourcesV1: VersionedSchema {
            static var versionIdentifier = Schema.Version(1, 0, 0)
            static var models: [any PersistentModel.Type] { [Item.self, CraftingRecipe.self, Component.self] }
        }
        @Model class Item {
            @Attribute(.unique) var name: String
            var craftingRecipe: CraftingRecipe?
        }
        @Model class CraftingRecipe {
            @Relationship(inverse: \\Item.craftingRecipe) var producedItem: Item?
            var producedItemCount = "1"
            @Relationship(inverse: \\Component.craftingRecipe) var requiredComponents = [Component]()
        }
        @Model class Component: Identifiable {
            let id = UUID()
            var count: Int = 1
            var craftingRecipe: CraftingRecipe?
            var item: Item?
        }
        """

    private static let cards = """
        import SwiftData
        enum CardSchemaV1: VersionedSchema {
            static var versionIdentifier: Schema.Version = .init(1, 0, 0)
            static var models: [any PersistentModel.Type] {
                [StereoCard.self, Author.self, Subject.self, Title.self, CardSchemaV1.Date.self]
            }
            @Model final class StereoCard {
                @Attribute(.unique) var uuid: UUID
                var imageFrontId: String?
                var imageBackId: String?
                var cardColor: String = "#F5E6D3"
                var colorOpacity: Double
                var titlePick: Title?
                @Relationship(deleteRule: .cascade) var titles: [Title] = []
                @Attribute(.externalStorage) var frontThumbnailData: Data?
                @Attribute(.externalStorage) var frontStandardData: Data?
                @Attribute(.externalStorage) var backThumbnailData: Data?
                @Attribute(.externalStorage)
                var backStandardData: Data?
                var authors = [Author]()
                var subjects: [Subject]
                var dates: [Date] = []
                @Relationship(deleteRule: .cascade, inverse: \\Crop.card) var crops: [Crop] = []
                @Relationship var collections: [Collection] = []
                var color: Color { Color(hex: cardColor) }
            }
            @Model final class Author {
                var name: String
                @Relationship(deleteRule: .nullify, inverse: \\StereoCard.authors) var cards: [StereoCard] = []
            }
            @Model final class Subject {
                var name: String
                @Relationship(inverse: \\StereoCard.subjects) var cards: Array<StereoCard> = []
            }
            @Model final class Title {
                var text: String
                @Relationship(inverse: \\StereoCard.titles) var cards: [StereoCard] = []
                @Relationship(inverse: \\StereoCard.titlePick) var picks: [StereoCard] = []
            }
            @Model final class Date {
                var text: String
                @Relationship(inverse: \\CardSchemaV1.StereoCard.dates) var cards: [StereoCard]?
            }
            @Model final class Crop {
                var x0, y0, x1, y1: Float
                var score: Float
                var side: String
                @Relationship(deleteRule: .cascade) var card: StereoCard?
            }
        }
        extension CardSchemaV1 {
            @Model final class Collection {
                @Attribute(.unique) private(set) var id: UUID
                var name: String
                var createdAt: Foundation.Date
                var updatedAt: Foundation.Date { didSet { print("changed") } }
                private var cardOrder: [UUID] = []
                @Relationship(inverse: \\StereoCard.collections) var cards: [StereoCard] = []
            }
        }
        """

    private static let cocktails = """
        import SwiftData
        enum CocktailsV1: VersionedSchema {
            static let versionIdentifier = Schema.Version(1, 0, 0)
            static let models: [any PersistentModel.Type] = [Cocktail.self]
        }
        @Model class Cocktail: Equatable, Hashable {
            #Index<Cocktail>([\\.cocktailName], [\\.collectionName], [\\.cocktailName, \\.collectionName])
            let id = UUID()
            @Attribute(.unique) var cocktailName: String
            var glasswareType: Glassware
            @Relationship(deleteRule: .nullify, inverse: \\Garnish.cocktails) var garnish: [Garnish]
            var ice: Ice?
            var author: Author?
            @Relationship(deleteRule: .cascade) var spec: [Ingredient]
            var buildOrder: Build?
            var notes: String?
            var variation: Variation?
            var collection: CocktailCollection?
            var collectionName: String
            var titleCocktail: Bool?
            var historicSpec: Book?
            var compiledTags: Tags = Tags()
            var favorite: Bool
            var isCustomCocktail: Bool
            var variationName: String?
            @Transient var score = 0
            static func == (left: Cocktail, right: Cocktail) -> Bool { left.id == right.id }
        }
        struct Author: Codable { var id = UUID(); var person: String; var place: String?; var year: String? }
        struct Build: Codable, Hashable { var instructions: [Instruction] }
        struct Instruction: Codable, Hashable { var step: Int; var method: String }
        struct Tags: Codable {
            var flavors: [Flavor]?
            var profiles: [Profile]?
            var styles: [Style]?
            var booze: [Booze]?
            var nA: [Booze]?
        }
        enum Profile: String, Codable { case bitter, smoky }
        enum Style: String, Codable { case stirred, shaken }
        struct Booze: Codable { var name: String }
        enum Flavor: String, Codable { case sweet, sour }
        enum Ice: String, Codable { case crushed, cubed }
        enum Variation: String, Codable { case one }
        enum CocktailCollection: Int, Codable { case all, some = 4 }
        enum Glassware: String, Codable, CaseIterable { case coupe = "Coupe", rocks = "Rocks" }
        enum Book: Codable {
            case algonquin, alaska, betweenTheSheets, bloodAndSand, bramble, bobbyBurns, chocolateCocktail
            case elDiablo, fogCutter, ginFizz, gimlet, silverFizz, hotToddy
            case mexicanFiringSquad
            case modernCocktail
        }
        @Model class Garnish {
            @Attribute(.unique) var name: String
            var cocktails: [Cocktail]?
        }
        @Model final class Ingredient {
            var id: UUID
            var ingredientBase: IngredientBase
            var value: Double
            var unit: Unit
        }
        enum Unit: String, Codable { case ounces }
        @Model final class IngredientBase {
            var id: UUID
            @Attribute(.unique) var name: String
            var info: String?
            var umbrellaCategory: String
            var baseCategory: String
            var specialtyCategory: String
            var tags: Tags?
            var prep: Prep?
            var isCustom: Bool = false
        }
        struct Prep: Codable { var id = UUID(); var prepIngredientName: String; var prepRecipe: [Instruction] }
        """
}
