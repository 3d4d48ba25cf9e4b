import Foundation
import SwiftData

/// The first release: a location or path is in at most one group.
enum CartographerSchemaV1: VersionedSchema {
    static let versionIdentifier: Schema.Version = .init(1, 0, 0)

    // Waypoints are included because paths own them.
    static var models: [any PersistentModel.Type] {
        [Location.self, Path.self, Group.self]
    }
}

extension CartographerSchemaV1 {
    @Model
    final class Location {
        var id = UUID()
        var name: String
        var coordinate: Coordinate
        var symbol = MapSymbol.pin
        var notes: String?
        var group: Group?

        init(name: String, coordinate: Coordinate, group: Group? = nil) {
            self.name = name
            self.coordinate = coordinate
            self.group = group
        }
    }

    @Model
    final class Path {
        var id = UUID()
        var name: String
        var color: PathColor?
        var lengthInMetres: Double = 0.0
        @Relationship(deleteRule: .cascade, inverse: \Waypoint.path) var waypoints: [Waypoint] = []
        var group: Group?

        init(name: String, group: Group? = nil) {
            self.name = name
            self.group = group
        }
    }

    @Model
    final class Waypoint {
        var position: Int
        var latitude: Double
        var longitude: Double
        var reachedAt: Date?
        var path: Path?

        init(position: Int, latitude: Double, longitude: Double) {
            self.position = position
            self.latitude = latitude
            self.longitude = longitude
        }
    }

    @Model
    final class Group {
        @Attribute(.unique) var name: String
        @Relationship(inverse: \Location.group) var locations: [Location] = []
        @Relationship(inverse: \Path.group) var paths: [Path] = []

        init(name: String) {
            self.name = name
        }
    }
}
