import Foundation
import SwiftData

/// Two entities that refer to each other in different ways in different versions.
enum Links {
    /// A to-one without an inverse.
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

    /// ``OneToMany`` with its to-many changed to a to-one.
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

    /// A to-many without an inverse.
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

    /// A to-many whose inverse is a to-one.
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

    /// ``ManyToMany`` with both sides renamed.
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

    /// A to-many whose inverse was removed.
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

    /// ``OneToMany`` with other delete rules, which aren't part of a hash.
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

    /// A new entity that sorts first, so that every entity number changes.
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
