import Foundation
import SwiftData

// A hierarchy and later versions of it.

enum Hierarchy {
    @Model class Trip {
        @Attribute(.unique) var name: String
        var days: Int
        var traveler: Traveler?
        var stops: [Stop] = []
        init(_ number: Int) { (name, days) = ("n\(number)", number) }
    }
    @Model class Business: Trip {
        var perdiem: Double
        var code: String?
        @Relationship(inverse: \Receipt.trip) var receipts: [Receipt] = []
        override init(_ number: Int) {
            perdiem = Double(number) / 2
            super.init(number)
        }
    }
    @Model final class Personal: Trip {
        var reason: String
        override init(_ number: Int) {
            reason = "r\(number)"
            super.init(number)
        }
    }
    @Model final class Traveler {
        var name: String
        @Relationship(inverse: \Trip.traveler) var trips: [Trip] = []
        var favourite: Trip?
        var other: Stop?
        init(_ name: String) { self.name = name }
    }
    @Model final class Stop {
        var place: String
        @Relationship(inverse: \Trip.stops) var trips: [Trip] = []
        init(_ place: String) { self.place = place }
    }
    @Model final class Receipt {
        var amount: Int
        var trip: Business?
        init(_ amount: Int) { self.amount = amount }
    }
    static let models: [any PersistentModel.Type] = [Trip.self, Business.self, Personal.self]
}

/// A version whose properties moved to a superclass or a subclass, including to-many relationships.
enum Moved {
    @Model class Trip {
        @Attribute(.unique) var name: String
        var perdiem: Double = 9
        var traveler: Traveler?
        var receipts: [Receipt] = []
        init(_ name: String) { self.name = name }
    }
    @Model class Business: Trip {
        var days: Int = -1
        var code: String?
        var stops: [Stop] = []
        override init(_ name: String) { super.init(name) }
    }
    @Model final class Personal: Trip {
        var reason: String = ""
        override init(_ name: String) { super.init(name) }
    }
    @Model final class Traveler {
        var name: String
        @Relationship(inverse: \Trip.traveler) var trips: [Trip] = []
        var favourite: Trip?
        var other: Stop?
        init(_ name: String) { self.name = name }
    }
    @Model final class Stop {
        var place: String
        @Relationship(inverse: \Business.stops) var trips: [Business] = []
        init(_ place: String) { self.place = place }
    }
    @Model final class Receipt {
        var amount: Int
        @Relationship(inverse: \Trip.receipts) var trip: Trip?
        init(_ amount: Int) { self.amount = amount }
    }
    static let models: [any PersistentModel.Type] = [Trip.self, Business.self, Personal.self]
}

/// A version with a new class that sorts first, a new superclass of `Trip`, a new subclass of `Stop`, and without
/// `Personal` and `Receipt`.
enum Regrouped {
    @Model class Booking {
        var name: String
        var price: Int = 3
        init(_ name: String) { self.name = name }
    }
    @Model class Trip: Booking {
        var days: Int = 0
        var traveler: Traveler?
        var stops: [Stop] = []
        override init(_ name: String) { super.init(name) }
    }
    @Model final class Air: Trip {
        var line: String?
        override init(_ name: String) { super.init(name) }
    }
    @Model class Business: Trip {
        var perdiem: Double = 0
        var code: String?
        override init(_ name: String) { super.init(name) }
    }
    @Model final class Traveler {
        var name: String
        @Relationship(inverse: \Trip.traveler) var trips: [Trip] = []
        var favourite: Trip?
        var other: Stop?
        init(_ name: String) { self.name = name }
    }
    @Model class Stop {
        var place: String
        @Relationship(inverse: \Trip.stops) var trips: [Trip] = []
        init(_ place: String) { self.place = place }
    }
    @Model final class Harbour: Stop {
        var depth: Int?
        override init(_ place: String) { super.init(place) }
    }
    static let models: [any PersistentModel.Type] = [Air.self, Business.self, Harbour.self]
}

/// A version whose classes no longer form a hierarchy.
enum Apart {
    @Model final class Trip {
        var name: String
        var days: Int = 0
        var traveler: Traveler?
        init(_ name: String) { self.name = name }
    }
    @Model final class Business {
        @Attribute(.unique) var name: String
        var days: Int
        var perdiem: Double
        var stops: [Stop] = []
        init(_ name: String) { (self.name, days, perdiem) = (name, 0, 0) }
    }
    @Model final class Traveler {
        var name: String
        @Relationship(inverse: \Trip.traveler) var trips: [Trip] = []
        var favourite: Trip?
        init(_ name: String) { self.name = name }
    }
    @Model final class Stop {
        var place: String
        @Relationship(inverse: \Business.stops) var trips: [Business] = []
        init(_ place: String) { self.place = place }
    }
    static let models: [any PersistentModel.Type] = [Trip.self, Business.self]
}

/// A version with new attributes that are added in place, some of them only in a subclass.
enum Grown {
    @Model class Trip {
        @Attribute(.unique) var name: String
        var days: Int
        var note: String?
        var traveler: Traveler?
        var stops: [Stop] = []
        init(_ number: Int) { (name, days) = ("n\(number)", number) }
    }
    @Model class Business: Trip {
        var perdiem: Double
        var code: String = "none"
        var level: Int = 4
        @Relationship(inverse: \Receipt.trip) var receipts: [Receipt] = []
        override init(_ number: Int) {
            perdiem = 0
            super.init(number)
        }
    }
    @Model final class Personal: Trip {
        var reason: String
        override init(_ number: Int) {
            reason = ""
            super.init(number)
        }
    }
    @Model final class Traveler {
        var name: String
        @Relationship(inverse: \Trip.traveler) var trips: [Trip] = []
        var favourite: Trip?
        var other: Stop?
        init(_ name: String) { self.name = name }
    }
    @Model final class Stop {
        var place: String
        @Relationship(inverse: \Trip.stops) var trips: [Trip] = []
        init(_ place: String) { self.place = place }
    }
    @Model final class Receipt {
        var amount: Int
        var trip: Business?
        init(_ amount: Int) { self.amount = amount }
    }
    static let models: [any PersistentModel.Type] = [Trip.self, Business.self, Personal.self]
}

/// A version that combines two classes under one superclass.
enum Merged {
    @Model class Thing {
        var tag: String?
        init() {}
    }
    @Model final class Traveler: Thing {
        var name: String = ""
        override init() { super.init() }
    }
    @Model final class Stop: Thing {
        var place: String = ""
        override init() { super.init() }
    }
}

/// A version whose subclass requires a value that its rows lack.
enum Demanding {
    @Model class Trip {
        var name: String = ""
        init() {}
    }
    @Model final class Business: Trip {
        var code: String
        override init() {
            code = ""
            super.init()
        }
    }
}
/// A version whose superclass requires a value that only rows of one subclass have.
enum DemandingAll {
    @Model class Trip {
        var perdiem: Double
        init() { perdiem = 0 }
    }
    @Model final class Business: Trip {
        override init() { super.init() }
    }
}
