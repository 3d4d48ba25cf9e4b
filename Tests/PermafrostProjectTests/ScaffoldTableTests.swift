import Foundation
import PermafrostSource
import Testing

@testable import PermafrostProject

/// The contents of a migration test, depending on the models of two or more versions.
@Suite struct ScaffoldTableTests {
    /// One change: the members of `Post` in each version with the stages between them, and the contents of the test
    /// from the first version to the last.
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var versions: [String]
        var stages: [String]
        var expectations: [String]
        var carried: [String]
        var defaults: [String]

        init(
            _ name: String, _ versions: [String], stages: [String]? = nil, _ expectations: [String] = [],
            carried: [String] = [], defaults: [String] = []
        ) {
            self.name = name
            self.versions = versions
            self.stages = stages ?? Array(repeating: "lightweight", count: versions.count - 1)
            self.expectations = expectations
            self.carried = carried
            self.defaults = defaults
        }

        var testDescription: String { name }
    }

    static let cases = [
        Case("removed", ["var a = 0; var b: String?", "var a = 0"], ["removed Post.b"], carried: ["`a`"]),
        Case(
            "renamed", ["var a = \"\"", "@Attribute(originalName: \"a\") var b = \"\""], carried: ["`b` (was `a`)"]),
        Case(
            "renamed, and the original name gone a version later, walked",
            ["var a = \"\"", "@Attribute(originalName: \"a\") var b = \"\"; var x = 0", "var b = \"\""],
            stages: ["custom", "lightweight"], carried: ["`b` (was `a`)"]),
        Case(
            "renamed, and the original name gone a version later, at once",
            ["var a = \"\"", "@Attribute(originalName: \"a\") var b = \"\"; var x = 0", "var b = \"\""],
            ["removed Post.a"], defaults: ["Post.b `\"\"`"]),
        Case(
            "renamed without an original name", ["var a: String?", "var b: String?"], ["removed Post.a"],
            defaults: ["Post.b nil"]),
        Case("retyped", ["var a = \"\"", "var a = 0"], ["changed Post.a"]),
        Case("widened", ["var a: Int16 = 0", "var a: Int = 0"], carried: ["`a`"]),
        Case("optional to required", ["var a: Int?", "var a = 1"], carried: ["`a`"]),
        Case(
            "added by a lightweight stage", ["var a = 0", "var a = 0; var b = 7; var c: Date?; var d: [String] = []"],
            carried: ["`a`"], defaults: ["Post.b `7`", "Post.c nil", "Post.d `[]`"]),
        Case(
            "added by a custom stage", ["var a = 0", "var a = 0; var b = 7"], stages: ["custom"], ["added Post.b"],
            carried: ["`a`"]),
        Case(
            "added before a custom stage", ["var a = 0", "var a = 0; var b = 7", "var a = 0; var b = 7; var c: Int?"],
            stages: ["lightweight", "custom"], ["added Post.b", "added Post.c"], carried: ["`a`"]),
        Case(
            "added after a custom stage", ["var a = 0", "var a = 0; var b = 7", "var a = 0; var b = 7; var c: Int?"],
            stages: ["custom", "lightweight"], ["added Post.b"], carried: ["`a`"], defaults: ["Post.c nil"]),
        Case(
            "removed and added again, walked",
            ["var a: Int?; var b = 0", "var b = 0", "var a: Int?; var b = 0; var c = 0"],
            stages: ["lightweight", "custom"], ["removed Post.a", "added Post.a", "added Post.c"], carried: ["`b`"]),
        Case(
            "removed and added again, at once",
            ["var a: Int?; var b = 0", "var b = 0", "var a: Int?; var b = 0; var c = 0"], carried: ["`a`", "`b`"],
            defaults: ["Post.c `0`"]),
        Case(
            "a to-one becomes to-many", ["var tag: Tag?", "@Relationship(originalName: \"tag\") var tags: [Tag] = []"],
            carried: ["`tags` (was `tag`)"]),
        Case("a to-many becomes to-one", ["var tags: [Tag] = []", "var tags: Tag?"], ["changed Post.tags"]),
        Case("an attribute becomes a relationship", ["var tag: String?", "var tag: Tag?"], ["changed Post.tag"]),
        Case(
            "composite elements come and go", ["var at: Before?", "var at: After?"], ["removed Post.at.zip"]),
        Case(
            "composite elements that a custom stage fills", ["var at: Before?", "var at: After?"], stages: ["custom"],
            ["removed Post.at.zip", "added Post.at.country"]),
        Case(
            "not stored", ["var a = 0; @Transient var b = 0", "var a = 0; var d = 1; @Transient var c = 0"],
            carried: ["`a`"], defaults: ["Post.d `1`"]),
    ]

    @Test(arguments: cases)
    func aChangeIsDeclared(_ row: Case) throws {
        let project = try TestProject(Self.sources(row.versions, row.stages))
        #expect(try project.freeze().allSatisfy { if case .frozen = $0.result { true } else { false } })
        let scaffold = try ProjectScaffold(project.project())
        #expect(scaffold.skips.isEmpty, "\(scaffold.skips)")
        let name = "MigrationV1ToV\(row.versions.count)Tests"
        let file = try #require(scaffold.files.first { $0.name == name })
        guard case .migration(let test) = file.test else {
            Issue.record("\(file)")
            return
        }
        #expect(test.expectations.map { "\($0.kind) \($0.subject)" } == row.expectations)
        #expect(
            test.carried.filter { $0.entity == "Post" }.flatMap(\.properties).filter { $0 != "`id`" } == row.carried)
        #expect(test.defaults.map { "\($0.subject) \($0.value)" } == row.defaults)
    }

    /// A test doesn't declare again what the plan's stages declare.
    @Test func aLossThatThePlanDeclaresIsNotExpectedAgain() throws {
        var sources = Self.sources(
            ["var a = \"\"; var c = 0", "@Attribute(originalName: \"a\") var b = \"\"; var c = 0", "var c = 0"],
            ["lightweight", "lightweight"])
        sources["Sources/App/Plan.swift"] = """
            enum Plan: DeclaredMigrationPlan {
                static let plan = MigrationPlan(schemas: [AppSchemaV1.self, AppSchemaV2.self, AppSchemaV3.self]) {
                    Stage(from: AppSchemaV1.self, to: AppSchemaV2.self)
                    Stage(from: AppSchemaV2.self, to: AppSchemaV3.self) {
                        Drop(\\AppSchemaV2.Post.b, because: "never shown")
                    }
                }
            }
            """
        let project = try TestProject(sources)
        try project.freeze()
        let scaffold = try ProjectScaffold(project.project())
        let files = scaffold.files.filter { $0.name.hasSuffix("ToV3Tests") }
        #expect(files.count == 2)
        for file in files {
            guard case .migration(let test) = file.test else { continue }
            #expect(test.expectations.isEmpty)
            #expect(test.dropped.map(\.subject) == [test.fixture.version == "1.0.0" ? "Post.a" : "Post.b"])
            let text = TestFileText(file, for: .swiftTesting).text
            #expect(
                text.contains("/// Dropped, as the plan declares:\n/// - `\(test.dropped[0].subject)`: never shown\n"))
        }
    }

    /// The operations of a stage, and the expectations of the test with their reasons.
    @Test(
        arguments: [
            (
                "var a = \"\"", "var b = \"\"", "Rename(\\V1.a, to: \\V2.b)",
                ["renamed Post.a to Post.b: Rename moves it"]
            ),
            ("var a = \"\"", "@Attribute(originalName: \"a\") var b = \"\"", "Rename(\\V1.a, to: \\V2.b)", []),
            (
                "var a = 0", "var a = 0; var b = 1", "Backfill(\\V2.b) { $0.a }", ["added Post.b: Backfill computes it"]
            ),
            (
                "var a = 0", "var a = 0; var z: Int?", "Backfill(\\V2.a) { $0.id }",
                ["changed Post.a: Backfill computes it", "added Post.z: nil"]
            ),
            (
                "var a = 0.0", "var b = 0", "Transform(from: \\V1.a, to: \\V2.b) { Int($0) }",
                ["removed Post.a: Transform computes other values from it", "added Post.b: Transform computes it"]
            ),
            (
                "var a = 0.0", "var a = 0", "Transform(from: \\V1.a, to: \\V2.a) { Int($0) }",
                ["changed Post.a: Transform computes it"]
            ),
            (
                "var a = \"\"", "var b = \"\"; var c = \"\"", "Split(\\V1.a, to: \\V2.b, \\V2.c) { ($0, $0) }",
                [
                    "removed Post.a: Split computes other values from it", "added Post.b: Split computes it",
                    "added Post.c: Split computes it",
                ]
            ),
            (
                "var a = \"\"; var b = \"\"", "var c = \"\"", "Merge(\\V1.a, \\V1.b, to: \\V2.c) { $0 + $1 }",
                [
                    "removed Post.a: Merge computes other values from it",
                    "removed Post.b: Merge computes other values from it",
                    "added Post.c: Merge computes it",
                ]
            ),
            (
                "var a = 0", "var a = 0; var z: Int?", "DeleteWhere(V2.self) { $0.a > 1 }",
                ["removed Post: DeleteWhere deletes rows", "added Post.z: nil"]
            ),
            (
                "var a = 0", "var a = 0; var z: Int?", "DeleteAll(V1.self)",
                ["removed Post: DeleteAll deletes rows", "added Post.z: nil"]
            ),
            (
                "var a = 0; var tag: Tag?", "var a = 0; var tag: Tag?; var z: Int?",
                "Deduplicate(\\V1.a, keep: .first)",
                [
                    "removed Post: Deduplicate merges rows", "changed Post.tag: Deduplicate moves links",
                    "added Post.z: nil",
                ]
            ),
            (
                "var tag: Tag?", "var tags: [Tag] = []", "Reconnect(\\V1.tag, to: \\V2.tags)",
                ["renamed Post.tag to Post.tags: Reconnect moves it"]
            ),
            (
                "var tags: [Tag] = []", "var tag: Tag?", "Reconnect(\\V1.tags, to: \\V2.tag) { $0.first }",
                [
                    "removed Post.tags: Reconnect computes other values from it",
                    "added Post.tag: Reconnect chooses a link",
                ]
            ),
            (
                "var a = 0", "var b = 0", "CustomOperation(\"x\") { _ in }",
                ["removed Post.a: nil", "added Post.b: nil"]
            ),
            (
                "var a = 0", "var b = 0", "Drop(\\V1.a, because: \"x\"); CustomOperation(\"x\") { _ in }",
                ["added Post.b: nil"]
            ),
        ] as [(String, String, String, [String])])
    func theOperationsOfThePlanAreExpected(_ old: String, _ new: String, _ operations: String, _ expected: [String])
        throws
    {
        var sources = Self.sources([old, new], ["custom"])
        sources["Sources/App/Plan.swift"] = """
            enum Plan: DeclaredMigrationPlan {
                static let plan = MigrationPlan(schemas: [AppSchemaV1.self, AppSchemaV2.self]) {
                    Stage(from: AppSchemaV1.self, to: AppSchemaV2.self) {
                        \(operations.replacing("V1", with: "AppSchemaV1.Post").replacing("V2", with: "AppSchemaV2.Post"))
                    }
                }
            }
            """
        let project = try TestProject(sources)
        try project.freeze()
        let scaffold = try ProjectScaffold(project.project())
        guard case .migration(let test)? = scaffold.files.last?.test else {
            Issue.record("\(scaffold.files)")
            return
        }
        let found = test.expectations.map { change in
            "\(change.kind) \(change.subject)" + (change.newSubject.map { " to \($0)" } ?? "")
                + ": \(change.reason ?? "nil")"
        }
        #expect(found == expected)
    }

    /// A rename in each of two stages is one rename in the test of both.
    @Test func renamesOfSeveralStagesAreOne() throws {
        var sources = Self.sources(["var a = \"\"", "var b = \"\"", "var c = \"\""], ["custom", "custom"])
        sources["Sources/App/Plan.swift"] = """
            enum Plan: DeclaredMigrationPlan {
                static let plan = MigrationPlan(schemas: [AppSchemaV1.self, AppSchemaV2.self, AppSchemaV3.self]) {
                    Stage(from: AppSchemaV1.self, to: AppSchemaV2.self) {
                        Rename(\\AppSchemaV1.Post.a, to: \\AppSchemaV2.Post.b)
                    }
                    Stage(from: AppSchemaV2.self, to: AppSchemaV3.self) {
                        Rename(\\AppSchemaV2.Post.b, to: \\AppSchemaV3.Post.c)
                    }
                }
            }
            """
        let project = try TestProject(sources)
        try project.freeze()
        let file = try #require(
            ProjectScaffold(project.project()).files.first { $0.name == "MigrationV1ToV3Tests" })
        guard case .migration(let test) = file.test else { return }
        #expect(
            test.expectations.map { "\($0.kind) \($0.subject) to \($0.newSubject ?? "")" } == [
                "renamed Post.a to Post.c"
            ])
        #expect(
            TestFileText(file, for: .swiftTesting).text.contains(
                ".renamed(\"Post.a\", to: \"Post.c\", because: \"Rename moves it\")"))
    }

    /// The scaffolded test of the guide's plan expects what a compiled test of that plan verifies.
    @Test func theTestOfTheGuidesPlanIsCompiled() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let source = try String(
            contentsOf: root.appendingPathComponent("PermafrostTests/Operations/GuideTests.swift"), encoding: .utf8)
        let end = try #require(source.range(of: "@Suite"))
        var sources = Self.sources(["var a = 0"], [])
        sources["Sources/App/AppSchemaV1.swift"] = nil
        sources["Sources/App/Plan.swift"] = String(source[..<end.lowerBound])
        let project = try TestProject(sources)
        try project.freeze()
        let file = try #require(
            ProjectScaffold(project.project()).files.first { $0.name.hasSuffix("MigrationV1ToV2Tests") })
        guard case .migration(let test) = file.test else { return }
        #expect(test.expectations.count == 11)
        for change in test.expectations {
            let to = change.newSubject.map { ", to: \"\($0)\"" } ?? ""
            let line = ".\(change.kind)(\"\(change.subject)\"\(to), because: \"\(change.reason ?? "")\"),"
            #expect(source.contains(line), "\(line)")
        }
        #expect(test.dropped.map(\.subject) == ["Post.isSpam"])
    }

    @Test func addedAndRemovedModelsAreExpected() throws {
        func models(_ stage: String) throws -> [String] {
            let project = try TestProject(
                Self.sources(
                    ["var tag: Tag?", "var label: Label?"], [stage], models: [["Post", "Tag"], ["Post", "Label"]]))
            try project.freeze()
            let scaffold = try ProjectScaffold(project.project())
            guard case .migration(let test)? = scaffold.files.last?.test else { return [] }
            return test.expectations.map { "\($0.kind) \($0.subject)" } + test.defaults.map(\.subject)
        }
        #expect(try models("lightweight") == ["removed Tag", "Post.label"])
        #expect(try models("custom") == ["removed Tag", "added Label", "added Post.label"])
    }

    @Test func namesAreUniqueIdentifiers() throws {
        let versions = ["1", "1.0", "1-0", "2.0.0-beta.1", "2.0.0", "2024-01-15", "2024.01.15"]
        var sources: [String: String] = [:]
        for (index, version) in versions.enumerated() {
            sources["Sources/App/V\(index).swift"] = """
                import SwiftData
                @FreezeSchema(version: "\(version)")
                enum SchemaV\(index): VersionedSchema {
                    static let versionIdentifier = Schema.Version(\(index), 0, 0)
                    static var models: [any PersistentModel.Type] { [Note.self] }
                    @Model final class Note { var v\(index) = 0; init() {} }
                }
                """
        }
        let names = versions.indices.map { "SchemaV\($0)" }
        sources["Sources/App/Plan.swift"] = Self.plan(names, Array(repeating: "lightweight", count: names.count - 1))
        sources["Package.swift"] = Self.manifest
        let project = try TestProject(sources)
        try project.freeze()
        let scaffold = try ProjectScaffold(project.project())
        #expect(scaffold.files.count == versions.count * 2)
        let files = scaffold.files.map(\.name)
        #expect(Set(files.map { $0.lowercased() }).count == files.count)
        #expect(files.allSatisfy { $0.wholeMatch(of: /[A-Za-z][A-Za-z0-9_]*/) != nil }, "\(files)")
        #expect(files.contains("MigrationV2p0p0Beta1ToV2Tests"))
        let outcomes = scaffold.write()
        #expect(outcomes.allSatisfy { if case .written = $0.result { true } else { false } })
    }

    @Test func theModuleIsTheTargetsModule() throws {
        var sources = Self.sources(["var a = 0", "var b = 0"], ["lightweight"])
        sources = Dictionary(
            uniqueKeysWithValues: sources.map { ($0.replacing("Sources/App", with: "Code/Models"), $1) })
        sources["Package.swift"] = """
            let shared: [Target.Dependency] = [.target(name: "Nested")]
            let package = Package(targets: [
                .target(name: "All-Of-It", path: "Code"), .executableTarget(name: "Deep", path: "Code/Models/Deep/"),
                .testTarget(name: "AppTests", dependencies: ["All-Of-It", "PermafrostTesting"] + shared),
            ])
            """
        let project = try TestProject(sources)
        try project.freeze()
        let scaffold = try ProjectScaffold(project.project())
        #expect(scaffold.files.allSatisfy { $0.modules == ["All_Of_It"] })
        // The manifest computes some of them.
        #expect(scaffold.missing.dependencies.isEmpty)
    }

    // MARK: Sources

    private static let manifest = """
        let package = Package(targets: [.target(name: "App"), .testTarget(name: "AppTests", dependencies: ["App"])])
        """

    private static func plan(_ schemas: [String], _ stages: [String]) -> String {
        let steps = zip(zip(schemas, schemas.dropFirst()), stages).map { pair, stage in
            ".\(stage)(fromVersion: \(pair.0).self, toVersion: \(pair.1).self"
                + (stage == "custom" ? ", willMigrate: nil, didMigrate: nil)" : ")")
        }
        return """
            import SwiftData
            enum Plan: SchemaMigrationPlan {
                static var schemas: [any VersionedSchema.Type] {
                    [\(schemas.map { $0 + ".self" }.joined(separator: ", "))]
                }
                static var stages: [MigrationStage] { [\(steps.joined(separator: ", "))] }
            }
            """
    }

    private static func sources(
        _ versions: [String], _ stages: [String], models: [[String]]? = nil
    ) -> [String: String] {
        var sources = ["Package.swift": manifest]
        sources["Sources/App/Values.swift"] = """
            struct Before: Codable { var street: String; var zip: String? }
            struct After: Codable { var street: String; var country: String? }
            """
        let names = versions.indices.map { "AppSchemaV\($0 + 1)" }
        for (index, members) in versions.enumerated() {
            let listed = models?[index] ?? ["Post", "Tag"]
            let others = listed.dropFirst().map { "@Model final class \($0) { var name = \"\"; init() {} }" }
            sources["Sources/App/\(names[index]).swift"] = """
                import Foundation
                import SwiftData
                enum \(names[index]): VersionedSchema {
                    static let versionIdentifier = Schema.Version(\(index + 1), 0, 0)
                    static var models: [any PersistentModel.Type] {
                        [\(listed.map { $0 + ".self" }.joined(separator: ", "))]
                    }
                    @Model final class Post {
                        var id = 0
                        \(members.replacing("; ", with: "\n        "))
                        init() {}
                    }
                    \(others.joined(separator: "\n    "))
                }
                """
        }
        sources["Sources/App/Plan.swift"] = plan(names, stages)
        return sources
    }
}
