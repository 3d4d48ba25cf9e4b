import Foundation
import SwiftData

/// Classes that inherit from each other. Tests also read this file as source.
enum Travel: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] {
        [Trip.self, BusinessTrip.self, Congress.self, PersonalTrip.self, Traveler.self, Guide.self]
    }

    enum Reason: String, Codable, CaseIterable { case family, rest }
    enum Standard: Codable, CaseIterable { case plain, fine }
    struct Budget: Codable, Equatable {
        var limit: Int
        var note: String?
    }

    @Model class Trip {
        #Index<Trip>([\.name], [\.days, \.name])
        @Attribute(.unique) var code: String
        var name: String
        var days = 1
        var start: Date?
        var traveler: Traveler?
        var stops: [Stop] = []
        @Transient var scratch = 3

        init(code: String, name: String) {
            self.code = code
            self.name = name
        }

        var title: String { "\(code) \(name)" }
    }

    @Model class BusinessTrip: Trip {
        var perdiem: Double = 1.5
        var budget: Budget?
        var standard = Standard.plain
        @Relationship(deleteRule: .cascade, inverse: \Receipt.trip) var receipts: [Receipt] = []

        init(code: String, name: String, perdiem: Double) {
            self.perdiem = perdiem
            super.init(code: code, name: name)
        }
    }

    @Model final class Congress: BusinessTrip, CustomStringConvertible {
        #Unique<Congress>([\.badge])
        var badge: Int?
        var topics: [String] = []
        var host: Traveler?

        override init(code: String, name: String, perdiem: Double) {
            super.init(code: code, name: name, perdiem: perdiem)
        }

        override var name: String { didSet { scratch += 1 } }
        var description: String { "congress \(name)" }
    }

    @Model final class PersonalTrip: Trip {
        var reason: Reason
        var companion: Traveler?

        init(code: String, name: String, reason: Reason) {
            self.reason = reason
            super.init(code: code, name: name)
        }
    }

    @Model class Traveler {
        var name: String
        @Relationship(inverse: \Trip.traveler) var trips: [Trip] = []
        var favourite: Trip?
        @Relationship(inverse: \Congress.host) var hosted: [Congress] = []

        init(name: String) { self.name = name }
    }

    @Model final class Guide: Traveler {
        var language: String = "en"

        override init(name: String) { super.init(name: name) }
    }

    @Model final class Stop {
        var place: String
        @Relationship(inverse: \Trip.stops) var trips: [Trip] = []

        init(place: String) { self.place = place }
    }

    @Model final class Receipt {
        var amount: Int
        var trip: BusinessTrip?

        init(amount: Int) { self.amount = amount }
    }
}
