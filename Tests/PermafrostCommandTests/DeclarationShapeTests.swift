import Foundation
import PermafrostTestSupport
import Testing

/// Incomplete or ambiguous declarations. Each command reports the possible meanings and their locations.
@Suite struct DeclarationShapeTests {
    private static func project(_ texts: [String: String]) throws -> ScratchFolder {
        let folder = try ScratchFolder()
        for (path, text) in texts { try folder.write("import SwiftData\n" + text, to: "Sources/App/\(path)") }
        return folder
    }

    private static func schema(_ name: String, _ models: String, _ body: String = "") -> String {
        """
        enum \(name): VersionedSchema {
            static let versionIdentifier = Schema.Version(1, 0, 0)
            static var models: [any PersistentModel.Type] {
                \(models)
            }
            \(body)
        }

        """
    }

    private static func expect(_ result: CommandResult, _ status: Int32, _ words: String...) {
        #expect(result.status == status, "\(result)")
        for words in words { #expect((result.output + result.errors).contains(words), "\(words) in \(result)") }
    }

    // MARK: Two schemas of one version

    @Test func twoSchemasOfOneVersion() throws {
        let folder = try Self.project([
            "First.swift": Self.schema(
                "AppSchemaV1", "[Note.self]", "@Model class Note { var text = \"\"; init() {} }"),
            "Second.swift": Self.schema(
                "AppSchemaV2", "[Note.self]", "@Model class Note { var title = \"\"; init() {} }"),
        ])
        let places = ["Sources/App/First.swift:3", "Sources/App/Second.swift:3"]
        let list = try Tool.run("list", in: folder)
        Self.expect(
            list, 0, "AppSchemaV1  not frozen", "AppSchemaV2  not frozen", "First.swift:2:6", "Second.swift:2:6")

        for arguments in [["freeze", "1.0.0"], ["freeze", "--all"]] {
            let refused = try Tool.run(arguments, in: folder.url, cache: folder)
            Self.expect(
                refused, 2, "AppSchemaV1 (\(places[0])", "AppSchemaV2 (\(places[1])", "both declare 1.0.0",
                "--schema NAME")
            #expect(!FileManager.default.fileExists(atPath: folder.path("Fixtures")))
        }

        Self.expect(try Tool.run("freeze", "1.0.0", "--schema", "AppSchemaV2", in: folder), 0, "AppSchemaV2")
        Self.expect(
            try Tool.run("freeze", "1.0.0", "--schema", "AppSchemaV1", in: folder), 2, "AppSchemaV1", "AppSchemaV2",
            "1.0.0")
        let check = try Tool.run("check", in: folder)
        Self.expect(check, 1, "AppSchemaV1", "AppSchemaV2", places[0], places[1])
        // The fixture belongs to the schema that was frozen.
        #expect(!check.output.contains("PF0101"), "\(check)")
    }

    // MARK: A listed class that isn't a model

    @Test(arguments: [
        ("", ["Imported is listed as a model", "--include-tests", "--project", "package"]),
        ("class Imported {}", ["Imported is listed as a model, but isn't a @Model class", "Add @Model"]),
        (
            "@Generated class Imported {}",
            ["Imported is listed as a model, but isn't a @Model class", "your own macros"]
        ),
        ("struct Imported {}", ["Imported is listed as a model, but isn't a @Model class"]),
    ])
    func aListedClassThatIsNotAModelIsAnError(_ declaration: String, _ words: [String]) throws {
        let folder = try Self.project([
            "Schema.swift": Self.schema("V1", "[Note.self, Imported.self]"),
            "Models.swift": "@Model class Note { var text = \"\"; init() {} }\n" + declaration,
            "Other.swift": Self.schema("OtherSchemaV1", "[Note.self]"),
        ])
        let freeze = try Tool.run("freeze", "--all", in: folder)
        // The command still handles the rest.
        Self.expect(freeze, 2, "Sources/App/Schema.swift:5:", "OtherSchemaV1 → ")
        for word in words { #expect(freeze.errors.contains(word), "\(word) in \(freeze)") }
        let check = try Tool.run("check", in: folder)
        Self.expect(check, 2, "Sources/App/Schema.swift:5:")
        for word in words { #expect(check.output.contains(word), "\(word) in \(check)") }
    }

    // MARK: Branches

    /// A difference under a condition, and the condition.
    @Test(arguments: [
        ("[Note.self]", "@Model class Note { var text = \"\"; init() {} }", nil),
        (
            "#if os(iOS)\n[Note.self, Tag.self]\n#else\n[Note.self]\n#endif",
            "@Model class Note { var text = \"\"; init() {} }", "!(os(iOS))"
        ),
        (
            "var all: [any PersistentModel.Type] = [Note.self]\n#if DEBUG\nall.append(Tag.self)\n#endif\nreturn all",
            "@Model class Note { var text = \"\"; init() {} }", "DEBUG"
        ),
        (
            "[Note.self]", "@Model class Note { var text = \"\"; init() {}\n#if os(macOS)\nvar path = \"\"\n#endif\n}",
            "os(macOS)"
        ),
        (
            "[Note.self]",
            "#if os(watchOS)\n@Model class Note { var text: Int = 0; init() {} }\n#else\n@Model class Note { var text = \"\"; init() {} }\n#endif",
            "os(watchOS)"
        ),
        (
            "[Note.self]", "@Model class Note { var text = \"\"; init() {}\n#if DEBUG\nvar probe = 0\n#endif\n}",
            "DEBUG"
        ),
    ])
    func branches(_ models: String, _ note: String, _ condition: String?) throws {
        let folder = try Self.project([
            "Schema.swift": Self.schema("V1", models), "Note.swift": note,
            "Tag.swift": "@Model class Tag { var name = \"\"; init() {} }",
        ])
        let freeze = try Tool.run("freeze", "1.0.0", in: folder)
        Self.expect(freeze, 0)
        let words = "the model depends on \(condition ?? "") (Sources/App/"
        #expect(freeze.errors.contains("the model depends on") == (condition != nil), "\(freeze)")
        if condition != nil { #expect(freeze.errors.contains(words), "\(freeze)") }
        let check = try Tool.run("check", in: folder)
        Self.expect(check, 0)
        if let condition { #expect((check.output + check.errors).contains(condition), "\(check)") }
        guard condition != nil else { return }
        // A change in only one branch is reported with its condition.
        for path in ["Schema.swift", "Note.swift"] {
            let text = try String(contentsOf: folder.url.appending(path: "Sources/App/\(path)"), encoding: .utf8)
            let edited = text.replacing("Note.self, Tag.self", with: "Note.self, Tag.self, More.self")
                .replacing("all.append(Tag.self)", with: "all.append(More.self)").replacing(
                    "var path = \"\"", with: "var path = 0"
                )
                .replacing("var text: Int = 0", with: "var text: Double = 0").replacing(
                    "var probe = 0", with: "var probe = \"\"")
            try folder.write(edited, to: "Sources/App/\(path)")
        }
        try folder.write("import SwiftData\n@Model class More { init() {} }", to: "Sources/App/More.swift")
        let drift = try Tool.run("check", in: folder)
        // A change on the platform whose store is frozen has no condition, but names the platform.
        let isFrozen = condition == "!(os(iOS))"
        Self.expect(drift, 1, isFrozen ? "users with a 1.0.0 store on iOS." : condition ?? "")
    }

    /// A version that lists models only under a condition has no models elsewhere, so it isn't a version there.
    @Test func aVersionWithoutModelsElsewhere() throws {
        let folder = try Self.project([
            "Schema.swift": Self.schema("V1", "#if os(iOS)\nreturn [Note.self]\n#else\nreturn []\n#endif"),
            "Note.swift": "@Model class Note { var text = \"\"; init() {} }",
        ])
        let freeze = try Tool.run("freeze", "1.0.0", in: folder)
        Self.expect(freeze, 0, "os(iOS)")
    }
}
