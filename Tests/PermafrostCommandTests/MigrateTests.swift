import Foundation
import PermafrostStore
import PermafrostTestSupport
import Testing

/// `permafrost migrate --dry-run` from start to end.
@Suite struct MigrateTests {
    private static func frozen(_ example: String) throws -> ScratchFolder {
        let folder = try Tool.copy(of: example)
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        return folder
    }

    private static func store(_ version: String) -> String {
        "Fixtures/\(version)/App-\(version.replacing(".", with: "_")).sqlite"
    }

    /// Returns the bytes and the modification date of every file in a folder.
    private static func state(of folder: URL) throws -> [String: String] {
        var state: [String: String] = [:]
        for case let url as URL in FileManager.default.enumerator(at: folder, includingPropertiesForKeys: []) ?? .init()
        {
            let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
            let time = (attributes[.modificationDate] as? Date)?.timeIntervalSinceReferenceDate ?? 0
            let bytes = (try? Data(contentsOf: url)) ?? Data()
            state[url.path] = "\(time) \(bytes.base64EncodedString())"
        }
        return state
    }

    private static func rows(_ report: Report) -> [String: [Int?]] {
        let rows = report.json["rows"] as? [[String: Any]] ?? []
        return Dictionary(
            rows.map { ($0["model"] as? String ?? "", [$0["before"] as? Int, $0["after"] as? Int]) },
            uniquingKeysWith: { first, _ in first })
    }

    // MARK: Successful migrations

    @Test(
        arguments: [
            ("Users", "1.0.0", "3.0.0"), ("Users", "2.0.0", "3.0.0"), ("Trips", "1.0.0", "2.0.0"),
            ("Posts", "1.0.0", "2.0.0"),
        ], [[], ["--step-by-step"]])
    func aLightweightMigrationKeepsEverything(_ way: (example: String, from: String, to: String), _ options: [String])
        throws
    {
        let folder = try Self.frozen(way.example)
        let tree = folder.url.appending(path: "Fixtures")
        let before = try Self.state(of: tree)
        let result = try Tool.run(
            ["migrate", Self.store(way.from), "--to", way.to, "--dry-run", "--format", "json"] + options,
            in: folder.url, cache: folder)
        #expect(result.status == 0, "\(result)")
        let report = try Report(result)
        #expect((report.json["from"] as? [String: Any])?["version"] as? String == way.from)
        #expect((report.json["preservation"] as? [String: Any])?["isPreserved"] as? Bool == true)
        #expect((report.json["integrityProblems"] as? [Any])?.isEmpty == true)
        for (name, counts) in Self.rows(report) where counts[0] != nil { #expect(counts[0] == counts[1], "\(name)") }
        #expect(Self.rows(report).values.contains { $0 == [8, 8] }, "\(result)")
        #expect(try Self.state(of: tree) == before)
        let text = try Tool.run(
            ["migrate", Self.store(way.from), "--to", way.to, "--dry-run"] + options, in: folder.url, cache: folder)
        #expect(
            text.output.hasPrefix(
                "passed: a copy of \(Self.store(way.from)) was migrated from \(way.from) to \(way.to)\n"), "\(text)")
    }

    /// A loss that a stage declares isn't a finding. The report has it with its reason.
    @Test func aDeclaredLossIsAccepted() throws {
        let folder = try ScratchFolder()
        func write(_ drop: String) throws {
            let versions = FollowedFix.app(
                FollowedFix.user("var a: Int?; var b: String? = \"x\""), FollowedFix.user("var a: Int?"))
            let plan = """
                enum AppPlan: DeclaredMigrationPlan {
                    static let plan = MigrationPlan(schemas: [AppV1.self, AppV2.self]) {
                        Stage(from: AppV1.self, to: AppV2.self) { \(drop) }
                    }
                }
                """
            try folder.write(versions.components(separatedBy: "enum AppPlan")[0] + plan, to: FollowedFix.file)
        }
        try write("")
        try FollowedFix.run("freeze", "--all", in: folder)
        let arguments = ["migrate", Self.store("1.0.0"), "--to", "2.0.0", "--dry-run"]
        let undeclared = try Tool.run(arguments, in: folder.url, cache: folder)
        #expect(undeclared.status == 1, "\(undeclared)")
        #expect(undeclared.output.contains("  User.b  7 values lost\n"), "\(undeclared)")
        try write("Drop(\\AppV1.User.b, because: \"never shown\")")
        let declared = try Tool.run(arguments, in: folder.url, cache: folder)
        #expect(declared.status == 0, "\(declared)")
        #expect(declared.output.contains("  User.b  7 values, declared: never shown\n"), "\(declared)")
        let report = try Report(Tool.run(arguments + ["--format", "json"], in: folder.url, cache: folder))
        #expect((report.json["dropped"] as? [[String: Any]])?.map { $0["reason"] as? String } == ["never shown"])
        try write("Drop(\\AppV1.User.a, because: \"never shown\"); Drop(\\AppV1.User.b, because: \"never shown\")")
        let mistaken = try Tool.run(arguments, in: folder.url, cache: folder)
        #expect(mistaken.status == 1, "\(mistaken)")
        #expect(
            mistaken.output.contains("  User.a is declared as dropped, but the newer version still has it\n"),
            "\(mistaken)")
    }

    // MARK: Data loss

    @Test func droppedValuesAreCounted() throws {
        let folder = try Self.project(
            v1: "var title: String\nvar subtitle: String?\nvar unused: String?\ninit() { title = \"\" }",
            v2: "var title: String\ninit() { title = \"\" }")
        try Self.edit(folder, "UPDATE ZITEM SET ZUNUSED = NULL")
        let result = try Tool.run("migrate", Self.store("1.0.0"), "--to", "2.0.0", "--dry-run", in: folder)
        #expect(result.status == 1, "\(result)")
        #expect(result.output.hasPrefix("failed: the migration of a copy of \(Self.store("1.0.0"))"), "\(result)")
        #expect(result.output.contains("from 1.0.0 to 2.0.0 lost data\n"), "\(result)")
        #expect(result.output.contains("Item.subtitle  7 values lost"), "\(result)")
        #expect(result.output.contains("Item.unused    was empty"), "\(result)")
        #expect(result.output.contains("all others unchanged"), "\(result)")
        let report = try Report(
            Tool.run("migrate", Self.store("1.0.0"), "--to", "2.0.0", "--dry-run", "--format=json", in: folder))
        let dropped = report.json["dropped"] as? [[String: Any]] ?? []
        #expect(dropped.map { $0["count"] as? Int } == [7, 0])
    }

    @Test func rowsOfADroppedModelAreReportedAsLost() throws {
        let folder = try Self.project(
            v1: "var title: String\ninit() { title = \"\" }",
            v2: "var title: String\ninit() { title = \"\" }", models1: "Item.self, Other.self",
            more1: "@Model final class Other { var name: String\ninit() { name = \"\" } }")
        let result = try Tool.run("migrate", Self.store("1.0.0"), "--to", "2.0.0", "--dry-run", in: folder)
        #expect(result.status == 1, "\(result)")
        #expect(result.output.contains("Other  8 rows lost"), "\(result)")
        #expect(result.output.contains("Other  8 → –"), "\(result)")
    }

    // MARK: Failures

    private static let failures: [(v1: String, v2: String, code: Int, words: String)] = [
        (
            "var title: String\ninit() { title = \"\" }", "var title: String\nvar slug: String\ninit() { }", 134110,
            "Item.slug"
        ),
        ("var title: String\ninit() { }", "var title: Int\ninit() { }", 134140, "Item.title has a different type"),
        (
            "var title: String\ninit() { }", "@Attribute(.unique) var title: String\ninit() { }", 134111,
            "uniqueness constraint"
        ),
        (
            "var title: String?\ninit() { }", "var title: String\ninit() { }", 134110,
            "missing attribute values on mandatory destination attribute: Item.title, in row 8."
        ),
    ]

    @Test(arguments: failures.indices)
    func theErrorOfTheFrameworkIsReported(_ index: Int) throws {
        let failure = Self.failures[index]
        let folder = try Self.project(v1: failure.v1, v2: failure.v2)
        if failure.code == 134111 { try Self.edit(folder, "UPDATE ZITEM SET ZTITLE = 'same'") }
        let result = try Tool.run("migrate", Self.store("1.0.0"), "--to", "2.0.0", "--dry-run", in: folder)
        #expect(result.status == 1, "\(result)")
        #expect(result.output.hasPrefix("failed: a copy of "), "\(result)")
        #expect(result.output.contains("(\(failure.code))"), "\(result)")
        #expect(result.output.contains(failure.words), "\(result)")
        let report = try Report(
            Tool.run("migrate", Self.store("1.0.0"), "--to", "2.0.0", "--dry-run", "--format=json", in: folder))
        let told = try #require(report.json["failure"] as? [String: Any])
        #expect(told["code"] as? Int == failure.code)
        #expect(report.json["preservation"] == nil)
    }

    @Test func aStoreThatThePlanCannotOpenIsReported() throws {
        let posts = try Self.frozen("Posts")
        let backward = try Tool.run("migrate", Self.store("4.0.0"), "--to", "2.0.0", "--dry-run", in: posts)
        #expect(backward.status == 1)
        #expect(backward.output.contains("(134506)"), "\(backward)")
        try posts.edit("Sources/Posts/PostsSchemaV1.swift", "var title: String\n", "var title: String?\n")
        let drifted = try Tool.run("migrate", Self.store("1.0.0"), "--to", "2.0.0", "--dry-run", in: posts)
        #expect(drifted.status == 1)
        #expect(drifted.output.contains("(134504)"), "\(drifted)")
        #expect(drifted.output.contains("matches version 1.0.0"), "\(drifted)")
    }

    // MARK: Migrations that can't be rehearsed

    @Test func customStagesAndUsageErrorsExitWith2() throws {
        let folder = try Self.frozen("Posts")
        func fails(_ arguments: [String], _ words: String...) throws {
            let result = try Tool.run(["migrate"] + arguments, in: folder.url, cache: folder)
            #expect(result.status == 2, "\(result)")
            #expect(result.output.isEmpty, "\(result)")
            for word in words { #expect(result.errors.contains(word), "\(word) in \(result)") }
        }
        let store = Self.store("1.0.0")
        try fails([store, "--to", "4.0.0", "--dry-run"], "2.0.0 → 3.0.0", "PostsMigrationPlan.swift:", "dryRun")
        try fails([store, "--to", "4.0.1", "--dry-run"], "did you mean 4.0.0?")
        try fails([store, "--dry-run"], "--to VERSION")
        try fails(["--to", "4.0.0", "--dry-run"], "STORE")
        try fails(["Fixtures/nowhere.store", "--to", "4.0.0", "--dry-run"], "nowhere.store")
        let misspelt = try Tool.run("migrat", in: folder)
        #expect(misspelt.errors.contains("did you mean migrate?"), "\(misspelt)")
    }

    // MARK: Projects

    /// Returns a project with two frozen versions and a lightweight stage.
    private static func project(
        v1: String, v2: String, models1: String = "Item.self", more1: String = ""
    ) throws -> ScratchFolder {
        let folder = try ScratchFolder()
        func version(_ number: Int, _ members: String, _ models: String, _ more: String) -> String {
            """
            enum AppSchemaV\(number): VersionedSchema {
                static let versionIdentifier = Schema.Version(\(number), 0, 0)
                static var models: [any PersistentModel.Type] { [\(models)] }
                @Model final class Item {
                    \(members)
                }
                \(more)
            }

            """
        }
        try folder.write(
            "import SwiftData\n" + version(1, v1, models1, more1) + version(2, v2, "Item.self", "")
                + """
                enum AppPlan: SchemaMigrationPlan {
                    static var schemas: [any VersionedSchema.Type] { [AppSchemaV1.self, AppSchemaV2.self] }
                    static var stages: [MigrationStage] {
                        [.lightweight(fromVersion: AppSchemaV1.self, toVersion: AppSchemaV2.self)]
                    }
                }
                """, to: "Sources/App.swift")
        let freeze = try Tool.run("freeze", "--all", in: folder)
        #expect(freeze.status == 0, "\(freeze)")
        return folder
    }

    private static func edit(_ folder: ScratchFolder, _ sql: String) throws {
        let path = folder.url.appending(path: store("1.0.0")).path
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        try SQLiteConnection(path: path, mode: .create).execute(sql)
    }
}
