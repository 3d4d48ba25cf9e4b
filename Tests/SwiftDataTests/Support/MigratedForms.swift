import Foundation
import SwiftData

/// Entities with the properties that the model cache of a migrated store doesn't describe completely, and later versions
/// of them.
enum MigratedForms {
    enum Mood: String, Codable { case calm, wild }
    enum State: Codable, Equatable { case on, off }
    struct Place: Codable, Equatable {
        var city: String?
        var zip: String?
    }

    enum Old {
        @Model final class Moody {
            var mood: Mood
            init() { mood = .wild }
        }
        @Model final class Stateful {
            var state: State?
            init() { state = .off }
        }
        @Model final class Placed {
            var place: Place?
            init() { place = Place(city: "Ulm", zip: nil) }
        }
        @Model final class Wordy {
            var words: [String]
            init() { words = ["a", "b"] }
        }
        @Model final class Single {
            @Attribute(.unique) var name: String
            var mood: Mood?
            var state: State?
            var place: Place?
            var words: [String]?
            init() { (name, mood, state, place, words) = ("x", .calm, .on, Place(city: nil, zip: "89"), ["c"]) }
        }
        static let all: [any PersistentModel.Type] = [
            Moody.self, Stateful.self, Placed.self, Wordy.self, Single.self,
        ]

        static func object(_ index: Int) -> any PersistentModel {
            switch index {
            case 0: Moody()
            case 1: Stateful()
            case 2: Placed()
            case 3: Wordy()
            default: Single()
            }
        }
    }

    enum New {
        @Model final class Moody {
            @Attribute(originalName: "mood") var temper: Mood
            var added: String?
            init() { temper = .calm }
        }
        @Model final class Stateful {
            var state: State?
            var added: String?
            init() {}
        }
        @Model final class Placed {
            var place: Place?
            var added: String?
            init() {}
        }
        @Model final class Wordy {
            var words: [String]
            var added: String?
            init() { words = [] }
        }
        @Model final class Single {
            @Attribute(.unique) var name: String
            var mood: Mood?
            var state: State?
            var place: Place?
            var words: [String]?
            var added: String?
            init() { name = "" }
        }
        static let all: [any PersistentModel.Type] = [
            Moody.self, Stateful.self, Placed.self, Wordy.self, Single.self,
        ]
    }

    /// The entities in a test's versions, as positions in the lists.
    @TaskLocal static var chosen: [Int] = []

    enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { chosen.map { Old.all[$0] } }
    }

    enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { chosen.map { New.all[$0] } }
    }

    enum Plan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
        static var stages: [MigrationStage] { [.lightweight(fromVersion: V1.self, toVersion: V2.self)] }
    }

    enum CustomPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
        static var stages: [MigrationStage] {
            [.custom(fromVersion: V1.self, toVersion: V2.self, willMigrate: nil, didMigrate: nil)]
        }
    }
}
