import Foundation
import PermafrostTestSupport
import Testing

/// `new-version --renamed` and `--not-renamed`.
@Suite struct RenamedPropertyTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        var idiom = VersionIdiom.freezeBehind
        var edit: [(path: String, old: String, new: String)]
        var renamed = "Trip.name=label"
        /// The path of the file with the next version's class, and a text in it.
        var path = RenamedPropertyTests.trip
        let text: String

        var testDescription: String { name }
    }

    fileprivate static let trip = "Sources/App/Trip.swift"
    private static let rename = (path: trip, old: "var name: String", new: "var label: String")
    private static let uses = [
        (path: trip, old: "name.capitalized", new: "label.capitalized"),
        (path: trip, old: "self.name = name", new: "label = name"),
    ]

    static let cases = [
        Case(
            name: "a property without an attribute", edit: [rename] + uses,
            text: "    @Attribute(originalName: \"name\") var label: String\n"),
        Case(
            name: "a property with options",
            idiom: .freezeBehind.replacing("var name: String", with: "@Attribute(.unique) var name: String", "unique"),
            edit: [rename] + uses, text: "@Attribute(.unique, originalName: \"name\") var label: String"),
        Case(
            name: "a property with an empty attribute",
            idiom: .freezeBehind.replacing("var name: String", with: "@Attribute var name: String", "attribute"),
            edit: [rename] + uses, text: "@Attribute(originalName: \"name\") var label: String"),
        Case(
            name: "an optional property", edit: [(trip, "var start: Date?", "var begin: Date?")],
            renamed: "Trip.start=begin", text: "@Attribute(originalName: \"start\") var begin: Date?"),
        Case(
            name: "a relationship with an inverse",
            edit: [(trip, "var stops: [Stop]", "var places: [Stop]")], renamed: "Trip.stops=places",
            text:
                "@Relationship(deleteRule: .cascade, originalName: \"stops\", inverse: \\Stop.trip) var places: [Stop]"),
        Case(
            name: "another name than the one that is given",
            edit: [(trip, "var name: String", "@Attribute(originalName: \"title\") var label: String")] + uses,
            text: "@Attribute(originalName: \"name\") var label: String"),
        Case(
            name: "a property that was renamed before",
            idiom: .freezeBehind.replacing(
                "var name: String", with: "@Attribute(originalName: \"title\") var name: String", "renamed"),
            edit: [rename] + uses, text: "@Attribute(originalName: \"title\") var label: String"),
        Case(
            name: "a nested class", idiom: .copyForward,
            edit: [
                ("Sources/App/SchemaV2.swift", "var start: Date?", "var begin: Date?")
            ],
            renamed: "Trip.start=begin", path: "Sources/App/SchemaV3.swift",
            text: "@Attribute(originalName: \"start\") var begin: Date?"),
    ]

    /// Values are kept under the new name. The step has no warning, and no version's checksum changes.
    @Test(arguments: cases) func keepsItsValues(_ row: Case) throws {
        let project = try NextVersionTests.Shipped(row.idiom)
        let shipped = try project.checksums()
        for (path, old, new) in row.edit { try project.folder.edit(path, old, new) }
        let edited = try project.checksums()
        let before = try project.files()
        let dry = try Tool.run("new-version", "--dry-run", "--renamed", row.renamed, in: project.folder)
        #expect(dry.status == 0 && dry.output.contains("originalName"), "\(dry)")
        #expect(try project.files() == before)

        let written = try Tool.run("new-version", "--renamed", row.renamed, in: project.folder)
        #expect(written.status == 0 && !written.output.contains("PF0213"), "\(written)")
        let text = try project.text(row.path)
        #expect(text.contains(row.text), "\(text)")
        let after = try project.checksums()
        for (version, sum) in shipped { #expect(after[version] == sum, "\(version)") }
        #expect(after["3.0.0"] == edited["2.0.0"])
        let lint = try Tool.run("lint", in: project.folder)
        #expect(lint.status == 0 && !lint.output.contains("PF0213"), "\(lint)")

        #expect(try Tool.run("new-version", "--undo", in: project.folder).status == 0)
        #expect(try project.files() == before)
    }

    /// The run asks about a possible rename, and the source keeps the answer.
    @Test func aPossibleRenameIsAskedAboutOnce() throws {
        let project = try NextVersionTests.Shipped(.freezeBehind)
        try project.folder.edit(Self.trip, "var start: Date?", "var end: Date?")
        let asked = try Tool.run("new-version", "--dry-run", in: project.folder)
        #expect(asked.status == 0 && asked.output.contains("PF0213"), "\(asked)")
        #expect(asked.errors.contains("--renamed Trip.start=end"), "\(asked)")
        #expect(asked.errors.contains("--not-renamed Trip.start"), "\(asked)")

        let written = try Tool.run("new-version", "--not-renamed", "Trip.start", in: project.folder)
        #expect(written.status == 0 && !written.output.contains("PF0213"), "\(written)")
        #expect(!written.errors.contains("--renamed"), "\(written)")
        #expect(
            try project.text(Self.trip).contains(
                "    // permafrost:ignore PF0213 because start wasn't renamed\n    var end: Date?\n"))
        let lint = try Tool.run("lint", in: project.folder)
        #expect(!lint.output.contains("warning: "), "\(lint)")
    }

    static let answers: [(typed: String, text: String, hasHint: Bool)] = [
        ("end", "@Attribute(originalName: \"start\") var end: Date?", false),
        ("yes", "@Attribute(originalName: \"start\") var end: Date?", false),
        ("No", "    // permafrost:ignore PF0213 because start wasn't renamed\n    var end: Date?\n", false),
        ("stop\nend", "@Attribute(originalName: \"start\") var end: Date?", false),
        ("", "    var end: Date?\n", true),
    ]

    /// A user at a terminal is prompted. `script` provides a terminal for the test.
    @Test(arguments: answers) func aUserAtATerminalIsPrompted(_ typed: String, _ text: String, _ hasHint: Bool) throws {
        let project = try NextVersionTests.Shipped(.freezeBehind)
        try project.folder.edit(Self.trip, "var start: Date?", "var end: Date?")
        let command = "printf '\(typed)\\n' | script -qec '\(Tool.path) new-version' /dev/null"
        let result = try CommandResult.running(
            ["bash", "-c", command], in: project.folder.url,
            environment: ["PERMAFROST_CACHE_DIR": project.folder.path(".cache"), "NO_COLOR": "1"])
        #expect(result.status == 0, "\(result)")
        #expect(result.output.contains("Trip.start was removed, and end of the same type was added. Was it renamed?"))
        #expect(result.output.components(separatedBy: "Enter the new name").count == (typed.contains("stop") ? 3 : 2))
        #expect(try project.text(Self.trip).contains(text), "\(result)")
        #expect(result.output.contains("--renamed Trip.start=end") == hasHint, "\(result)")
    }

    static let mistakes: [(arguments: [String], reason: String)] = [
        (["--renamed", "Trip.start"], "expected Post.body=content"),
        (["--renamed", "start=end"], "expected Post.body=content"),
        (["--renamed", "Trap.start=end"], "the model of Trap.start didn't ship"),
        (["--renamed", "Trip.begin=end"], "Trip.begin didn't ship; removed: start"),
        (["--renamed", "Trip.name=end"], "Trip.name is still declared"),
        (
            ["--renamed", "Trip.start=name"],
            "Trip.start wasn't renamed to name, which isn't a new property (new properties: end)"
        ),
        (
            ["--renamed", "Trip.start=stop"],
            "Trip.start wasn't renamed to stop, which isn't a new property (new properties: end)"
        ),
        (["--not-renamed", "Trip.name"], "Trip.name is still declared"),
        (["--renamed", "Stop.city=town"], "Stop.city is still declared"),
    ]

    @Test(arguments: mistakes) func isRefused(_ arguments: [String], _ reason: String) throws {
        let project = try NextVersionTests.Shipped(.freezeBehind)
        try project.folder.edit(Self.trip, "var start: Date?", "var end: Date?")
        let before = try project.files()
        let result = try Tool.run(["new-version"] + arguments, in: project.folder.url, cache: project.folder)
        #expect(result.status == 2 && result.errors.contains(reason), "\(result)")
        #expect(try project.files() == before)
    }

    /// The JSON lists renamed and explicitly not renamed properties, each with its option, and the edits of each file.
    @Test func theJSONHasTheRenames() throws {
        let project = try NextVersionTests.Shipped(.freezeBehind)
        try project.folder.edit(Self.trip, "var start: Date?", "var end: Date?")
        try project.folder.edit("Sources/App/Stop.swift", "var city = \"\"", "var town = \"\"")
        let result = try Tool.run(
            "new-version", "--renamed", "Trip.start=end", "--not-renamed", "Stop.city", "--format", "json",
            in: project.folder)
        #expect(result.status == 0, "\(result)")
        let json = try Report(result).json
        let renames = try #require(json["renames"] as? [[String: Any]])
        #expect(renames.map { $0["model"] as? String } == ["Stop", "Trip"])
        #expect(renames.map { $0["oldName"] as? String } == ["city", "start"])
        #expect(renames.map { $0["isRenamed"] as? Bool } == [false, true])
        #expect(renames.map { $0["option"] as? String } == ["--not-renamed", "--renamed"])
        #expect(renames.map { $0["property"] as? String } == [nil, "end"])
        #expect(json["verdict"] as? String == "losesData")
        #expect(json["stage"] as? String == "lightweight")

        let files = try #require(json["files"] as? [[String: Any]])
        let edits = Dictionary(
            uniqueKeysWithValues: files.compactMap { file in
                (file["path"] as? String).map { ($0, file["edits"] as? [[String: Any]] ?? []) }
            })
        let kinds = edits.mapValues { $0.compactMap { $0["kind"] as? String } }
        #expect(
            kinds == [
                "Sources/App/SchemaV2+Frozen.swift": ["frozen"], "Sources/App/SchemaV3.swift": ["version"],
                "Sources/App/Plan.swift": ["plan", "references"], "Sources/App/Stop.swift": ["notRenamed"],
                Self.trip: ["renamed"],
            ], "\(result)")
        #expect(edits["Sources/App/SchemaV2+Frozen.swift"]?[0]["models"] as? [String] == ["Stop", "Trip"])
        #expect(edits[Self.trip]?[0]["oldName"] as? String == "Trip.start")
    }

    /// For a step without an answer the JSON has no renames, but still the step's verdict.
    @Test func theJSONOfAStepWithoutRenames() throws {
        let project = try NextVersionTests.Shipped(.freezeBehind, isFrozen: false)
        let before = try Report(Tool.run("new-version", "--dry-run", "--format", "json", in: project.folder)).json
        #expect((before["renames"] as? [Any])?.isEmpty == true)
        #expect(before["verdict"] as? String == "nothing" && (before["frozen"] as? [String])?.isEmpty == true)
        try project.edit()
        let after = try Report(Tool.run("new-version", "--format", "json", in: project.folder)).json
        #expect(after["verdict"] as? String == "lightweight" && after["frozen"] as? [String] == ["2.0.0"])
        #expect((after["testReferences"] as? [Any])?.isEmpty == true)
    }

    @Test func anUneditedVersionHasNothingRenamed() throws {
        let project = try NextVersionTests.Shipped(.freezeBehind)
        let result = try Tool.run("new-version", "--renamed", "Trip.name=label", in: project.folder)
        let reason = "the version hasn't been edited since it shipped. Rename or remove Trip.name in the source first"
        #expect(result.status == 2 && result.errors.contains(reason), "\(result)")
    }
}
