import Foundation
import PermafrostDeclarations
import PermafrostModel
import PermafrostStore
import Testing

/// Declarations written after the models that real stores carry give those stores' version hashes, DDL and
/// Z_PRIMARYKEY.
@Suite struct ConformanceTests {
    struct Expected: Decodable {
        var versionHashes: [String: String]
        var digest: String
        var checksum: String
        var ddl: [String]
        var primaryKeys: [[Cell]]
    }

    /// A cell of Z_PRIMARYKEY: a number or a name.
    enum Cell: Decodable, Equatable {
        case number(Int)
        case name(String)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            self = try (try? container.decode(Int.self)).map(Cell.number) ?? .name(container.decode(String.self))
        }
    }

    static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["PERMAFROST_CONFORMANCE"] {
            return URL(fileURLWithPath: path)
        }
        return URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared/conformance")
    }()

    static var isPresent: Bool { FileManager.default.fileExists(atPath: folder.path) }

    @Test(
        .enabled(if: isPresent, "the conformance stores are not here"),
        arguments: [
            ("swiftdata-users-1.0.0.sqlite", users, "UsersV1"), ("swiftdata-users-2.0.0.sqlite", users, "UsersV2"),
            ("swiftdata-resources-wal.store", resources, "ResourcesV1"),
            ("swiftdata-cards.store", cards, "CardSchemaV1"),
            ("swiftdata-cocktails-a.store", cocktails, "CocktailsV1"),
            ("swiftdata-cocktails-b.store", cocktails, "CocktailsV1"),
        ])
    func areThoseOfRealStores(store: String, source: String, schema: String) throws {
        let data = try Data(contentsOf: Self.folder.appendingPathComponent("stores/\(store).expected.json"))
        let expected = try JSONDecoder().decode(Expected.self, from: data)
        let project = try read(["Sources/App/Schemas.swift": source])
        #expect(project.issues.isEmpty)
        let declaration = try #require(project.schemas.first { $0.name == schema })
        #expect(declaration.issues.isEmpty, "\(declaration.issues)")
        let model = try #require(declaration.model)
        let hashes = model.versionHashes.mapValues { $0.map { String(format: "%02x", $0) }.joined() }
        #expect(hashes == expected.versionHashes)
        #expect(model.versionHashesDigest == expected.digest)
        #expect(model.versionChecksum == expected.checksum)
        let layout = StoreLayout(model: model)
        #expect(layout.statements.inQueryOrder().map(\.sql) == expected.ddl)
        // Z_MAX tells rows, and the rows from 16001 on the history, of which a declaration knows nothing.
        let keys = layout.primaryKeys.map {
            [Cell.number($0.entityNumber), .name($0.name), .number($0.superentityNumber)]
        }
        let entities = expected.primaryKeys.filter {
            if case .number(let number) = $0[0] { number < 16000 } else { true }
        }
        #expect(keys == entities.map { Array($0.prefix(3)) })
    }
}

private let users = """
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

private let resources = """
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

private let cards = """
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
            var titles: [Title] = []
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

private let cocktails = """
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
        var profiles: [String]?
        var styles: [String]?
        var booze: [Booze]?
        var nA: [String]?
    }
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
