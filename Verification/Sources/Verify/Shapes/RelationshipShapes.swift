import Foundation
import SwiftData

/// Probes of relationships and hierarchies whose hash or layout is assumed.
enum RelationshipShapes {
    static let all: [Probe] = [
        .shape(
            "relationship-counts", "A relationship with a minimum and a maximum count",
            rule: "mapping: the counts are part of the relationship and of its hash (EntityReader)",
            schema: "CountsSchema"
        ) { folder in
            try folder.make(CountsSchema.self)
        },
        .shape(
            "self-reference", "A relationship to its own model, without an inverse",
            rule: "mapping: a model's only relationship to itself has no inverse (InverseInference)",
            schema: "SelfReferenceSchema"
        ) { folder in
            try folder.make(SelfReferenceSchema.self)
        },
        .shape(
            "self-reference-pair", "Two relationships to their own model, without a written inverse",
            rule: "mapping: a model's two relationships to itself are inverses of each other (InverseInference)",
            schema: "SelfReferencePairSchema", rows: ["Folder"]
        ) { folder in
            try folder.make(SelfReferencePairSchema.self) { context in
                let root = SelfReferencePairSchema.Folder(name: "root")
                context.insert(root)
                try context.save()
                let child = SelfReferencePairSchema.Folder(name: "child")
                child.parent = root
                context.insert(child)
            }
        },
        .shape(
            "self-many-to-many", "A many-to-many relationship within one model",
            rule: "store layout: the side that names the join table is unknown (JoinTableNaming)",
            schema: "SelfManyToManySchema"
        ) { folder in
            try folder.make(SelfManyToManySchema.self)
        },
        .shape(
            "bare-relationships", "Relationships without @Relationship on either side",
            rule: "mapping: an inverse is inferred if each side has one candidate (InverseInference)",
            schema: "BareRelationshipsSchema", rows: ["Shelf", "Book"]
        ) { folder in
            try folder.make(BareRelationshipsSchema.self) { context in
                let shelf = BareRelationshipsSchema.Shelf()
                context.insert(shelf)
                try context.save()
                let book = BareRelationshipsSchema.Book()
                book.shelf = shelf
                context.insert(book)
            }
        },
        .shape(
            "required-to-one", "A required to-one relationship, without a written inverse",
            rule: "mapping: it isn't certain whether this relationship can be an inferred inverse (InverseInference)",
            schema: "RequiredToOneSchema"
        ) { folder in
            try folder.make(RequiredToOneSchema.self)
        },
        .shape(
            "half-written-inverse", "@Relationship without an inverse on one side",
            rule: "mapping: Core Data up to 1419 infers an inverse, but iOS 26 doesn't (InverseInference)",
            schema: "HalfWrittenInverseSchema"
        ) { folder in
            try folder.make(HalfWrittenInverseSchema.self)
        },
        .shape(
            "relationship-on-value", "@Relationship on a property that isn't a model",
            rule: "mapping: the type counts, not the macro (EntityReader)", schema: "RelationshipOnValueSchema"
        ) { folder in
            try folder.make(RelationshipOnValueSchema.self)
        },
        .shape(
            "inheritance", "A class that inherits from another",
            rule:
                "mapping: superentity, one table, the child's hash has inherited properties (EntityReader, PropertyHash)",
            schema: "InheritanceSchema", rows: ["Vehicle"]
        ) { folder in
            guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
                throw NeedsNewerSystem(system: "macOS 26")
            }
            try folder.make(InheritanceSchema.self) { context in
                context.insert(InheritanceSchema.Vehicle(wheels: 2))
                try context.save()
                context.insert(InheritanceSchema.Truck(wheels: 6, load: 7.5))
            }
        },
    ]
}

enum CountsSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Team.self, Player.self] }

    @Model
    final class Team {
        @Relationship(minimumModelCount: 1, maximumModelCount: 11, inverse: \Player.team) var players: [Player] = []

        init() {}
    }

    @Model
    final class Player {
        var team: Team?

        init() {}
    }
}

enum SelfReferenceSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Task.self] }

    @Model
    final class Task {
        var blocker: Task?

        init() {}
    }
}

enum SelfReferencePairSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Folder.self] }

    @Model
    final class Folder {
        var name: String
        var parent: Folder?
        var children: [Folder] = []

        init(name: String) {
            self.name = name
        }
    }
}

enum SelfManyToManySchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Reader.self] }

    @Model
    final class Reader {
        @Relationship(inverse: \Reader.followers) var following: [Reader] = []
        var followers: [Reader] = []

        init() {}
    }
}

enum BareRelationshipsSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Shelf.self, Book.self] }

    @Model
    final class Shelf {
        var books: [Book] = []

        init() {}
    }

    @Model
    final class Book {
        var shelf: Shelf?

        init() {}
    }
}

enum RequiredToOneSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Match.self, Goal.self] }

    @Model
    final class Match {
        var goals: [Goal] = []

        init() {}
    }

    @Model
    final class Goal {
        var match: Match

        init(match: Match) {
            self.match = match
        }
    }
}

enum HalfWrittenInverseSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Album.self, Song.self] }

    @Model
    final class Album {
        @Relationship(deleteRule: .cascade) var songs: [Song] = []

        init() {}
    }

    @Model
    final class Song {
        var album: Album?

        init() {}
    }
}

enum RelationshipOnValueSchema: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Plate.self] }

    struct Portion: Codable {
        var grams: Int
    }

    @Model
    final class Plate {
        @Relationship var portions: [Portion] = []

        init() {}
    }
}

@available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
enum InheritanceSchema: VersionedSchema {
    static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
    static var models: [any PersistentModel.Type] { [Vehicle.self, Truck.self, Garage.self] }

    @Model
    class Vehicle {
        var wheels: Int
        @Relationship(inverse: \Garage.vehicles) var garage: Garage?

        init(wheels: Int) {
            self.wheels = wheels
        }
    }

    @Model
    final class Truck: Vehicle {
        var load: Double

        init(wheels: Int, load: Double) {
            self.load = load
            super.init(wheels: wheels)
        }
    }

    @Model
    final class Garage {
        var vehicles: [Vehicle] = []

        init() {}
    }
}
