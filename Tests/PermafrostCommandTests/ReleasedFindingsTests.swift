import Foundation
import PermafrostTestSupport
import Testing

/// `lint` only counts the warnings about a migration that the newest release tag contains.
@Suite struct ReleasedFindingsTests {
    private static let schemas = "Sources/App/Schemas.swift"

    private static func version(_ number: Int, _ properties: String) -> String {
        """
        enum PondV\(number): VersionedSchema {
            static var versionIdentifier: Schema.Version { Schema.Version(\(number), 0, 0) }
            static var models: [any PersistentModel.Type] { [Frog.self] }
            @Model final class Frog {
                \(properties)
                init() {}
            }
        }

        """
    }

    private static func source(
        _ second: String = "var name = \"\"\n        var size: Int?", third: String? = nil, hook: String
    ) -> String {
        let stages =
            [".custom(fromVersion: PondV1.self, toVersion: PondV2.self, willMigrate: nil, didMigrate: \(hook))"]
            + (third == nil ? [] : [".lightweight(fromVersion: PondV2.self, toVersion: PondV3.self)"])
        let versions = ["PondV1.self", "PondV2.self"] + (third == nil ? [] : ["PondV3.self"])
        let color = "var color: String?\n        "
        return "import SwiftData\n" + version(1, color + "var name = \"\"") + version(2, color + second)
            + (third.map { version(3, color + $0) } ?? "")
                + """
                enum PondPlan: SchemaMigrationPlan {
                    static var schemas: [any VersionedSchema.Type] { [\(versions.joined(separator: ", "))] }
                    static var stages: [MigrationStage] { [\(stages.joined(separator: ",\n        "))] }
                    static func fill(_ context: ModelContext) throws { _ = try context.fetch(FetchDescriptor<PondV2.Frog>()) }
                }
                func open() throws -> ModelContainer {
                    try ModelContainer(for: PondV\(third == nil ? 2 : 3).Frog.self, migrationPlan: PondPlan.self)
                }

                """
    }

    private static let fetching = "{ context in _ = try context.fetch(FetchDescriptor<PondV2.Frog>()) }"

    private static func repository(
        _ source: String, tag: String? = "v2.0"
    ) throws -> (folder: ScratchFolder, git: TestRepository) {
        let folder = try ScratchFolder()
        let repository = try TestRepository(folder)
        try folder.write(source, to: schemas)
        try repository.commit()
        if let tag { try repository.git("tag", tag) }
        return (folder, repository)
    }

    private struct Report: Decodable {
        struct Finding: Decodable { let code: String }
        let findings: [Finding]
        let release: String?
        let releasedFindings: [Finding]?
    }

    private static func lint(_ folder: ScratchFolder, _ options: String...) throws -> Report {
        let result = try Tool.run(["lint", "--format", "json"] + options, in: folder.url, cache: folder)
        return try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
    }

    struct Edit: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The tag of the first source; nil for no tag.
        var tag: String? = "v2.0"
        var before = ReleasedFindingsTests.source(hook: ReleasedFindingsTests.fetching)
        var after: String?
        /// The codes of the findings that `lint` shows, and that it counts.
        let shown: [String]
        let counted: [String]
    }

    private static let edits = [
        Edit(testDescription: "nothing changed", shown: [], counted: ["PF0225"]),
        Edit(
            testDescription: "white space and comments",
            after: source(hook: "{ context in // all\n_ = try context.fetch(FetchDescriptor<PondV2.Frog>())\n\n }"),
            shown: [], counted: ["PF0225"]),
        Edit(
            testDescription: "the hook",
            after: source(hook: "{ context in _ = try context.fetch(FetchDescriptor<PondV2.Frog>()); print(1) }"),
            shown: ["PF0225"], counted: []),
        Edit(
            testDescription: "a function that is the hook", before: source(hook: "fill"),
            after: source(hook: "fill").replacing("_ = try", with: "let all = try"), shown: ["PF0225"], counted: []),
        Edit(
            testDescription: "a function that is the hook, unchanged", before: source(hook: "fill"), shown: [],
            counted: ["PF0225"]),
        Edit(
            testDescription: "the older version",
            after: source(hook: fetching).replacing("color", with: "colour"), shown: ["PF0225"], counted: []),
        Edit(
            testDescription: "a new version that loses values",
            before: source("var name = \"\"\n        var size: Int?", hook: fetching),
            after: source(
                "var name = \"\"\n        var size: Int?", third: "var name = \"\"\n        var isOld = false",
                hook: fetching),
            shown: ["PF0227"], counted: ["PF0225"]),
        Edit(testDescription: "no tag", tag: nil, shown: ["PF0225"], counted: []),
        Edit(testDescription: "a tag that is no release", tag: "nightly", shown: ["PF0225"], counted: []),
    ]

    @Test("released migrations", arguments: edits) func released(_ edit: Edit) throws {
        let (folder, _) = try Self.repository(edit.before, tag: edit.tag)
        if let after = edit.after { try folder.write(after, to: Self.schemas) }
        let report = try Self.lint(folder)
        #expect(report.findings.map(\.code) == edit.shown)
        #expect(report.releasedFindings?.map(\.code) ?? [] == edit.counted)
        #expect(report.release == (edit.counted.isEmpty ? nil : edit.tag))
        let all = try Self.lint(folder, "--all")
        #expect(all.findings.map(\.code).sorted() == (edit.shown + edit.counted).sorted())
        #expect(all.releasedFindings == nil)
    }

    @Test("an error about a released migration is shown") func errors() throws {
        let (folder, _) = try Self.repository(
            Self.source("var name = \"\"\n        var size: Int", hook: Self.fetching))
        let report = try Self.lint(folder)
        #expect(report.findings.map(\.code) == ["PF0208"])
        #expect(report.releasedFindings?.map(\.code) == ["PF0225"])
    }

    @Test("only the newest release counts") func newestRelease() throws {
        let (folder, repository) = try Self.repository(Self.source(hook: Self.fetching))
        try folder.write(Self.source(hook: "{ context in try context.save() }"), to: Self.schemas)
        try repository.commit()
        try repository.git("tag", "v2.1")
        try folder.write(Self.source(hook: Self.fetching), to: Self.schemas)
        #expect(try Self.lint(folder).findings.map(\.code) == ["PF0225"])
    }

    @Test("formats tell released migrations apart") func formats() throws {
        let (folder, _) = try Self.repository(Self.source(hook: Self.fetching))
        func text(_ format: String) throws -> String {
            try Tool.run(["lint", "--format", format], in: folder.url, cache: folder).output
        }
        #expect(try text("text").contains("1 finding is about a migration that v2.0 already contains"))
        #expect(try text("github").contains("::notice title=permafrost::1 finding is about a migration"))
        #expect(try text("junit").contains("classname=\"permafrost.lint.release\" name=\"v2.0\""))
        let sarif = try text("sarif")
        #expect(sarif.contains("The newest release contains this migration."))
        #expect(!sarif.contains("baselineState"))
        let overview = try Tool.run([], in: folder.url, cache: folder)
        #expect(overview.output.contains("1 old finding"), "\(overview)")
    }
}
