import Foundation
import SwiftData

// Entities before and after a change.

enum Before {
    @Model final class Item {
        var name: String
        var count: Int
        var note: String?
        var weight: Double
        var home: Home?
        var tags: [Tag] = []
        init(_ number: Int) {
            name = "n\(number)"
            count = number
            note = number.isMultiple(of: 2) ? nil : "o\(number)"
            weight = Double(number) / 2
        }
    }
    @Model final class Home {
        var city: String
        @Relationship(inverse: \Item.home) var items: [Item] = []
        init(_ city: String) { self.city = city }
    }
    @Model final class Tag {
        var text: String
        @Relationship(inverse: \Item.tags) var items: [Item] = []
        init(_ text: String) { self.text = text }
    }
}

enum Added {
    enum Mode: String, Codable { case on, off }
    enum Plain: Codable { case one, two }
    struct Pair: Codable {
        var x = 1
        var y: String? = "y"
    }
    @Model final class Item {
        var name: String
        var count: Int
        var note: String?
        var weight: Double
        var home: Home?
        var tags: [Tag] = []
        var extra: String?
        var size: Int = 5
        var mode = Mode.off
        var plain: Plain = Plain.two
        var pair = Pair()
        var list: [Int] = [1, 2]
        var stamp = Date(timeIntervalSinceReferenceDate: 3)
        var friend: Home?
        var others: [Other] = []
        init() { (name, count, weight) = ("", 0, 0) }
    }
    @Model final class Home {
        var city: String
        @Relationship(inverse: \Item.home) var items: [Item] = []
        init(_ city: String) { self.city = city }
    }
    @Model final class Tag {
        var text: String
        @Relationship(inverse: \Item.tags) var items: [Item] = []
        init(_ text: String) { self.text = text }
    }
    @Model final class Other {
        var name: String
        init(name: String) { self.name = name }
    }
}

enum Renamed {
    @Model final class Item {
        @Attribute(originalName: "name") var title: String
        @Attribute(originalName: "count") var name: Int
        var note: String?
        @Relationship(originalName: "home") var place: Home?
        @Relationship(originalName: "tags") var labels: [Tag] = []
        init() { (title, name) = ("", 0) }
    }
    @Model final class Home {
        var city: String
        @Relationship(originalName: "items", inverse: \Item.place) var things: [Item] = []
        init(_ city: String) { self.city = city }
    }
    @Model final class Tag {
        var text: String
        @Relationship(inverse: \Item.labels) var items: [Item] = []
        init(_ text: String) { self.text = text }
    }
}

enum Widened {
    @Model final class Item {
        var name: String?
        @Attribute(.unique) var count: Int
        var note: String = "none"
        var weight: Double
        var home: [Home] = []
        init() { (count, weight) = (0, 0) }
    }
    @Model final class Home {
        var city: String
        @Relationship(inverse: \Item.home) var items: [Item] = []
        init(_ city: String) { self.city = city }
    }
}
