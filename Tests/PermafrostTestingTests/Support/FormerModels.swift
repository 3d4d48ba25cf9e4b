import Foundation
import SwiftData

// The versions of `Tests/PermafrostProjectTests/FormerFixtures`, whose fixtures the first releases froze.

enum MuseumSchemaV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] {
        [Museum.self, Room.self, Exhibit.self, Loan.self, Curator.self, Visit.self, Ticket.self]
    }

    @Model final class Museum {
        var name: String = ""
        var rooms: [Room] = []
        var curators: [Curator] = []
        init() {}
    }

    @Model final class Room {
        var title: String = ""
        var museum: Museum
        var exhibits: [Exhibit] = []
        init(museum: Museum) { self.museum = museum }
    }

    @Model final class Exhibit {
        var label: String = ""
        var room: Room?
        var loans: [Loan] = []
        init() {}
    }

    @Model final class Loan {
        var started: Date?
        var exhibit: Exhibit
        var curator: Curator
        init(exhibit: Exhibit, curator: Curator) {
            self.exhibit = exhibit
            self.curator = curator
        }
    }

    @Model final class Curator {
        var name: String = ""
        var museum: Museum?
        var loans: [Loan] = []
        init() {}
    }

    @Model final class Visit {
        var day: Date?
        var museum: Museum
        var tickets: [Ticket] = []
        init(museum: Museum) { self.museum = museum }
    }

    @Model final class Ticket {
        var price: Int = 0
        var visit: Visit
        init(visit: Visit) { self.visit = visit }
    }
}

enum CanvasSchemaV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Drawing.self] }

    struct Tint: Codable {
        var red: Double
        var green: Double
    }

    enum Brush: String, Codable {
        case round, flat
    }

    struct Style: Codable {
        var brush: Brush
        var keywords: [String]
        var tints: [Tint]
    }

    @Model final class Drawing {
        var title: String = ""
        var width: CGFloat = 1
        var tints: [String: Tint] = [:]
        var style: Style
        init(style: Style) { self.style = style }
    }
}
