import Foundation
import PermafrostTestSupport
import Testing

/// `squash`: the parts of old versions' classes that it removes, and the parts that remain.
@Suite struct SquashTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let members: String
        var uses = ""
        var files: [String: String] = [:]
        var removed: [String] = []
        /// The remaining parts, each followed by the reason in the JSON.
        var kept: [String] = []

        var testDescription: String { name }
    }

    private static let title = "init(title: String) { self.title = title }"
    private static let described = "protocol Described { func describe() -> String }\n"

    static let cases = [
        Case(
            name: "computed property", members: title + "\nvar displayTitle: String { title.uppercased() }",
            removed: ["displayTitle"]),
        Case(
            name: "method and documentation",
            members: title
                + "\n\n/// Describes it.\nfunc describe(to other: Int, _ x: Int) -> String { \"\\(other)\" }",
            removed: ["describe(to:_:)"]),
        Case(
            name: "static constants",
            members: title + "\nstatic let limit = 3\nstatic let start = 4\nvar size: Int = Trip.start",
            removed: ["limit"], kept: ["start mentioned"]),
        Case(
            name: "transient properties",
            members: title + "\n@Transient var cache: [String] = []\n@Transient var draft: String = \"\"",
            uses: "func draft(_ trip: AppSchemaV1.Trip) -> String { trip.draft }", removed: ["cache"],
            kept: ["draft mentioned"]),
        Case(
            name: "nested types",
            members: title
                + "\nenum Unused { case one }\nenum Style: Int, Codable { case plain }\nvar style: Style = Style.plain",
            removed: ["Unused"], kept: ["Style mentioned"]),
        Case(
            name: "code with the version's type", members: title + "\nvar displayTitle: String { title }",
            uses: "func titles(_ trips: [AppSchemaV1.Trip]) -> [String] { trips.map(\\.displayTitle) }",
            kept: ["displayTitle mentioned"]),
        Case(
            name: "code with the newest version's type", members: title + "\nvar displayTitle: String { title }",
            uses: "func titles(_ trips: [AppSchemaV2.Trip]) -> [String] { trips.map(\\.displayTitle) }",
            removed: ["displayTitle"]),
        Case(
            name: "code with a typealias", members: title + "\nvar displayTitle: String { title }",
            uses: "typealias Old = AppSchemaV1.Trip",
            files: [
                "Sources/App/Titles.swift": "func titles(_ trips: [Old]) -> [String] { trips.map(\\.displayTitle) }\n"
            ],
            kept: ["displayTitle mentioned"]),
        Case(
            name: "code with a function's result", members: title + "\nvar displayTitle: String { title }",
            uses: "func all() -> [AppSchemaV1.Trip] { [] }",
            files: ["Sources/App/Titles.swift": "func titles() -> [String] { all().map(\\.displayTitle) }\n"],
            kept: ["displayTitle mentioned"]),
        Case(
            name: "a test", members: title + "\nvar displayTitle: String { title }",
            files: [
                "Tests/AppTests/TripTests.swift":
                    "func title(_ trip: AppSchemaV1.Trip) -> String { trip.displayTitle }\n"
            ],
            kept: ["displayTitle mentioned"]),
        Case(
            name: "a test's extension", members: title + "\nvar displayTitle: String { title }",
            files: [
                "Tests/AppTests/TripTests.swift": "extension AppSchemaV1.Trip { var long: String { displayTitle } }\n"
            ],
            kept: ["displayTitle mentioned"]),
        Case(
            name: "a key in a string", members: title + "\nvar displayTitle: String { title }",
            uses: "func key(_ trip: AppSchemaV1.Trip) -> String { \"displayTitle\" }", kept: ["displayTitle mentioned"]),
        Case(
            name: "members of members",
            members: title + "\nfunc a() -> String { b() }\nfunc b() -> String { title }\nfunc c() -> String { b() }",
            uses: "func call(_ trip: AppSchemaV1.Trip) -> String { trip.a() }", removed: ["c()"],
            kept: ["a() mentioned", "b() mentioned"]),
        Case(
            name: "extensions", members: title,
            uses: """
                func use(_ trip: AppSchemaV1.Trip) -> Int { trip.two }
                extension AppSchemaV1.Trip { var one: Int { 1 } }
                extension AppSchemaV1.Trip { var two: Int { 2 }; static var three: Int { 3 } }
                """, removed: ["one", "three"], kept: ["two mentioned"]),
        Case(
            name: "subscripts and operators",
            members: title + "\nsubscript(i: Int) -> Int { i }\nstatic func <= (a: Trip, b: Trip) -> Bool { true }",
            removed: ["subscript", "<=(a:b:)"]),
        Case(
            name: "a subscript and a call of a class in use",
            members: title + "\nsubscript(i: Int) -> Int { i }\nfunc callAsFunction() {}",
            uses: "func use(_ trip: AppSchemaV1.Trip) { trip() }",
            kept: ["subscript mayBeUsed", "callAsFunction() mayBeUsed"]),
        Case(name: "a deinitializer", members: title + "\ndeinit { print(title) }", kept: ["deinit mayBeUsed"]),
        Case(
            name: "unused conformances", members: title,
            uses: described + "extension AppSchemaV1.Trip: Described { func describe() -> String { title } }",
            removed: ["describe()", "conformance to Described"]),
        Case(
            name: "conformances of a class in use", members: title + "\nfunc other() {}",
            uses: described + """
                extension AppSchemaV1.Trip: Described { func describe() -> String { title } }
                func use(_ trip: AppSchemaV1.Trip) {}
                """, removed: ["other()"], kept: ["describe() required Described"]),
        Case(
            name: "a conformance that is looked for", members: title,
            uses: described + """
                extension AppSchemaV1.Trip: Described { func describe() -> String { title } }
                func use(_ value: Any) -> String? { (value as? any Described)?.describe() }
                """, kept: ["describe() required Described"]),
        Case(
            name: "a protocol of another module", members: title + "\nfunc encode() {}",
            uses:
                "extension AppSchemaV1.Trip: CustomReflectable { var customMirror: Mirror { Mirror(reflecting: 1) } }\n"
                + "func use(_ trip: AppSchemaV1.Trip) {}",
            kept: [
                "init(title:) required CustomReflectable", "encode() required CustomReflectable",
                "customMirror required CustomReflectable",
            ]),
        Case(
            name: "unused initializers",
            members: "init(title: String, days: Int) { self.title = title.lowercased(); self.days = days }\n"
                + "convenience init() { self.init(title: \"\", days: 0) }",
            removed: ["init(title:days:)", "init()"]),
        Case(
            name: "used initializers",
            members: "init(title: String, days: Int) { self.title = title; self.days = days }",
            uses: "func make() -> AppSchemaV1.Trip { AppSchemaV1.Trip(title: \"\", days: 1) }",
            kept: ["init(title:days:) mentioned"]),
        Case(
            name: "initializers without a type",
            members: "init(title: String, days: Int) { self.title = title; self.days = days }",
            uses: "func make() -> AppSchemaV1.Trip { .init(title: \"\", days: 1) }",
            kept: ["init(title:days:) mayBeUsed"]),
    ]

    @Test(arguments: cases) func whatIsRemoved(_ example: Case) throws {
        let scene = try SquashScene(
            example.members, uses: example.uses, files: example.files)
        let before = try scene.files()
        let dry = try scene.run("squash", "--dry-run", "--format", "json")
        #expect(dry.status == 0, "\(dry)")
        #expect(try scene.files() == before)
        let written = try scene.run("squash", "--format", "json")
        #expect(written.status == 0, "\(written)")
        let trip = try #require(try Self.classes(written).first { $0["model"] as? String == "Trip" })
        #expect(trip["removed"] as? [String] == example.removed, "\(written)")
        let kept = (trip["kept"] as? [[String: Any]] ?? []).map { part in
            ["part", "reason", "protocol"].compactMap { part[$0] as? String }.joined(separator: " ")
        }
        #expect(kept.filter { !$0.hasPrefix("init") || example.kept.contains($0) } == example.kept, "\(written)")
        let check = try scene.run("check")
        #expect(check.status == 0, "\(check)")
        #if os(Linux)
            let output = try scene.typeCheck()
            let source = try scene.text(SquashScene.first)
            #expect(!output.contains("error:"), "\(output)\n\(source)")
        #endif
        let again = try scene.run("squash")
        #expect(again.status == 2 && again.errors.contains("there is nothing to squash"), "\(again)")
        let undo = try scene.run("squash", "--undo")
        #expect(undo.status == 0, "\(undo)")
        #expect(try scene.files() == before)
    }

    private static func classes(_ result: CommandResult) throws -> [[String: Any]] {
        let json = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
        return json?["classes"] as? [[String: Any]] ?? []
    }

    @Test func theSourceThatRemains() throws {
        let scene = try SquashScene(
            """

            /// The title for a list.
            var displayTitle: String { title.uppercased() } // In capitals.

            // permafrost:ignore PF0213 because the comment must remain
            /// The number of nights.
            var nights: Int? // Not counted.

            // MARK: Code

            /// Creates a trip.
            init(title: String, days: Int) {
                self.title = title
                self.days = days
            }

            func describe() -> String {
                displayTitle
            }
            """)
        let written = try scene.run("squash")
        #expect(written.status == 0, "\(written)")
        let text = try scene.text(SquashScene.first)
        #expect(
            text.contains(
                """
                    final class Trip {
                        var title: String
                        var days: Int = 1
                        var kind: Kind = Kind.city
                        @Relationship(inverse: \\Stop.trip) var stops: [Stop] = []

                        // permafrost:ignore PF0213 because the comment must remain
                        var nights: Int? // Not counted.

                        // MARK: Code

                        init(title: String) {
                            self.title = title
                        }
                    }
                """), "\(text)")
        #expect(text.hasPrefix("import SwiftData\n\n/// What shipped first.\nenum AppSchemaV1"))
    }

    /// The initializers of a parent and its child call each other, so that all or none of them are replaced.
    @Test(arguments: [("", true), ("func make() -> AppSchemaV1.Base { AppSchemaV1.Base(code: 1) }", false)])
    func initializersOfAHierarchy(_ uses: String, _ isReplaced: Bool) throws {
        let parent = "class Base {\n        var code: Int\n        init(code: Int) { self.code = code + 1 }\n    }"
        let scene = try SquashScene(
            "init(title: String, code: Int) { self.title = title.lowercased(); super.init(code: code) }",
            heading: "@Model\n    \(parent)\n\n    @Model\n    final class Trip: Base", uses: uses)
        let written = try scene.run("squash")
        #expect(written.status == 0, "\(written)")
        let text = try scene.text(SquashScene.first)
        #expect(text.contains("self.code = code + 1") != isReplaced, "\(text)")
        #expect(text.contains("init(code: Int, title: String) {") == isReplaced, "\(text)")
        #if os(Linux)
            let output = try scene.typeCheck()
            #expect(!output.contains("error:"), "\(output)\n\(text)")
        #endif
    }

    @Test(arguments: [
        ("#if os(macOS)\nfunc code() {}\n#endif\ninit(title: String) { self.title = title }", "conditional"),
        ("init(title: String) { self.title = title }\n@Tracked func code() {}", "unknown"),
        ("init(title: String) { self.title = title }\n#declareCode()\nfunc code() {}", "unknown"),
    ]) func unknownSourceIsLeftAlone(_ members: String, _ reason: String) throws {
        let scene = try SquashScene(members, stop: "", uses: "extension AppSchemaV1.Stop { var one: Int { 1 } }")
        let before = try scene.text(SquashScene.first)
        let written = try scene.run("squash", "--format", "json")
        #expect(written.status == 0, "\(written)")
        #expect(try Self.classes(written).first { $0["model"] as? String == "Trip" }?["unchanged"] as? String == reason)
        #expect(try scene.text(SquashScene.first) == before)
        #expect(try !scene.text(SquashScene.uses).contains("extension"))
    }

    @Test func classesOfTheNewestVersionAreLeftAlone() throws {
        let scene = try SquashScene("init(title: String) { self.title = title }\nfunc code() {}")
        try scene.folder.edit(
            SquashScene.second, "[Trip.self, Stop.self]", "[AppSchemaV1.Trip.self, AppSchemaV1.Stop.self]")
        let result = try scene.run("squash")
        #expect(result.status == 2 && result.errors.contains("there is nothing to squash"), "\(result)")
    }

    @Test func namedVersionsOnly() throws {
        let scene = try SquashScene("init(title: String) { self.title = title }\nfunc code() {}")
        for name in ["1.0.0", "AppSchemaV1"] {
            let written = try scene.run("squash", name)
            #expect(written.status == 0 && written.output.contains("removed code()"), "\(written)")
            #expect(try scene.run("squash", "--undo").status == 0)
        }
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let name: String
        let arguments: [String]
        let words: String
        var prepare: @Sendable (SquashScene) throws -> Void = { _ in }

        var testDescription: String { name }
    }

    static let refusals = [
        Refusal(name: "newest", arguments: ["2.0.0"], words: "2.0.0 (AppSchemaV2) is the newest version"),
        Refusal(name: "unknown", arguments: ["3.0.0"], words: "3.0.0"),
        Refusal(name: "not frozen", arguments: ["1.0.0"], words: "1.0.0 (AppSchemaV1) isn't frozen") { scene in
            try FileManager.default.removeItem(atPath: scene.folder.path("Fixtures/1.0.0"))
        },
        Refusal(name: "no frozen version", arguments: [], words: "no frozen version is older") { scene in
            try FileManager.default.removeItem(atPath: scene.folder.path("Fixtures/1.0.0"))
        },
        Refusal(name: "drifted", arguments: [], words: "AppSchemaV1 has changed since 1.0.0 was frozen") { scene in
            try scene.folder.edit(SquashScene.first, "var days: Int = 1", "var days: Int = 2")
        },
        Refusal(name: "damaged", arguments: [], words: "the 1.0.0 fixture (Fixtures/1.0.0) is damaged") { scene in
            try scene.folder.write("{}", to: "Fixtures/1.0.0/schema-1_0_0.json")
        },
        Refusal(name: "unparsed", arguments: [], words: "Nothing was written") { scene in
            try scene.folder.edit(SquashScene.first, "var days: Int = 1", "var days: Int = = (")
        },
        Refusal(name: "conflict", arguments: [], words: "Nothing was written") { scene in
            let text = try scene.text(SquashScene.first)
            try scene.folder.write(text + "<<<<<<< ours\n// a\n=======\n// b\n>>>>>>> theirs\n", to: SquashScene.first)
        },
        Refusal(name: "empty", arguments: [], words: "no VersionedSchema") { scene in
            try FileManager.default.removeItem(atPath: scene.folder.path("Sources"))
        },
    ]

    @Test(arguments: refusals) func refused(_ refusal: Refusal) throws {
        let scene = try SquashScene("init(title: String) { self.title = title }\nfunc code() {}")
        try refusal.prepare(scene)
        let before = try scene.files()
        for options in [[], ["--dry-run"]] {
            let result = try Tool.run(
                ["squash"] + refusal.arguments + options, in: scene.folder.url, cache: scene.folder)
            #expect(result.status == 2 && result.errors.contains(refusal.words), "\(result)")
            #expect(try scene.files() == before)
        }
    }
}
