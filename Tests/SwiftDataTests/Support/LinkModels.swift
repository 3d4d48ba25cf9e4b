import Foundation
import SwiftData

/// Two entities that refer to each other in one way, and in another afterwards.
enum Links {
    /// A to-one without inverse.
    enum ToOneAlone {
        @Model final class Item {
            var number: Int
            var home: Home?
            init(_ number: Int) { self.number = number }
        }
        @Model final class Home {
            var city: String
            init(_ city: String) { self.city = city }
        }
    }

    /// A to-one whose inverse is to-many.
    enum OneToMany {
        @Model final class Item {
            var number: Int
            var home: Home?
            init(_ number: Int) { self.number = number }
        }
        @Model final class Home {
            var city: String
            @Relationship(inverse: \Item.home) var items: [Item] = []
            init(_ city: String) { self.city = city }
        }
    }

    enum OneToOne {
        @Model final class Item {
            var number: Int
            var home: Home?
            init(_ number: Int) { self.number = number }
        }
        @Model final class Home {
            var city: String
            @Relationship(inverse: \Item.home) var item: Item?
            init(_ city: String) { self.city = city }
        }
    }

    /// ``OneToMany`` whose to-many is to-one.
    enum ToManyNowToOne {
        @Model final class Item {
            var number: Int
            var home: Home?
            init(_ number: Int) { self.number = number }
        }
        @Model final class Home {
            var city: String
            @Relationship(inverse: \Item.home) var items: Item?
            init(_ city: String) { self.city = city }
        }
    }

    /// A to-many without inverse.
    enum ToManyAlone {
        @Model final class Item {
            var number: Int
            @Relationship(originalName: "home") var homes: [Home] = []
            init(_ number: Int) { self.number = number }
        }
        @Model final class Home {
            var city: String
            init(_ city: String) { self.city = city }
        }
    }

    /// The to-many's inverse is to-one.
    enum ManyToOne {
        @Model final class Item {
            var number: Int
            @Relationship(originalName: "home", inverse: \Home.item) var homes: [Home] = []
            init(_ number: Int) { self.number = number }
        }
        @Model final class Home {
            var city: String
            var item: Item?
            init(_ city: String) { self.city = city }
        }
    }

    enum ManyToMany {
        @Model final class Item {
            var number: Int
            @Relationship(originalName: "home") var homes: [Home] = []
            init(_ number: Int) { self.number = number }
        }
        @Model final class Home {
            var city: String
            @Relationship(inverse: \Item.homes) var items: [Item] = []
            init(_ city: String) { self.city = city }
        }
    }

    /// ``ManyToMany`` with both sides under other names.
    enum ManyToManyRenamed {
        @Model final class Item {
            var number: Int
            @Relationship(originalName: "homes") var places: [Home] = []
            init(_ number: Int) { self.number = number }
        }
        @Model final class Home {
            var city: String
            @Relationship(originalName: "items", inverse: \Item.places) var things: [Item] = []
            init(_ city: String) { self.city = city }
        }
    }

    enum OneSideRenamed {
        @Model final class Item {
            var number: Int
            @Relationship(originalName: "homes") var places: [Home] = []
            init(_ number: Int) { self.number = number }
        }
        @Model final class Home {
            var city: String
            @Relationship(inverse: \Item.places) var items: [Item] = []
            init(_ city: String) { self.city = city }
        }
    }

    enum OneToManyRenamed {
        @Model final class Item {
            var number: Int
            @Relationship(originalName: "home") var place: Home?
            init(_ number: Int) { self.number = number }
        }
        @Model final class Home {
            var city: String
            @Relationship(originalName: "items", inverse: \Item.place) var things: [Item] = []
            init(_ city: String) { self.city = city }
        }
    }

    /// A to-many loses the relationship back, and keeps its own.
    enum InverseGone {
        @Model final class Item {
            var number: Int
            init(_ number: Int) { self.number = number }
        }
        @Model final class Home {
            var city: String
            var items: [Item] = []
            init(_ city: String) { self.city = city }
        }
    }

    enum HomeGone {
        @Model final class Item {
            var number: Int
            init(_ number: Int) { self.number = number }
        }
    }

    /// ``OneToMany`` with other delete rules, which no hash holds.
    enum Cascading {
        @Model final class Item {
            var number: Int
            var home: Home?
            init(_ number: Int) { self.number = number }
        }
        @Model final class Home {
            var city: String
            @Relationship(deleteRule: .cascade, inverse: \Item.home) var items: [Item] = []
            init(_ city: String) { self.city = city }
        }
    }

    /// An entity before the others in order: every number moves.
    enum EntityAdded {
        @Model final class Item {
            var number: Int
            var home: Home?
            var first: Aardvark?
            init(_ number: Int) { self.number = number }
        }
        @Model final class Home {
            var city: String
            @Relationship(inverse: \Item.home) var items: [Item] = []
            init(_ city: String) { self.city = city }
        }
        @Model final class Aardvark {
            var name = ""
            init() {}
        }
    }
}
