import Foundation
import SwiftData

/// Four versions of a garden diary: a plant gets a gardener's name, then its notes become a journal and the name a
/// gardener, then it gets a date and a slug that every plant must have.
enum GardenV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static let models: [any PersistentModel.Type] = [Plant.self]

    @Model final class Plant {
        @Attribute(.unique) var id: String
        var name: String
        var notes: String
        var planted: Date

        init(id: String, name: String, notes: String, planted: Date) {
            (self.id, self.name, self.notes, self.planted) = (id, name, notes, planted)
        }
    }
}

enum GardenV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static let models: [any PersistentModel.Type] = [Plant.self]

    @Model final class Plant {
        @Attribute(.unique) var id: String
        var name: String
        var notes: String
        var planted: Date
        var gardenerName: String?

        init(id: String, name: String, notes: String, planted: Date, gardenerName: String? = nil) {
            (self.id, self.name, self.notes, self.planted) = (id, name, notes, planted)
            self.gardenerName = gardenerName
        }
    }
}

enum GardenV3: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static let models: [any PersistentModel.Type] = [Plant.self, Gardener.self]

    @Model final class Plant {
        @Attribute(.unique) var id: String
        var name: String
        var journal: String = ""
        var planted: Date
        var gardener: Gardener?

        init(id: String, name: String, journal: String, planted: Date, gardener: Gardener? = nil) {
            (self.id, self.name, self.journal, self.planted) = (id, name, journal, planted)
            self.gardener = gardener
        }
    }

    @Model final class Gardener {
        @Attribute(.unique) var id: String
        var name: String
        @Relationship(inverse: \Plant.gardener) var plants: [Plant] = []

        init(id: String, name: String) { (self.id, self.name) = (id, name) }
    }
}

enum GardenV4: VersionedSchema {
    static let versionIdentifier = Schema.Version(4, 0, 0)
    static let models: [any PersistentModel.Type] = [Plant.self, Gardener.self]

    @Model final class Plant {
        @Attribute(.unique) var id: String
        var name: String
        var journal: String = ""
        var planted: Date
        var watered: Date = Date.distantPast
        var slug: String = ""
        var gardener: Gardener?

        init(id: String, name: String, journal: String, planted: Date) {
            (self.id, self.name, self.journal, self.planted) = (id, name, journal, planted)
        }
    }

    @Model final class Gardener {
        @Attribute(.unique) var id: String
        var name: String
        @Relationship(inverse: \Plant.gardener) var plants: [Plant] = []

        init(id: String, name: String) { (self.id, self.name) = (id, name) }
    }
}
