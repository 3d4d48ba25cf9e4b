import Foundation
import SwiftData

typealias Location = CartographerSchemaV2.Location
typealias Path = CartographerSchemaV2.Path
typealias Waypoint = CartographerSchemaV2.Waypoint

/// A location or path can be in any number of groups.
///
/// The relationships of 1.0.0 remain in this version. Without them, a store would lose their links before a migration
/// could copy them. Only the migration uses them.
enum CartographerSchemaV2: VersionedSchema {
    static let versionIdentifier: Schema.Version = .init(2, 0, 0)

    static var models: [any PersistentModel.Type] {
        [Location.self, Path.self, Group.self]
    }
}

extension CartographerSchemaV2 {
    @Model
    final class Location {
        var id = UUID()
        var name: String
        var coordinate: Coordinate
        var symbol = MapSymbol.pin
        var notes: String?
        var keywords: [String] = []
        var group: Group?
        var groups: [Group] = []

        init(name: String, coordinate: Coordinate, groups: [Group] = []) {
            self.name = name
            self.coordinate = coordinate
            self.groups = groups
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
        var groups: [Group] = []

        init(name: String, groups: [Group] = []) {
            self.name = name
            self.groups = groups
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
        @Relationship(inverse: \Location.groups) var memberLocations: [Location] = []
        @Relationship(inverse: \Path.groups) var memberPaths: [Path] = []

        init(name: String) {
            self.name = name
        }
    }
}
