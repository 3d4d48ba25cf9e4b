import Foundation
import PermafrostTestSupport
import Testing

extension PluginTests {
    /// A package whose old versions are squashed compiles, and its plan migrates a fixture of each version to the same
    /// rows as before.
    @Suite struct SquashedPackageTests {
        @Test func `A squashed package builds and migrates every fixture to the same rows`() throws {
            let package = try SquashedPackage()
            try package.permafrost("freeze", "--all", "--rows", "40")
            let before = try package.rows()
            #expect(before.count == 3)
            for (version, rows) in before {
                #expect(
                    rows.contains { $0.hasPrefix("Trip ") } && rows.contains { $0.hasPrefix("Stop ") }, "\(version)")
            }
            // The stage's code has run.
            #expect(before["1.0.0"]?.contains { $0.contains("label=FROM ") } == true, "\(before)")

            let squashed = try package.permafrost("squash")
            #expect(squashed.output.contains("kept    label: "), "\(squashed)")
            let text = try package.source("TravelSchemaV1") + package.source("TravelSchemaV2")
            for part in ["displayTitle", "describe", "Mood", "defaultDays", "mood", "///"] {
                #expect(!text.contains(part), "\(part)\n\(text)")
            }
            for part in ["var label", "static let first", "init(name: String, position: Int)"] {
                #expect(text.contains(part), "\(part)\n\(text)")
            }
            try package.permafrost("check")
            #expect(try package.rows() == before)
        }
    }
}

/// A package with three versions and a custom stage, and a program that prints the rows of a migrated store. The folder
/// is deleted when the value is.
private final class SquashedPackage {
    private let folder = FileManager.default.temporaryDirectory.appending(
        path: "permafrost-\(UUID().uuidString)/Travel")

    init() throws {
        for (path, text) in Self.files { try write(text, to: path) }
    }

    deinit {
        try? FileManager.default.removeItem(at: folder.deletingLastPathComponent())
    }

    @discardableResult
    func permafrost(_ arguments: String...) throws -> CommandResult {
        let result = try CommandResult.running(
            [BuildFolder.tool.path] + arguments, in: folder,
            environment: [
                "PERMAFROST_CACHE_DIR": folder.appending(path: ".cache").path,
                "XDG_STATE_HOME": folder.deletingLastPathComponent().appending(path: "state").path,
            ])
        #expect(result.status == 0, "\(arguments): \(result)")
        return result
    }

    func source(_ name: String) throws -> String {
        try String(contentsOf: folder.appending(path: "Sources/Travel/\(name).swift"), encoding: .utf8)
    }

    /// Builds the package, and migrates a copy of each fixture to the newest version.
    ///
    /// - Returns: the rows of the migrated stores, keyed by version.
    func rows() throws -> [String: [String]] {
        var rows: [String: [String]] = [:]
        for version in ["1.0.0", "2.0.0", "3.0.0"] {
            let name = "App-\(version.replacing(".", with: "_")).sqlite"
            let copy = folder.deletingLastPathComponent().appending(path: UUID().uuidString + name)
            try FileManager.default.copyItem(at: folder.appending(path: "Fixtures/\(version)/\(name)"), to: copy)
            let result = try Checkout.swift(["run", "Rows", copy.path], in: folder)
            #expect(result.status == 0, "\(version): \(result)")
            rows[version] = result.output.split(separator: "\n").map(String.init).filter {
                $0.hasPrefix("Trip ") || $0.hasPrefix("Stop ")
            }
        }
        return rows
    }

    private func write(_ text: String, to path: String) throws {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }

    private static let files = [
        "Package.swift": """
        // swift-tools-version: 6.0
        import PackageDescription

        let package = Package(
            name: "Travel",
            platforms: [.macOS(.v14)],
            dependencies: [.package(name: "Permafrost", path: "\(Checkout.root.path)")],
            targets: [
                .target(name: "Travel", dependencies: [.product(name: "Permafrost", package: "Permafrost")]),
                .executableTarget(name: "Rows", dependencies: ["Travel"]),
            ],
            swiftLanguageModes: [.v5]
        )

        """,
        "Sources/Travel/TravelSchemaV1.swift": """
        import Foundation
        import SwiftData

        public enum TravelSchemaV1: VersionedSchema {
            public static let versionIdentifier = Schema.Version(1, 0, 0)
            public static var models: [any PersistentModel.Type] { [Trip.self, Stop.self] }

            public enum Kind: String, Codable {
                case city = "C", sea = "S"
                var symbol: String { rawValue.lowercased() }
            }

            /// A journey.
            @Model
            public final class Trip {
                static let first = 1
                static let defaultDays = 7

                enum Mood { case good, bad }

                /// The name in lists.
                var title: String
                var days: Int = Trip.first
                var kind: Kind = Kind.city
                @Relationship(deleteRule: .cascade, inverse: \\Stop.trip) var stops: [Stop] = []
                @Transient var mood: String = ""

                /// Creates a journey.
                init(title: String, days: Int = 7) {
                    self.title = title.trimmingCharacters(in: .whitespaces)
                    self.days = days
                }

                /// The title for a list.
                var displayTitle: String { title.uppercased() + kind.symbol }

                /// The value that the stage reads.
                var label: String { prefix + title }

                private var prefix: String { "FROM " }

                func describe() -> Mood { days > 3 ? .good : .bad }
            }

            @Model
            public final class Stop {
                var name: String = ""
                var position: Int = 0
                var trip: Trip?
                init(name: String, position: Int) {
                    self.name = name
                    self.position = position
                }
            }
        }

        """,
        "Sources/Travel/TravelSchemaV2.swift": """
        import Foundation
        import SwiftData

        public enum TravelSchemaV2: VersionedSchema {
            public static let versionIdentifier = Schema.Version(2, 0, 0)
            public static var models: [any PersistentModel.Type] { [Trip.self, Stop.self] }

            public enum Kind: String, Codable { case city = "C", sea = "S" }

            @Model
            public final class Trip {
                @Attribute(originalName: "title") var name: String
                var days: Int = 1
                var kind: Kind = Kind.city
                var label: String?
                @Relationship(deleteRule: .cascade, inverse: \\Stop.trip) var stops: [Stop] = []

                init(name: String) { self.name = name }

                var displayTitle: String { name.uppercased() }
            }

            @Model
            public final class Stop {
                var name: String = ""
                var position: Int = 0
                var trip: Trip?
                init(name: String, position: Int) {
                    self.name = name
                    self.position = position
                }
                static func < (left: Stop, right: Stop) -> Bool { left.position < right.position }
            }
        }

        """,
        "Sources/Travel/TravelSchemaV3.swift": """
        import Foundation
        import SwiftData

        public enum TravelSchemaV3: VersionedSchema {
            public static let versionIdentifier = Schema.Version(3, 0, 0)
            public static var models: [any PersistentModel.Type] { [Trip.self, Stop.self] }

            public enum Kind: String, Codable { case city = "C", sea = "S" }

            @Model
            public final class Trip {
                public var name: String
                public var days: Int = 1
                public var kind: Kind = Kind.city
                public var label: String?
                public var rating: Int = 0
                @Relationship(deleteRule: .cascade, inverse: \\Stop.trip) public var stops: [Stop] = []

                public init(name: String) { self.name = name }

                /// The title for a list.
                public var displayTitle: String { name.uppercased() }
            }

            @Model
            public final class Stop {
                public var name: String = ""
                public var position: Int = 0
                public var trip: Trip?
                public init() {}
            }
        }

        """,
        "Sources/Travel/TravelMigrationPlan.swift": """
        import Foundation
        import SwiftData

        public enum TravelMigrationPlan: SchemaMigrationPlan {
            public static var schemas: [any VersionedSchema.Type] {
                [TravelSchemaV1.self, TravelSchemaV2.self, TravelSchemaV3.self]
            }

            public static var stages: [MigrationStage] { [addLabels, addRatings] }

            nonisolated(unsafe) private static var labels: [String: String] = [:]

            static let addLabels = MigrationStage.custom(
                fromVersion: TravelSchemaV1.self, toVersion: TravelSchemaV2.self,
                willMigrate: { context in
                    for trip in try context.fetch(FetchDescriptor<TravelSchemaV1.Trip>()) { labels[trip.title] = trip.label }
                },
                didMigrate: { context in
                    for trip in try context.fetch(FetchDescriptor<TravelSchemaV2.Trip>()) {
                        trip.label = labels[trip.name]
                        let stop = TravelSchemaV2.Stop(name: "added to " + trip.name, position: -1)
                        context.insert(stop)
                        stop.trip = trip
                    }
                    try context.save()
                })

            static let addRatings = MigrationStage.lightweight(
                fromVersion: TravelSchemaV2.self, toVersion: TravelSchemaV3.self)
        }

        """,
        "Sources/Rows/main.swift": """
        import Foundation
        import SwiftData
        import Travel

        let container = try ModelContainer(
            for: Schema(versionedSchema: TravelSchemaV3.self), migrationPlan: TravelMigrationPlan.self,
            configurations: ModelConfiguration(url: URL(fileURLWithPath: CommandLine.arguments[1])))
        let context = ModelContext(container)
        var rows: [String] = []
        for trip in try context.fetch(FetchDescriptor<TravelSchemaV3.Trip>()) {
            let stops = trip.stops.map(\\.name).sorted().joined(separator: ",")
            rows.append(
                "Trip \\(trip.name) \\(trip.days) \\(trip.kind.rawValue) label=\\(trip.label ?? "-") \\(trip.rating) [\\(stops)]")
        }
        for stop in try context.fetch(FetchDescriptor<TravelSchemaV3.Stop>()) {
            rows.append("Stop \\(stop.name) \\(stop.position) \\(stop.trip?.name ?? "-")")
        }
        for row in rows.sorted() { print(row) }

        """,
    ]
}
