import Foundation
import SwiftData

/// Versions with equal hashes whose values differ in ways that no store records.
enum RideShapes {
    enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Ride.self] }

        enum Mode: String, Codable { case walk, drive }
        enum Mood: Int, Codable { case calm, wild }
        enum Kind: Codable {
            case plain
            case dated(at: Date)
        }
        struct Note: Codable {
            var text: String
            var kind: Kind
        }
        struct Plan: Codable {
            var title: String
            var mood: Mood
        }

        @Model final class Ride {
            var mode: Mode
            var modes: [Mode]?
            var notes: [Note] = []
            var plan: Plan

            init() { (mode, plan) = (.walk, Plan(title: "", mood: .calm)) }
        }
    }

    /// The same shapes with other names.
    enum Same: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Ride.self] }

        enum Way: String, Codable { case drive, walk }
        struct Remark: Codable {
            var text: String
            var kind: V1.Kind
        }

        @Model final class Ride {
            var mode: Way
            var modes: [Way]?
            var notes: [Remark] = []
            var plan: V1.Plan

            init() { (mode, plan) = (.walk, V1.Plan(title: "", mood: .calm)) }
        }
    }

    /// A version with a changed raw value, removed cases and an added field.
    enum Edited: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Ride.self] }

        enum Mode: String, Codable {
            case walk
            case drive = "car"
        }
        enum Mood: Int, Codable { case calm }
        enum Kind: Codable { case plain }
        struct Note: Codable {
            var text: String
            var kind: Kind
            var size: Int
        }
        struct Plan: Codable {
            var title: String
            var mood: Mood
        }

        @Model final class Ride {
            var mode: Mode
            var modes: [Mode]?
            var notes: [Note] = []
            var plan: Plan

            init() { (mode, plan) = (.walk, Plan(title: "", mood: .calm)) }
        }
    }
}
