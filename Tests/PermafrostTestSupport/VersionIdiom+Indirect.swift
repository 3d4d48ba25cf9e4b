extension VersionIdiom {
    /// Projects whose lists, stages and names are written elsewhere than in the versions and the plan.
    package static let indirect = [
        computedList, appendedInCode, listInAConstant, stageFunctions, stagesInCode, versionsInAConstant, namespace,
        modelsInANamespace, aliasChain, aliasInTheVersion, typesInExtensions,
    ]

    private static let start = "var start: Date?"
    private static let rating = "var start: Date?\n    var rating: Int?"
    private static let nestedRating = "var start: Date?\n        var rating: Int?"
    private static let tag = model("Tag", "var label = \"\"\ninit() {}")
    private static let twoVersions = plan(["SchemaV1", "SchemaV2"], stages: inlineStages)

    private static func live(_ name: String, _ second: String, _ others: String = "") -> VersionIdiom {
        VersionIdiom(
            name: name,
            files: [
                "Sources/App/Models.swift": imports + model("Trip", trip) + model("Stop", stop) + tag,
                "Sources/App/Versions.swift": imports + version("SchemaV1", 1, models: "[Trip.self, Stop.self]")
                    + version("SchemaV2", 2, models: second) + others,
                "Sources/App/Plan.swift": imports + twoVersions,
            ], edit: [("Sources/App/Models.swift", start, rating)])
    }

    /// A list that appends to an older version's list, whose live classes change.
    private static let computedList = live("computed list", "SchemaV1.models + [Tag.self]")

    private static let appendedInCode = live(
        "list appended in code",
        "\n        var all = SchemaV1.models\n        all.append(Tag.self)\n        return all\n    ")

    private static let listInAConstant = live(
        "list in a constant", "Models.all",
        "enum Models {\n    static let all: [any PersistentModel.Type] = [Trip.self, Stop.self] + rest\n"
            + "    private static var rest: [any PersistentModel.Type] { [Tag.self] }\n}\n")

    private static func nested(_ name: String, stages: String = inlineStages, _ others: String = "") -> VersionIdiom {
        VersionIdiom(
            name: name,
            files: [
                "Sources/App/SchemaV1.swift": oneFileV1,
                "Sources/App/SchemaV2.swift": imports + nestedV2,
                "Sources/App/Plan.swift": imports + plan(["SchemaV1", "SchemaV2"], stages: stages) + others,
            ], edit: [("Sources/App/SchemaV2.swift", start, nestedRating)])
    }

    private static let oneFileV1 =
        imports
        + version(
            "SchemaV1", 1, models: "[Trip.self, Stop.self]",
            body: model("Trip", firstTrip, indent: "    ") + model("Stop", stop, indent: "    "))
    private static let nestedV2 = version(
        "SchemaV2", 2, models: "[Trip.self, Stop.self]",
        body: model("Trip", trip, indent: "    ") + model("Stop", stop, indent: "    "))

    private static let stageFunctions = nested(
        "stages by functions of their type",
        stages: "    static var stages: [MigrationStage] { [.v1ToV2()] }\n",
        "\nextension MigrationStage {\n    static func v1ToV2() -> MigrationStage {\n"
            + "        .lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV2.self)\n    }\n}\n")

    private static let stagesInCode = nested(
        "stages in code",
        stages: """
                static var stages: [MigrationStage] {
                    var all: [MigrationStage] = []
                    all.append(.lightweight(fromVersion: SchemaV1.self, toVersion: SchemaV2.self))
                    return all
                }

            """)

    private static let versionsInAConstant = nested("versions in a constant").replacing(
        "{ [SchemaV1.self, SchemaV2.self] }", with: "{ Versions.all }", "of another type"
    ).adding("\nenum Versions {\n    static let all: [any VersionedSchema.Type] = [SchemaV1.self, SchemaV2.self]\n}\n")

    private func adding(_ text: String) -> VersionIdiom {
        var copy = self
        copy.files["Sources/App/Plan.swift", default: ""] += text
        return copy
    }

    /// Versions in extensions of a type, each in its own file.
    private static let namespace = VersionIdiom(
        name: "namespace",
        files: [
            "Sources/App/Store.swift": "enum Store {}\n",
            "Sources/App/Store+SchemaV1.swift": inStore(oneFileV1),
            "Sources/App/Store+SchemaV2.swift": inStore(imports + nestedV2),
            "Sources/App/Plan.swift": imports
                + twoVersions.replacing("SchemaV1.self", with: "Store.SchemaV1.self")
                .replacing("SchemaV2.self", with: "Store.SchemaV2.self"),
        ], edit: [("Sources/App/Store+SchemaV2.swift", start, nestedRating)])

    private static func inStore(_ text: String) -> String {
        text.replacing(imports, with: imports + "extension Store {\n") + "}\n"
    }

    /// Live classes and a value type in a type that isn't a version.
    private static let modelsInANamespace = VersionIdiom(
        name: "models in a namespace",
        files: [
            "Sources/App/Models.swift": imports + "enum Models {\n"
                + model("Trip", trip.replacing("var start", with: "var place: Place?\nvar start"), indent: "    ")
                + "    struct Place: Codable { var name = \"\" }\n}\n\nextension Models {\n"
                + model("Stop", stop, indent: "    ") + "}\n",
            "Sources/App/SchemaV1.swift": oneFileV1,
            "Sources/App/SchemaV2.swift": imports
                + version("SchemaV2", 2, models: "[Models.Trip.self, Models.Stop.self]"),
            "Sources/App/Plan.swift": imports + twoVersions + "\ntypealias Trip = Models.Trip\n",
        ], edit: [("Sources/App/Models.swift", start, nestedRating)])

    private static let aliasChain = nested(
        "chain of aliases",
        "\ntypealias LatestSchema = SchemaV2\ntypealias CurrentSchema = LatestSchema\ntypealias Trip = CurrentSchema.Trip\n"
    ).replacing("[SchemaV1.self, SchemaV2.self]", with: "[SchemaV1.self, CurrentSchema.self]", "in the plan")

    private static let aliasInTheVersion = VersionIdiom(
        name: "alias in the version",
        files: [
            "Sources/App/Models.swift": imports + model("Trip", trip) + model("Stop", stop),
            "Sources/App/SchemaV1.swift": oneFileV1,
            "Sources/App/SchemaV2.swift": imports
                + version(
                    "SchemaV2", 2, models: "[Trip.self, Stop.self]",
                    body: "    typealias Trip = Main.Trip\n    typealias Stop = Main.Stop\n"),
            "Sources/App/Plan.swift": imports + twoVersions,
        ], edit: [("Sources/App/Models.swift", start, rating)])

    /// A nested class whose extension declares the type of a default, and a value type whose extension declares one of
    /// its types.
    private static let typesInExtensions = nested(
        "types in extensions",
        "\nextension SchemaV2.Trip {\n    enum Kind: String { case work, play }\n    var kind: Kind? { Kind(rawValue: rawKind) }\n}\n"
    ).replacing(
        "var start: Date?", with: "var rawKind = Kind.work.rawValue\n        var start: Date?", "of a class")
}
