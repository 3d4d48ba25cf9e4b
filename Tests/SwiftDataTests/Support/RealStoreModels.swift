import Foundation
import SwiftData

// Declarations written from the models in the real stores.

enum CardStore {
    @Model final class Author {
        var name: String
        @Relationship(inverse: \StereoCard.authors) var cards: [StereoCard] = []
        init(name: String) { self.name = name }
    }
    @Model final class Collection {
        @Attribute(.unique) var id: UUID
        var name: String
        var createdAt: Foundation.Date
        var updatedAt: Foundation.Date
        var cardOrder: [UUID] = []
        @Relationship(inverse: \StereoCard.collections) var cards: [StereoCard] = []
        init(name: String) {
            id = UUID()
            self.name = name
            createdAt = .now
            updatedAt = .now
        }
    }
    @Model final class Crop {
        var x0: Float
        var y0: Float
        var x1: Float
        var y1: Float
        var score: Float
        var side: String
        @Relationship(deleteRule: .cascade, inverse: \StereoCard.crops) var card: StereoCard?
        init(side: String) {
            (x0, y0, x1, y1, score) = (0, 0, 1, 1, 0.5)
            self.side = side
        }
    }
    @Model final class Date {
        var text: String
        @Relationship(inverse: \StereoCard.dates) var cards: [StereoCard]? = []
        init(text: String) { self.text = text }
    }
    @Model final class StereoCard {
        @Attribute(.unique) var uuid: UUID
        var imageFrontId: String?
        var imageBackId: String?
        var cardColor: String = "#F5E6D3"
        var colorOpacity: Double
        @Attribute(.externalStorage) var frontThumbnailData: Data?
        @Attribute(.externalStorage) var frontStandardData: Data?
        @Attribute(.externalStorage) var backThumbnailData: Data?
        @Attribute(.externalStorage) var backStandardData: Data?
        @Relationship(deleteRule: .cascade) var titles: [Title] = []
        var titlePick: Title?
        var authors: [Author] = []
        var subjects: [Subject] = []
        var dates: [Date] = []
        @Relationship(deleteRule: .cascade) var crops: [Crop] = []
        var collections: [Collection] = []
        init(uuid: UUID) {
            self.uuid = uuid
            colorOpacity = 0.5
        }
    }
    @Model final class Subject {
        var name: String
        @Relationship(inverse: \StereoCard.subjects) var cards: [StereoCard] = []
        init(name: String) { self.name = name }
    }
    @Model final class Title {
        var text: String
        @Relationship(inverse: \StereoCard.titles) var cards: [StereoCard] = []
        @Relationship(inverse: \StereoCard.titlePick) var picks: [StereoCard] = []
        init(text: String) { self.text = text }
    }
}

enum ResourceStore {
    @Model final class Component {
        var id = UUID()
        var count = 1
        var item: Item?
        var craftingRecipe: CraftingRecipe?
        init(item: Item?) { self.item = item }
    }
    @Model final class CraftingRecipe {
        var producedItemCount = "1"
        var producedItem: Item?
        var requiredComponents: [Component] = []
        init() {}
    }
    @Model final class Item {
        @Attribute(.unique) var name: String
        var craftingRecipe: CraftingRecipe?
        init(name: String) { self.name = name }
    }
}
