import Foundation
import PermafrostTestSupport
import Testing

/// `permafrost history`: the stores of a tag have the shape of the version that its containers open.
@Suite struct OpenedVersionTests {
    private static func version(_ number: Int, _ properties: String) -> String {
        """
        import SwiftData

        enum BirdsV\(number): VersionedSchema {
            static let versionIdentifier = Schema.Version(\(number), 0, 0)
            static var models: [any PersistentModel.Type] { [Bird.self] }

            @Model final class Bird {
                \(properties)
                init() {}
            }
        }
        """
    }

    private static func plan(_ count: Int) -> String {
        let names = (1...count).map { "BirdsV\($0)" }
        let stages = zip(names, names.dropFirst()).map {
            ".lightweight(fromVersion: \($0).self, toVersion: \($1).self)"
        }
        return """
            import SwiftData

            enum BirdsPlan: SchemaMigrationPlan {
                static var schemas: [any VersionedSchema.Type] { [\(names.map { $0 + ".self" }.joined(separator: ", "))] }
                static var stages: [MigrationStage] { [\(stages.joined(separator: ", "))] }
            }
            """
    }

    private static func app(_ container: String) -> String {
        """
        import SwiftData
        import SwiftUI

        struct BirdsApp {
            func schema() -> Schema { Schema([]) }
            func open() throws { _ = try \(container) }
        }
        """
    }

    /// Returns a project with three versions that one tag declares.
    private static func project(_ container: String?) throws -> ScratchFolder {
        let folder = try ScratchFolder()
        for number in 1...3 {
            try folder.write(
                version(number, (0..<number).map { "var p\($0): Int = 0" }.joined(separator: "\n")),
                to: "Sources/BirdsV\(number).swift")
        }
        try folder.write(plan(3), to: "Sources/BirdsPlan.swift")
        if let container { try folder.write(app(container), to: "Sources/BirdsApp.swift") }
        return folder
    }

    private static func versions(_ result: CommandResult) throws -> [String] {
        try #require(Report(result).json["shapes"] as? [[String: Any]]).compactMap { $0["version"] as? String }
    }

    @Test(arguments: [
        ("ModelContainer(for: Schema(versionedSchema: BirdsV2.self))", ["2.0.0"]),
        ("ModelContainer(for: BirdsV3.Bird.self, migrationPlan: BirdsPlan.self)", ["3.0.0"]),
        ("ModelContainer(for: schema(), migrationPlan: BirdsPlan.self)", ["3.0.0"]),
        ("Text(\"\").modelContainer(for: BirdsV1.Bird.self)", ["1.0.0"]),
        (
            "[ModelContainer(for: BirdsV1.Bird.self), ModelContainer(for: BirdsV3.Bird.self)]", ["1.0.0", "3.0.0"]
        ),
    ])
    func aContainerDeterminesTheShippedVersions(_ container: String, _ expected: [String]) throws {
        let folder = try Self.project(container)
        try TaggedRepository(folder).ship("v1")
        let result = try Tool.run("history", "--format", "json", in: folder)
        #expect(result.status == 0, "\(result)")
        #expect(try Self.versions(result) == expected)
        let unread = try Report(result).json["tagsWithoutContainer"] as? [String: [String]]
        #expect(unread?.isEmpty == true, "\(result)")
    }

    @Test(arguments: [
        nil, "ModelContainer(for: schema())",
        "ModelContainer(for: BirdsV3.Bird.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))",
    ])
    func withoutAReadableContainerEveryVersionCountsAsShipped(_ container: String?) throws {
        let folder = try Self.project(container)
        try TaggedRepository(folder).ship("v1")
        let result = try Tool.run("history", "--format", "json", in: folder)
        #expect(result.status == 0, "\(result)")
        #expect(try Self.versions(result) == ["1.0.0", "2.0.0", "3.0.0"])
        let unread = try Report(result).json["tagsWithoutContainer"] as? [String: [String]]
        #expect(unread == ["BirdsPlan": ["v1"]])
        let text = try Tool.run("history", in: folder)
        #expect(
            text.output.contains("note: no container that opens BirdsPlan can be read at v1, so every version"),
            "\(text)")
    }

    /// A container whose models aren't those of a version opens a store that no version describes.
    @Test func aContainerWithAnotherModelIsReported() throws {
        let folder = try Self.project("ModelContainer(for: BirdsV3.Bird.self, Nest.self)")
        try folder.write("import SwiftData\n@Model final class Nest { init() {} }\n", to: "Sources/Nest.swift")
        try TaggedRepository(folder).ship("v1")
        let result = try Tool.run("history", in: folder)
        #expect(
            result.status == 0
                && result.output.contains(
                    "warning: The container at v1 opens Bird and Nest, and no version of BirdsPlan has"),
            "\(result)")
        #expect(!result.output.contains("can be read"), "\(result)")
    }

    /// Forty tags. Five of them add a version. Files that many tags share are read once, and each tag gives the same
    /// result as if it were read by itself.
    @Test(arguments: ["", "Apps/Birds/"])
    func manyTagsAreReadAtOnce(_ prefix: String) throws {
        let folder = try ScratchFolder()
        let repository = TaggedRepository(folder)
        for file in 0..<60 {
            try folder.write("func row\(file)() -> Int { \(file) }\n", to: "\(prefix)Sources/View\(file).swift")
        }
        var count = 0
        for tag in 0..<40 {
            if tag % 8 == 0 {
                count += 1
                let properties = (0..<count).map { "var p\($0): Int = 0" }.joined(separator: "\n")
                try folder.write(Self.version(count, properties), to: "\(prefix)Sources/BirdsV\(count).swift")
                try folder.write(Self.plan(count), to: "\(prefix)Sources/BirdsPlan.swift")
                let container = "ModelContainer(for: Schema(versionedSchema: BirdsV\(count).self))"
                try folder.write(Self.app(container), to: "\(prefix)Sources/BirdsApp.swift")
            }
            try folder.write("func row() -> Int { \(tag) }\n", to: "\(prefix)Sources/View\(tag).swift")
            try repository.ship("v\(tag)")
        }
        let arguments = ["history", "--format", "json", "--project", folder.path(prefix + ".")]
        let start = Date()
        let first = try Tool.run(arguments, in: folder.url, cache: folder)
        let seconds = Date().timeIntervalSince(start)
        #expect(first.status == 0, "\(first)")
        // Just starting a process for each tag would take most of this time.
        #expect(seconds < 20)
        let shapes = try #require(try Report(first).json["shapes"] as? [[String: Any]])
        #expect(shapes.compactMap { $0["version"] as? String } == ["1.0.0", "2.0.0", "3.0.0", "4.0.0", "5.0.0"])
        let tags = (0..<5).map { version -> [String] in (version * 8..<version * 8 + 8).map { "v\($0)" } }
        #expect(shapes.compactMap { $0["tags"] as? [String] } == tags)
        let second = try Tool.run(arguments, in: folder.url, cache: folder)
        #expect(second.output == first.output)
        let uncached = try Tool.run(arguments + ["--no-cache"], in: folder.url, cache: folder)
        #expect(uncached.output == first.output)
    }
}
