import Foundation

/// A project that keeps schema versions as real teams do, and an edit of its newest version.
package struct VersionIdiom: Sendable, CustomStringConvertible {
    package let name: String
    /// The contents of the source files, keyed by path.
    package var files: [String: String]
    /// A developer's edit for the next version: a file, a text in it, and the text's replacement.
    package var edit: [(path: String, old: String, new: String)]
    /// The newest version's name.
    package var newest: String
    /// The name of the version that the edit is for.
    package var next: String

    package init(
        name: String, files: [String: String], edit: [(path: String, old: String, new: String)],
        newest: String = "2.0.0", next: String = "3.0.0"
    ) {
        self.name = name
        self.files = files
        self.edit = edit
        self.newest = newest
        self.next = next
    }

    package var description: String { name }

    // MARK: Parts

    package static func model(_ name: String, _ body: String, indent: String = "") -> String {
        (["@Model", "final class \(name) {"] + body.split(separator: "\n").map { "    " + $0 } + ["}", ""])
            .map { $0.isEmpty ? "" : indent + $0 }.joined(separator: "\n")
    }

    package static func version(_ name: String, _ number: Int, models: String, body: String = "") -> String {
        """
        enum \(name): VersionedSchema {
            static let versionIdentifier = Schema.Version(\(number), 0, 0)
            static var models: [any PersistentModel.Type] { \(models) }
        \(body)}

        """
    }

    package static let imports = "import Foundation\nimport SwiftData\n\n"

    package static let trip = """
        /// A trip, with what the screen shows of it.
        var name: String
        var start: Date?
        @Relationship(deleteRule: .cascade, inverse: \\Stop.trip) var stops: [Stop] = []
        var title: String { name.capitalized }
        init(name: String) { self.name = name }
        """
    package static let stop = """
        var city = ""
        var trip: Trip?
        init() {}
        """
    package static let firstTrip = trip.replacing("var start: Date?\n", with: "")

    package static func plan(_ versions: [String], stages: String) -> String {
        let list = versions.map { $0 + ".self" }.joined(separator: ", ")
        return """
            enum TripPlan: SchemaMigrationPlan {
                static var schemas: [any VersionedSchema.Type] { [\(list)] }
            \(stages)}

            func makeContainer() throws -> ModelContainer {
                let schema = Schema(versionedSchema: \(versions.last ?? "").self)
                return try ModelContainer(for: schema, migrationPlan: TripPlan.self, configurations: [])
            }

            """
    }

    package static let inlineStages = """
            static var stages: [MigrationStage] {
                [
                    .lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV2.self)
                ]
            }

        """
    package static let namedStages = """
            static var stages: [MigrationStage] { [migrateV1toV2] }

            static let migrateV1toV2 = MigrationStage.lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV2.self)

        """

    private static func plan(_ stages: String = inlineStages) -> String {
        imports + plan(["SchemaV1", "SchemaV2"], stages: stages)
    }

    private static let nestedV1 =
        imports
        + version(
            "SchemaV1", 1, models: "[Trip.self, Stop.self]",
            body: model("Trip", firstTrip, indent: "    ") + model("Stop", stop, indent: "    "))

    private static let rating = "var start: Date?\n    var rating: Int?"
    private static let nestedRating = "var start: Date?\n        var rating: Int?"

    // MARK: Idioms

    /// Live classes at the top level of their files, and older versions frozen in their own files.
    package static let freezeBehind = VersionIdiom(
        name: "freeze behind",
        files: [
            "Sources/App/Trip.swift": imports + model("Trip", trip),
            "Sources/App/Stop.swift": imports + model("Stop", stop),
            "Sources/App/SchemaV1.swift": nestedV1,
            "Sources/App/SchemaV2.swift": imports + version("SchemaV2", 2, models: "[Trip.self, Stop.self]"),
            "Sources/App/Plan.swift": plan(),
        ],
        edit: [("Sources/App/Trip.swift", "var start: Date?", rating)])

    /// Versions that each have a file with their classes.
    package static let copyForward = VersionIdiom(
        name: "copy forward",
        files: [
            "Sources/App/SchemaV1.swift": nestedV1,
            "Sources/App/SchemaV2.swift": imports
                + version(
                    "SchemaV2", 2, models: "[Trip.self, Stop.self]",
                    body: model("Trip", trip, indent: "    ") + model("Stop", stop, indent: "    ")),
            "Sources/App/Plan.swift": plan(namedStages)
                + "typealias Trip = SchemaV2.Trip\ntypealias Stop = SchemaV2.Stop\n",
        ],
        edit: [("Sources/App/SchemaV2.swift", "var start: Date?", nestedRating)])

    /// All versions in one file.
    package static let oneFile = VersionIdiom(
        name: "one file",
        files: [
            "Sources/App/Schema.swift": nestedV1
                + version(
                    "SchemaV2", 2, models: "[Trip.self, Stop.self]",
                    body: model("Trip", trip, indent: "    ") + model("Stop", stop, indent: "    "))
                + plan(["SchemaV1", "SchemaV2"], stages: inlineStages)
        ],
        edit: [("Sources/App/Schema.swift", "var start: Date?", nestedRating)])

    /// A file for each model of each version, using extensions.
    package static let extensions = VersionIdiom(
        name: "extensions",
        files: [
            "Sources/App/SchemaV1.swift": nestedV1,
            "Sources/App/SchemaV2/SchemaV2.swift": imports + version("SchemaV2", 2, models: "[Trip.self, Stop.self]"),
            "Sources/App/SchemaV2/Trip.swift": imports + "extension SchemaV2 {\n" + model("Trip", trip, indent: "    ")
                + "}\n",
            "Sources/App/SchemaV2/Stop.swift": imports + "extension SchemaV2 {\n" + model("Stop", stop, indent: "    ")
                + "}\n",
            "Sources/App/Plan.swift": plan() + "typealias CurrentSchema = SchemaV2\n",
        ],
        edit: [("Sources/App/SchemaV2/Trip.swift", "var start: Date?", nestedRating)])

    /// Live classes in an extension of an alias that moves to the next version.
    package static let movingAlias = VersionIdiom(
        name: "moving alias",
        files: [
            "Sources/App/Models.swift": imports + "extension CurrentSchema {\n" + model("Trip", trip, indent: "    ")
                + model("Stop", stop, indent: "    ") + "}\n",
            "Sources/App/SchemaV1.swift": nestedV1,
            "Sources/App/SchemaV2.swift": imports + version("SchemaV2", 2, models: "[Trip.self, Stop.self]"),
            "Sources/App/Plan.swift": plan() + "typealias CurrentSchema = SchemaV2\n",
        ],
        edit: [("Sources/App/Models.swift", "var start: Date?", nestedRating)])

    /// Versions that share the live classes. Each has more models than the previous one.
    package static let shared = VersionIdiom(
        name: "shared",
        files: [
            "Sources/App/Trip.swift": imports + model("Trip", trip),
            "Sources/App/Stop.swift": imports + model("Stop", stop),
            "Sources/App/Tag.swift": imports + model("Tag", "var label = \"\"\ninit() {}"),
            "Sources/App/Versions.swift": imports + version("SchemaV1", 1, models: "[Trip.self, Stop.self]")
                + version("SchemaV2", 2, models: "[Trip.self, Stop.self, Tag.self]"),
            "Sources/App/Plan.swift": plan(),
        ],
        edit: [("Sources/App/Trip.swift", "var start: Date?", rating)])

    /// A list of models that appends to the previous version's list.
    package static let appended = VersionIdiom(
        name: "appended",
        files: [
            "Sources/App/Trip.swift": imports + model("Trip", trip),
            "Sources/App/Stop.swift": imports + model("Stop", stop),
            "Sources/App/Tag.swift": imports + model("Tag", "var label = \"\"\ninit() {}"),
            "Sources/App/SchemaV1.swift": imports + version("SchemaV1", 1, models: "[Trip.self, Stop.self]"),
            "Sources/App/SchemaV2.swift": imports + version("SchemaV2", 2, models: "SchemaV1.models + [Tag.self]"),
            "Sources/App/Plan.swift": plan(),
        ],
        edit: [("Sources/App/Tag.swift", "var label = \"\"", "var label = \"\"\n    var colour: String?")])

    /// Only the first version.
    package static let alone = VersionIdiom(
        name: "alone",
        files: [
            "Sources/App/Trip.swift": imports + model("Trip", trip),
            "Sources/App/Stop.swift": imports + model("Stop", stop),
            "Sources/App/SchemaV1.swift": imports + version("SchemaV1", 1, models: "[Trip.self, Stop.self]"),
            "Sources/App/Plan.swift": imports
                + plan(["SchemaV1"], stages: "    static var stages: [MigrationStage] { [] }\n"),
        ],
        edit: [("Sources/App/Trip.swift", "var start: Date?", rating)], newest: "1.0.0", next: "2.0.0")

    /// A version that lists an older version's class.
    package static let referring = VersionIdiom(
        name: "referring",
        files: [
            "Sources/App/SchemaV1.swift": imports
                + version(
                    "SchemaV1", 1, models: "[Trip.self, Stop.self, Tag.self]",
                    body: model("Trip", firstTrip, indent: "    ") + model("Stop", stop, indent: "    ")
                        + model("Tag", "var label = \"\"\ninit() {}", indent: "    ")),
            "Sources/App/SchemaV2.swift": imports
                + version(
                    "SchemaV2", 2, models: "[Trip.self, Stop.self, Tag.self]",
                    body: "    typealias Tag = SchemaV1.Tag\n" + model("Trip", trip, indent: "    ")
                        + model("Stop", stop, indent: "    ")),
            "Sources/App/Plan.swift": plan(),
        ],
        edit: [("Sources/App/SchemaV2.swift", "var start: Date?", nestedRating)])

    /// References to an edited class of an older version: through an alias in the version, through the older version's
    /// name, and through an alias of the app.
    package static let referringToEdited = [
        referring.editingTag("alias", { $0 }),
        referring.editingTag("name") { text in
            text.replacing("    typealias Tag = SchemaV1.Tag\n", with: "").replacing(
                "Stop.self, Tag.self]", with: "Stop.self, SchemaV1.Tag.self]")
        },
        referring.editingTag("alias of the app", alias: "typealias Tag = SchemaV1.Tag\n") { text in
            text.replacing("    typealias Tag = SchemaV1.Tag\n", with: "")
        },
    ]

    private func editingTag(
        _ variation: String, alias: String = "", _ change: (String) -> String
    ) -> VersionIdiom {
        var copy = named("an older version's class edited, by \(variation)")
        copy.files["Sources/App/SchemaV2.swift"] = change(files["Sources/App/SchemaV2.swift"] ?? "")
        copy.files["Sources/App/Plan.swift", default: ""] += alias
        copy.edit = [("Sources/App/SchemaV1.swift", "var label = \"\"", "var label = \"\"\n        var color: String?")]
        return copy
    }

    /// A plan with Permafrost's operations.
    package static let declaredPlan = VersionIdiom(
        name: "declared plan",
        files: freezeBehind.files.merging([
            "Sources/App/Plan.swift": """
            import Permafrost
            import SwiftData

            enum TripPlan: DeclaredMigrationPlan {
                static let plan = MigrationPlan(schemas: [SchemaV1.self, SchemaV2.self]) {
                    Stage(from: SchemaV1.self, to: SchemaV2.self)
                }
            }

            """
        ]) { $1 }, edit: freezeBehind.edit)

    /// A class with a superclass.
    package static let inherited = VersionIdiom(
        name: "inherited",
        files: [
            "Sources/App/Models.swift": imports + model("Trip", trip) + model("Stop", stop)
                + "@available(macOS 26, iOS 26, *)\n@Model\nfinal class Cruise: Trip {\n    var ship = \"\"\n"
                + "    init(ship: String, name: String) {\n        self.ship = ship\n        super.init(name: name)\n    }\n}\n",
            "Sources/App/SchemaV1.swift": nestedV1,
            "Sources/App/SchemaV2.swift": imports + "@available(macOS 26, iOS 26, *)\n"
                + version("SchemaV2", 2, models: "[Trip.self, Cruise.self, Stop.self]"),
            "Sources/App/Plan.swift": plan().replacing(
                "enum TripPlan", with: "@available(macOS 26, iOS 26, *)\nenum TripPlan"),
        ].mapValues { $0.replacing("final class Trip", with: "class Trip") },
        edit: [("Sources/App/Models.swift", "var start: Date?", rating)])

    /// Aliases named after a version's number, extensions of an alias and of a version's class, and tests that name the
    /// version.
    package static let aliases = VersionIdiom(
        name: "aliases",
        files: copyForward.files.merging([
            "Sources/App/Aliases.swift": """
            import SwiftData

            typealias CurrentSchema = SchemaV2
            typealias TripV2 = SchemaV2.Trip

            extension CurrentSchema.Trip {
                var isLong: Bool { stops.count > 7 }
            }

            extension SchemaV2.Stop {
                var isNamed: Bool { !city.isEmpty }
            }

            """,
            "Tests/AppTests/AppTests.swift": "let schema = SchemaV2.self\n",
        ]) { $1 }, edit: copyForward.edit)

    /// Returns the idiom without its plan, with a container that has no plan instead.
    private func withoutPlan(at path: String, _ version: String) -> VersionIdiom {
        var copy = named("no plan")
        let text = files[path] ?? ""
        let end = text.firstRange(of: "enum TripPlan")?.lowerBound ?? text.endIndex
        copy.files[path] =
            text[..<end]
            + "func makeContainer() throws -> ModelContainer {\n"
            + "    try ModelContainer(for: Schema(versionedSchema: \(version).self))\n}\n"
        return copy
    }

    /// Versions that no plan lists.
    package static let planless = [
        freezeBehind.withoutPlan(at: "Sources/App/Plan.swift", "SchemaV2"),
        alone.withoutPlan(at: "Sources/App/Plan.swift", "SchemaV1"),
        oneFile.withoutPlan(at: "Sources/App/Schema.swift", "SchemaV2"),
    ]

    package static let all = [
        freezeBehind, copyForward, oneFile, extensions, movingAlias, shared, appended, alone, referring, declaredPlan,
        inherited,
        aliases,
    ]

    // MARK: Variations

    private func named(_ variation: String) -> VersionIdiom {
        VersionIdiom(name: "\(name), \(variation)", files: files, edit: edit, newest: newest, next: next)
    }

    /// Returns the idiom with one text replaced in every file that contains it, and in the edit.
    package func replacing(_ old: String, with new: String, _ variation: String) -> VersionIdiom {
        var copy = named(variation)
        copy.files = files.mapValues { $0.replacing(old, with: new) }
        copy.edit = edit.map { ($0.path, $0.old.replacing(old, with: new), $0.new.replacing(old, with: new)) }
        return copy
    }

    private func adding(_ text: String, at path: String, _ variation: String) -> VersionIdiom {
        var copy = named(variation)
        copy.files[path, default: Self.imports] += text
        return copy
    }

    /// Variations of the idiom with additional code that real projects have.
    package var variations: [VersionIdiom] {
        let start = "var start: Date?"
        return [
            replacing("\n", with: "\r\n", "CRLF"),
            replacing("    ", with: "\t", "tabs"),
            replacing("Trip", with: "Éclair", "Unicode names"),
            replacing(
                start,
                with: "enum Kind: String, Codable { case work, play }\n    var kind = Kind.work\n    var start: Date?",
                "nested enum"),
            replacing(start, with: "var address: Address?\n    var start: Date?", "value type")
                .adding(
                    "struct Address: Codable {\n    var street = \"\"\n    var zip: Int?\n}\n",
                    at: "Sources/App/Address.swift", "top"),
            replacing("[Trip.self, Stop.self", with: "[Trip.self", "unlisted and reachable"),
            replacing(
                "@Model\nfinal class Trip {", with: "// The trip.\n@Model /* a model */ final class Trip { // here",
                "comments"),
            replacing(start, with: "#if os(iOS)\n    var screen = 0\n#endif\n    var start: Date?", "#if in a class"),
            replacing("Schema.Version(", with: ".init(", "init").replacing(
                "static let versionIdentifier = ", with: "static let versionIdentifier: Schema.Version = ", "typed"),
            replacing(
                "var name: String",
                with: "var name: String { didSet { print(name) } }\n    @Transient var open = false", "observers"),
        ]
    }
}
