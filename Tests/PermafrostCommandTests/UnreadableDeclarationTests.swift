import Foundation
import PermafrostTestSupport
import Testing

/// Declarations that can't be read. Each command reports their locations, handles the rest, and ends with exit code 2.
@Suite struct UnreadableDeclarationTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        /// The contents of the file `Sources/App/Bad.swift`.
        let text: String
        /// The reported line and column.
        let place: String
        let words: [String]

        var testDescription: String { name }
    }

    private static func version(_ name: String, models: String = "[Bad.self]", number: Int = 7) -> String {
        """
        import SwiftData
        enum \(name): VersionedSchema {
            static let versionIdentifier = Schema.Version(\(number), 0, 0)
            static var models: [any PersistentModel.Type] { \(models) }
        }

        """
    }

    private static let rows = [
        Row(
            name: "a property's type is a circle of aliases",
            text: version("BadSchema")
                + "@Model class Bad {\n    var value: First\n    init() {}\n}\ntypealias First = Second\ntypealias Second = First",
            place: "7:9", words: ["First", "refers to itself"]),
        Row(
            name: "a listed model is a circle of aliases",
            text: version("BadSchema", models: "[First.self]") + "typealias First = Second\ntypealias Second = First",
            place: "4:54", words: ["First", "refers to itself"]),
        Row(
            name: "the list calls a function that nobody declares",
            text: version("BadSchema", models: "Registry.allModels()"), place: "4:53",
            words: ["`models` can't be read from source", "Registry.allModels()"]),
        Row(
            name: "a relationship to a class that nobody declares",
            text: version("BadSchema")
                + "@Model class Bad {\n    @Relationship var other: Missing?\n    init() {}\n}\n", place: "7:23",
            words: ["The relationship's destination is Missing", "--include-tests"]),
        Row(
            name: "a tuple",
            text: version("BadSchema") + "@Model class Bad {\n    var pair: (Int, Int) = (1, 2)\n    init() {}\n}\n",
            place: "7:9", words: ["The type of Bad.pair can't be read", "a type that SwiftData stores"]),
        Row(
            name: "a file that does not parse", text: version("BadSchema") + "@Model class Bad {\n    var x: = 5\n}\n",
            place: "7:12", words: ["isn't valid Swift"]),
        Row(
            name: "a plan whose versions another package declares",
            text: """
                import OtherPackage
                import SwiftData
                enum BadPlan: SchemaMigrationPlan {
                    static var schemas: [any VersionedSchema.Type] { [OtherSchemaV1.self, OtherSchemaV2.self] }
                    static var stages: [MigrationStage] { [] }
                }
                """, place: "4:55",
            words: ["OtherSchemaV1 is listed as a version", "set --project to the folder that contains both packages"]),
    ]

    private static func project(_ text: String) throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try folder.write(
            version("GoodSchema", models: "[Good.self]", number: 1) + "@Model class Good { var x = 1; init() {} }",
            to: "Sources/App/Good.swift")
        try folder.write(text, to: "Sources/App/Bad.swift")
        return folder
    }

    @Test(arguments: rows) func theOtherVersionsAreProcessed(_ row: Row) throws {
        let folder = try Self.project(row.text)
        for arguments in [["freeze", "--all"], ["check"], ["lint"], ["list"]] {
            let result = try Tool.run(arguments, in: folder.url, cache: folder)
            #expect(result.status == 2, "\(arguments): \(result)")
            let text = result.output + result.errors
            #expect(text.contains("Sources/App/Bad.swift:\(row.place)"), "\(arguments): \(result)")
            for words in row.words { #expect(text.contains(words), "\(words) in \(arguments): \(result)") }
        }
        // The readable version has a fixture, and is checked.
        #expect(FileManager.default.fileExists(atPath: folder.path("Fixtures")))
        let report = try Report(Tool.run("list", "--format", "json", in: folder))
        #expect(
            report.versions.contains {
                $0["schema"] as? String == "GoodSchema" && $0["status"] as? String == "unchanged"
            })
    }

    /// A file of 5,000 lines is valid input.
    @Test func aLongFile() throws {
        let models = (0..<250).map { "Model\($0)" }
        let classes = models.map { name in
            "@Model class \(name) {\n" + (0..<17).map { "    var property\($0): Int = \($0)\n" }.joined()
                + "    init() {}\n}\n"
        }
        let list = models.map { "\($0).self" }.joined(separator: ", ")
        let text = Self.version("BadSchema", models: "[\(list)]") + classes.joined()
        #expect(text.split(separator: "\n").count >= 5_000)
        let folder = try Self.project(text)
        #expect(try Tool.run("freeze", "--all", "--rows", "1", in: folder).status == 0)
        #expect(try Tool.run("check", in: folder).status == 0)
    }
}
